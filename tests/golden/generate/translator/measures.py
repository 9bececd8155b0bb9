"""What the card says of the model: translations, and where it looks. Computed with the shipped weights, rounded to 16 bits."""

import math
from collections import Counter

import torch

from lexicon import NOUNS
from training import tensors, translate

NOUN_FORMS = {form for noun in NOUNS.values() for form in (noun.en, noun.plural)} - {""}


def exact(found, data):
    return sum(f == target[:-1] for f, (_, target, _) in zip(found, data, strict=True)) / len(data)


def bleu(found, data):
    """Corpus BLEU of up to four words, one reference (Papineni et al. 2002), of words as the tokenizer has them."""
    matches, totals, lengths = [0] * 4, [0] * 4, [0, 0]
    for f, (_, target, _) in zip(found, data, strict=True):
        reference = target[:-1]
        lengths = [lengths[0] + len(f), lengths[1] + len(reference)]
        for n in range(1, 5):
            ours, theirs = (Counter(tuple(x[i : i + n]) for i in range(len(x) - n + 1)) for x in (f, reference))
            matches[n - 1] += sum(min(count, theirs[gram]) for gram, count in ours.items())
            totals[n - 1] += max(len(f) - n + 1, 0)
    if min(matches) == 0:
        return 0.0
    brevity = min(0.0, 1 - lengths[1] / lengths[0])
    return 100 * math.exp(brevity + sum(math.log(m / t) for m, t in zip(matches, totals, strict=True)) / 4)


def translated(model, data, pad):
    """Greedy translations in the order of the data."""
    order = sorted(range(len(data)), key=lambda i: len(data[i][0]))
    found = translate(model, [data[i][0] for i in order], pad)
    return [f for _, f in sorted(zip(order, found, strict=True))]


class Values:
    """The cross-attentions' values, kept as they are computed."""

    def __init__(self, model):
        self.kept = {}
        layers = model.model.decoder.layers
        self.hooks = [layer.encoder_attn.v_proj.register_forward_hook(self._keep(at)) for at, layer in enumerate(layers)]

    def _keep(self, at):
        def keep(_module, _inputs, out):
            self.kept[at] = out

        return keep


@torch.no_grad()
def carried(model, values, layer):
    """‖value · its head's part of the output projection‖ for every source word: [B, H, S]. The projection's bias is nobody's."""
    attention = model.model.decoder.layers[layer].encoder_attn
    heads, width = attention.num_heads, attention.head_dim
    by_head = values.kept[layer].unflatten(-1, (heads, width))  # [B, S, H, d]
    out = attention.out_proj.weight.unflatten(1, (heads, width))  # [D, H, d]
    return torch.einsum("bshd,ohd->bhso", by_head, out).norm(dim=-1)


@torch.no_grad()
def alignment_errors(model, data, pad, size=200):
    """Of target words with a gold link, the share whose strongest source word is not gold; of ties apart. By layer and head, on the
    row that predicts the word and on the word's own row, by weight and by the norm of what is carried. Targets are the grammar's."""
    model.eval()
    values = Values(model)
    config = model.config
    wrong, ties, words = Counter(), Counter(), 0
    order = sorted(range(len(data)), key=lambda i: len(data[i][0]))
    for at in range(0, len(order), size):
        ids, mask, labels, gold = tensors([data[i] for i in order[at : at + size]], pad)
        out = model(input_ids=ids, attention_mask=mask, labels=labels, output_attentions=True)
        linked = gold.sum(-1) > 0  # [B, T]; the end has no link
        words += int(linked.sum())
        for layer in range(config.decoder_layers):
            weights = out.cross_attentions[layer]
            norms = weights * carried(model, values, layer)[:, :, None]
            for measure, strength in (("weight", weights), ("norm", norms)):
                for row, shift in (("predicting", 0), ("own", 1)):
                    # Row t predicts word t; the word itself is given at row t + 1.
                    at_row = torch.cat([strength[:, :, shift:], strength[:, :, :shift]], 2)
                    for head in range(config.decoder_attention_heads):
                        rows, share = at_row[:, head][linked], gold[linked]
                        best = rows.max(-1)
                        tie = (rows == best.values[:, None]).sum(-1) > 1
                        key = (layer, head, row, measure)
                        ties[key] += int(tie.sum())
                        wrong[key] += int(((share.gather(-1, best.indices[:, None])[:, 0] == 0) & ~tie).sum())
    for hook in values.hooks:
        hook.remove()
    return words, {key: (wrong[key] / (words - ties[key]), ties[key]) for key in sorted(ties)}


