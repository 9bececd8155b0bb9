"""Trains the toy translator: cross-entropy of the next word, and one cross-attention head taught the grammar's links (guided
alignment, Garg et al. 2019). One thread and fixed seeds: the same numbers again on the same kind of processor."""

import math
import random
import time

import torch


from lexicon import NAMES, NOUNS
from model import TAUGHT_HEAD, TAUGHT_LAYER, new_model
from vocabulary import ids_of

SEED = 2017
STEPS, BATCH, PEAK, WARM_UP = 3000, 64, 2e-3, 300
GUIDED = 0.3
UNKNOWN_SHARE = 0.05
# Steps that may become the early snapshot.
WATCHED = (300, 400, 600, 700, 800)
NAMED = {zh for zh in NAMES.values()} | {noun.zh for noun in NOUNS.values()}
MEASURES = {noun.measure for noun in NOUNS.values()} - {"", "把"}


def with_unknown(sentence, source):
    """The sentence with one of its names or nouns unknown: in both languages, and with the measure word for anything."""
    places = [at for at, word in enumerate(sentence.chinese) if word in NAMED and len(sentence.links[at]) == 1]
    if not places:
        return sentence.english, sentence.chinese
    gone = sentence.links[source.choice(places)][0]
    english = [None if at == gone else word for at, word in enumerate(sentence.english)]

    def unknown(word, links):
        if links != (gone,):
            return word
        return "个" if word in MEASURES else None

    return english, [unknown(word, links) for word, links in zip(sentence.chinese, sentence.links, strict=True)]


def encoded(vocabulary, sentences, seed=None):
    """(source ids, target ids, links) of each; with a seed, some have an unknown word."""
    source = random.Random(seed)
    for sentence in sentences:
        english, chinese = sentence.english, sentence.chinese
        if seed is not None and source.random() < UNKNOWN_SHARE:
            english, chinese = with_unknown(sentence, source)
        yield ids_of(vocabulary, [w or "" for w in english]), ids_of(vocabulary, [w or "" for w in chinese]), sentence.links


def batches(data, source):
    """Sentences of like lengths together, in a new order each time."""
    order = sorted(range(len(data)), key=lambda i: len(data[i][0]) + len(data[i][1]) + source.random() * 2)
    groups = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    source.shuffle(groups)
    return [[data[i] for i in group] for group in groups]


def tensors(batch, pad):
    """ids [B, S], mask [B, S], labels [B, T] (-100 beyond the end), gold shares [B, T, S]: zero rows for words without a link."""
    longest, longest_target = max(len(s) for s, _, _ in batch), max(len(t) for _, t, _ in batch)
    ids = torch.full((len(batch), longest), pad)
    labels = torch.full((len(batch), longest_target), -100)
    gold = torch.zeros(len(batch), longest_target, longest)
    for row, (source, target, links) in enumerate(batch):
        ids[row, : len(source)] = torch.tensor(source)
        labels[row, : len(target)] = torch.tensor(target)
        for at, linked in enumerate(links):
            for place in linked:
                gold[row, at, place] = 1 / len(linked)
    return ids, (ids != pad).long(), labels, gold


def losses(model, batch, pad):
    ids, mask, labels, gold = tensors(batch, pad)
    out = model(input_ids=ids, attention_mask=mask, labels=labels, output_attentions=True)
    weights = out.cross_attentions[TAUGHT_LAYER][:, TAUGHT_HEAD]
    linked = gold.sum(-1) > 0
    guided = -(gold * weights.clamp_min(1e-9).log()).sum(-1)[linked].mean()
    return out.loss, guided


def rate(step):
    if step < WARM_UP:
        return step / WARM_UP
    return 0.5 + 0.5 * math.cos(math.pi * (step - WARM_UP) / (STEPS - WARM_UP))


def train(vocabulary, sentences, keep, watch):
    """`keep(step, model)` is called at steps that may become a snapshot, `watch(step, model)` gives a figure for the curve."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    pad = len(vocabulary) - 1
    model = new_model(len(vocabulary))
    keep(0, model)
    parameters = [p for p in [*model.parameters(), model.final_logits_bias] if p.requires_grad]
    optimizer = torch.optim.Adam(parameters, lr=PEAK, betas=(0.9, 0.98), eps=1e-9)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    source = random.Random(SEED)
    curve, step, epoch, sums = [], 0, 0, [0.0, 0.0, 0]
    started = time.process_time()
    while step < STEPS:
        data = list(encoded(vocabulary, sentences, SEED + epoch))
        epoch += 1
        for batch in batches(data, source):
            model.train()
            loss, guided = losses(model, batch, pad)
            (loss + GUIDED * guided).backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            step += 1
            sums = [sums[0] + loss.item(), sums[1] + guided.item(), sums[2] + 1]
            if step in WATCHED or step % 500 == 0 or step == STEPS:
                keep(step, model)
                row = {"step": step, "loss": sums[0] / sums[2], "guided": sums[1] / sums[2], **watch(step, model)}
                curve.append({**row, "processor_seconds": round(time.process_time() - started)})
                sums = [0.0, 0.0, 0]
                print(curve[-1], flush=True)
            if step == STEPS:
                break
    return model, curve


@torch.no_grad()
def translate(model, sources, pad, size=250):
    """Greedy, in batches: target ids without start, end and padding."""
    model.eval()
    found = []
    for at in range(0, len(sources), size):
        some = sources[at : at + size]
        longest = max(map(len, some))
        ids = torch.tensor([s + [pad] * (longest - len(s)) for s in some])
        out = model.generate(input_ids=ids, attention_mask=(ids != pad).long(), max_length=48)
        for row in out.tolist():
            row = row[1:]
            found.append(row[: row.index(0)] if 0 in row else [i for i in row if i != pad])
    return found


def same(model, data, pad):
    """Share of sentences translated exactly."""
    order = sorted(range(len(data)), key=lambda i: len(data[i][0]))
    found = translate(model, [data[i][0] for i in order], pad)
    return sum(f == data[i][1][:-1] for f, i in zip(found, order, strict=True)) / len(data)
