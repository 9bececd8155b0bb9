"""Greedy and beam search as transformers 5.24 chooses, written again so that every decision's distance can be measured.

A case is kept only where the smallest distance is far above float32 noise: then every right implementation finds these ids.
"""

import math

import numpy
import torch

# Log-probability, or what a beam's sum is compared as. Noise of float32 is about 1e-5.
LEAST_MARGIN = 3e-4
GENERATED = 10


def log_softmax(logits):
    shifted = logits - logits.max()
    return shifted - math.log(numpy.exp(shifted).sum())


def processed(scores, ids, prompt, o):
    """The processors of transformers, in their order. `ids` begin with the prompt of `prompt` tokens."""
    scores = scores.copy()
    penalty, n = o.get("repetition_penalty") or 1.0, o.get("no_repeat_ngram_size") or 0
    seen = sorted(set(ids))
    scores[seen] = numpy.where(scores[seen] < 0, scores[seen] * penalty, scores[seen] / penalty)
    for at in range(len(ids) - n + 1 if n else 0):
        if n == 1 or ids[at : at + n - 1] == ids[len(ids) - n + 1 :]:
            scores[ids[at + n - 1]] = -math.inf
    for word in o.get("bad_words_ids") or []:
        if word not in [[end] for end in o["eos_token_id"]] and ids[len(ids) - len(word) + 1 :] == word[:-1]:
            scores[word[-1]] = -math.inf
    if len(ids) < max(o.get("min_length") or 0, prompt + (o.get("min_new_tokens") or 0)):
        scores[o["eos_token_id"]] = -math.inf
    for key, length in ("forced_bos_token_id", 1), ("forced_eos_token_id", o["max_length"] - 1):
        if o.get(key) is not None and len(ids) == length:
            scores[:] = -math.inf
            scores[o[key]] = 0
    scores[o.get("suppress_tokens") or []] = -math.inf
    begin = prompt + (prompt == 1 and o.get("forced_bos_token_id") is not None)
    if len(ids) == begin:
        scores[o.get("begin_suppress_tokens") or []] = -math.inf
    return scores


class Margins:
    """The smallest distance between what was taken and what was not, and what was being decided there."""

    def __init__(self):
        self.least, self.what = math.inf, None

    def see(self, what, distance):
        if distance < self.least:
            self.least, self.what = distance, what


def greedy(step, prompt, o, margins):
    ids = list(prompt)
    while len(ids) < o["max_length"]:
        scores = processed(step([ids])[0], ids, len(prompt), o)
        first, second = numpy.sort(scores)[::-1][:2]
        margins.see("token", first - second)
        ids.append(int(scores.argmax()))
        if ids[-1] in o["eos_token_id"]:
            break
    return ids[len(prompt) :], None


def stops(ids, o):
    return ids[-1] in o["eos_token_id"] or len(ids) >= o["max_length"]


def running_next(candidates, beams, o, margins):
    still = [entry for entry in candidates if not stops(entry[1], o)]
    if len(still) > beams:
        margins.see("beam", still[beams - 1][0] - still[beams][0])
    return still[:beams]


def finished_next(finished, candidates, beams, length, o, margins):
    """Only who ends among the best `beams` candidates is finished; of the finished the best `beams` are kept."""
    for rank, (score, ids) in enumerate(candidates):
        if stops(ids, o) and len(candidates) > beams:
            margins.see("end among the best", abs(score - candidates[beams if rank < beams else beams - 1][0]))
    ended = [(score / length ** o["length_penalty"], ids) for score, ids in candidates[:beams] if stops(ids, o)]
    merged = sorted(finished + ended, key=lambda entry: -entry[0])
    if len(merged) > beams:
        margins.see("finished", merged[beams - 1][0] - merged[beams][0])
    return merged[:beams]