def antecedents(sentences):
    """(sentence, place of it, place of what it stands for, place of the other noun) where both are nouns before "because"."""
    for sentence in sentences:
        if not sentence.kind.startswith("it: "):
            continue
        english = list(sentence.english)
        because = english.index("because")
        nouns = [at for at in range(because) if english[at] in NOUN_FORMS]
        if len(nouns) < 2:
            continue
        meant, other = (nouns[0], nouns[-1]) if sentence.kind == "it: subject" else (nouns[-1], nouns[0])
        yield sentence, because + 1, meant, other


def last_word(sentence):
    """Place of the adjective that tells what "it" is."""
    return max(at for at, word in enumerate(sentence.english) if word not in ".?")


@torch.no_grad()
def whom_it_means(model, sentences, encode):
    """Per encoder layer and head the share of rows of "it" that give more to the noun meant than to the other: the mean of the two
    kinds (the subject meant, the object meant), so that always preferring one of them is 0.5."""
    found = {}
    counts = Counter()
    for sentence, it, meant, other in antecedents(sentences):
        source, _, _ = encode(sentence)
        out = model.model.encoder(input_ids=torch.tensor([source]), output_attentions=True)
        counts[sentence.kind] += 1
        last = last_word(sentence)
        for layer, weights in enumerate(out.attentions):
            for head in range(weights.shape[1]):
                row = weights[0, head, it]
                entry = found.setdefault((layer, head), {"it: subject": 0, "it: object": 0, "weight": 0.0, "last": 0.0})
                entry[sentence.kind] += int(row[meant] > row[other])
                entry["weight"] += float(row[meant])
                entry["last"] += float(row[last])
    total = sum(counts.values())
    if len(counts) < 2:
        return counts, {}
    return counts, {
        key: {
            "accuracy": sum(entry[kind] / counts[kind] for kind in counts) / 2,
            "subject": entry["it: subject"] / counts["it: subject"],
            "object": entry["it: object"] / counts["it: object"],
            "mean_weight": entry["weight"] / total,
            "mean_weight_on_the_last_word": entry["last"] / total,
        }
        for key, entry in found.items()
    }


def named_right(sentences, found, vocabulary):
    """By kind the share of translations whose word after 因为 is the right one."""
    right, counts = Counter(), Counter()
    translations = {id(sentence): ids for sentence, ids in zip(sentences, found, strict=True)}
    because = vocabulary["▁因为"]
    for sentence, _, _, _ in antecedents(sentences):
        ids = translations[id(sentence)]
        at = ids.index(because) + 1 if because in ids else len(ids)
        wanted = vocabulary["▁" + sentence.chinese[sentence.chinese.index("因为") + 1]]
        counts[sentence.kind] += 1
        right[sentence.kind] += at < len(ids) and ids[at] == wanted
    return {kind: right[kind] / counts[kind] for kind in sorted(counts)}


@torch.no_grad()
def naming_rows(model, sentences, encode):
    """Where the cross-attention's heads look while choosing how Chinese names what "it" means: mean weight on "it", on the noun
    meant, on the other noun, on the last word before the mark."""
    sums, count = {}, 0
    for sentence, it, meant, other in antecedents(sentences):
        source, target, links = encode(sentence)
        rows = [at for at, linked in enumerate(links) if linked == (it,)]
        if not rows:
            continue
        start = model.config.decoder_start_token_id
        out = model(
            input_ids=torch.tensor([source]), decoder_input_ids=torch.tensor([[start, *target[:-1]]]), output_attentions=True
        )
        count += 1
        last = last_word(sentence)
        for layer, weights in enumerate(out.cross_attentions):
            for head in range(weights.shape[1]):
                row = weights[0, head, rows[0]]
                entry = sums.setdefault((layer, head), Counter())
                entry.update(
                    {"it": float(row[it]), "meant": float(row[meant]), "other": float(row[other]), "adjective": float(row[last])}
                )
    return count, {key: {name: value / count for name, value in entry.items()} for key, entry in sums.items()}