def beam_search(step, prompt, o, margins):
    beams, early = o["num_beams"], o["early_stopping"]
    keep = max(2, 1 + len(o["eos_token_id"])) * beams
    running, finished = [(0.0, list(prompt))], []
    while True:
        candidates = []
        for (total, ids), logits in zip(running, step([ids for _, ids in running])):
            scores = total + processed(log_softmax(logits), ids, len(prompt), o)
            candidates += [(float(score), [*ids, token]) for token, score in enumerate(scores) if score > -math.inf]
        candidates = sorted(candidates, key=lambda entry: -entry[0])[: keep + 1]
        length = len(candidates[0][1]) - len(prompt)
        if not (early is True and len(finished) == beams):
            finished = finished_next(finished, candidates[:keep], beams, length, o, margins)
        everything_stops = all(stops(ids, o) for _, ids in candidates[:keep])
        running = running_next(candidates, beams, o, margins)
        full = len(finished) == beams
        if everything_stops or (full and early is True):
            break
        if full:
            longest = o["max_length"] - len(prompt) if early == "never" and o["length_penalty"] > 0 else length
            better = running[0][0] / longest ** o["length_penalty"] - finished[-1][0]
            margins.see("going on", abs(better))
            if better <= 0:
                break
    if len(finished) > 1:
        margins.see("the best", finished[0][0] - finished[1][0])
    return finished[0][1][len(prompt) :], finished[0][0]


class Generator:
    """One model: `model` computes in float64, `single` in float32."""

    def __init__(self, model, tokenizer):
        self.model, self.tokenizer = model, tokenizer
        self.pairs = model.config.is_encoder_decoder

    def effective(self, options, prompt):
        saved = {key: value for key, value in self.model.generation_config.to_dict().items() if value is not None}
        o = {"num_beams": 1, "length_penalty": 1.0, "early_stopping": False, **saved, **options}
        o["eos_token_id"] = [o["eos_token_id"]] if isinstance(o["eos_token_id"], int) else o["eos_token_id"]
        if o.get("max_new_tokens"):
            o["max_length"] = prompt + o["max_new_tokens"]
        return o

    def logits(self, source, sequences):
        ids = torch.tensor(sequences)
        given = {"input_ids": ids}
        if self.pairs:
            given = {"input_ids": torch.tensor([source] * len(sequences)), "decoder_input_ids": ids}
        with torch.no_grad():
            return self.model(**given, use_cache=False).logits[:, -1].double().numpy()

    def run(self, source, options):
        prompt = [self.model.generation_config.decoder_start_token_id] if self.pairs else source
        o, margins = self.effective(options, len(prompt)), Margins()
        search = greedy if o["num_beams"] == 1 else beam_search
        ids, score = search(lambda sequences: self.logits(source, sequences), prompt, o, margins)
        return ids, score, margins

    def theirs(self, source, options):
        """What transformers' own generate gives."""
        ids = torch.tensor([source])
        given = {"attention_mask": torch.ones_like(ids), "do_sample": False, "return_dict_in_generate": True, "output_scores": True}
        out = self.model.generate(ids, **given, **options)
        prompt = 1 if self.pairs else len(source)
        return out.sequences[0, prompt:].tolist(), out.get("sequences_scores")

    def case(self, number, category, text, source, options, found):
        ids, score, margins = found
        sequence, their_score = self.theirs(source, options)
        assert sequence == ids, f"{category}: {ids}, and transformers gives {sequence}"
        prompt = [self.model.generation_config.decoder_start_token_id] if self.pairs else source
        logs = []
        for at, token in enumerate(ids):
            logs.append(float(log_softmax(self.logits(source, [[*prompt, *ids[:at]]])[0])[token]))
        entry = {"id": f"g{number:02}", "category": category, "text": text, "ids": source, "options": options, "generated": ids}
        entry["generated_text"] = self.tokenizer.decode(ids, skip_special_tokens=True)
        entry["log_probabilities"] = [float(numpy.float32(value)) for value in logs]
        if score is not None:
            assert abs(score - float(their_score[0])) < 1e-5, f"{category}: {score}, and transformers gives {their_score}"
            entry["score"] = float(numpy.float32(score))
        return {**entry, "margin": float(f"{margins.least:.2e}"), "closest": margins.what}


def wanted(vocabulary, end, pad):
    """Category, options made from the plain greedy ids, what must give something else, and whether the end must come."""
    short = {"max_new_tokens": GENERATED}
    plain = {"num_beams": 1, **short}
    four = {"num_beams": 4, **short}
    beams = {**four, "length_penalty": 1.0, "early_stopping": False}
    bad = [] if pad is None else [[pad]]
    yield "greedy", lambda g: plain, None, None
    yield "greedy, to the end", lambda g: plain, None, True
    yield "greedy, repetition_penalty", lambda g: {**plain, "repetition_penalty": 1.8}, plain, None
    yield "greedy, no_repeat_ngram_size", lambda g: {**plain, "no_repeat_ngram_size": 2}, plain, None
    both = {**plain, "repetition_penalty": 1.3, "no_repeat_ngram_size": 3}
    yield "greedy, both", lambda g: both, {**plain, "repetition_penalty": 1.3}, None
    yield "four beams", lambda g: beams, plain, None
    yield "four beams, length_penalty 2, early_stopping", lambda g: {**four, "length_penalty": 2.0, "early_stopping": True}, beams, None
    never = {**four, "length_penalty": 0.6, "early_stopping": "never"}
    yield "four beams, length_penalty 0.6, never", lambda g: never, beams, None
    yield "four beams, length_penalty 2, never", lambda g: {**four, "length_penalty": 2.0, "early_stopping": "never"}, beams, None
    penalty = {"repetition_penalty": 1.5, "no_repeat_ngram_size": 2}
    yield "three beams, penalties", lambda g: {**beams, "num_beams": 3, **penalty}, {**beams, "num_beams": 3}, None
    yield "greedy, min_length", lambda g: {**plain, "min_length": 7}, plain, None
    yield "two beams, min_new_tokens", lambda g: {**beams, "num_beams": 2, "min_new_tokens": 6}, {**beams, "num_beams": 2}, None
    forced = {"forced_bos_token_id": vocabulary // 2, "forced_eos_token_id": end, "max_new_tokens": 6}
    yield "greedy, forced first and last", lambda g: {**plain, **forced}, {**plain, "max_new_tokens": 6}, None
    yield "two beams, forced first and last", lambda g: {"num_beams": 2, **forced}, {"num_beams": 2, "max_new_tokens": 6}, None
    yield "greedy, bad words", lambda g: {**plain, "bad_words_ids": [*bad, [g[1]], g[2:4]]}, plain, None
    yield "four beams, bad words", lambda g: {**beams, "bad_words_ids": [*bad, [g[1]], g[2:4]]}, beams, None
    yield "greedy, suppressed", lambda g: {**plain, "suppress_tokens": g[2:4], "begin_suppress_tokens": g[:1]}, plain, None
    yield "greedy, two ends", lambda g: {**plain, "eos_token_id": [end, g[3]]}, plain, True
    yield "two beams, two ends", lambda g: {**beams, "num_beams": 2, "eos_token_id": [end, g[2]]}, {**beams, "num_beams": 2}, None
    yield "as the folder says", lambda g: {}, None, None


def generations(model, tokenizer, texts, prompt_of):
    """Cases of one model: for each kind of options the first text that shows it, far enough from any other answer."""
    generator = Generator(model, tokenizer)
    config = model.generation_config
    end, vocabulary = config.eos_token_id, model.config.vocab_size
    cases = []
    known = {}

    def once(source, options):
        key = str((source, options))
        if key not in known:
            known[key] = generator.run(source, options)
        return known[key]

    for category, options_of, against, ends in wanted(vocabulary, end, config.pad_token_id):
        # First a text that gives several different tokens, or else any.
        for text, various in [*((text, 4) for text in texts), *((text, 0) for text in texts)]:
            source = prompt_of(text)
            plain = once(source, {"num_beams": 1, "max_new_tokens": GENERATED})[0]
            if len(plain) < 5 and not category.startswith(("greedy, to", "greedy, min", "two beams, min", "four beams")):
                continue
            plain = [*plain, *range(5, 12)] if len(plain) < 5 else plain
            options = options_of(plain)
            if options.get("min_length"):
                options["min_length"] = (1 if generator.pairs else len(source)) + 7
            found = once(source, options)
            ended = found[0][-1] in generator.effective(options, 1)["eos_token_id"]
            if found[2].least < LEAST_MARGIN or len(set(found[0])) < various or (ends is not None and ended != ends):
                continue
            if against is not None and found[0] == once(source, against)[0]:
                continue
            cases.append(generator.case(len(cases) + 1, category, text, source, options, found))
            break
        else:
            print(f"  no text shows: {category}")
    return cases
