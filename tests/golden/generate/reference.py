"""Runs a model of transformers over texts and writes down everything it gives.

Numbers are computed in float64 and rounded once: so they are the same on every processor, and what a test finds is the
tested engine's own distance from the truth. How far transformers' float32 is from them is measured beside it.
"""

import copy
import math
import shutil

import numpy
import torch
import transformers
from safetensors.numpy import load_file, save_file

from common import FAMILIES, draws, write_json

VERSIONS = {"torch": torch.__version__.split("+")[0], "transformers": transformers.__version__}
CANDIDATES = 5
EVERY_CASE = ("attentions", "hidden_states", "sentence_embedding")


def fill(model, family):
    """Random parameters, each seeded by its name. Large, so that nothing that is left out or swapped goes unnoticed: scores
    are of the order of 1 to 3, biases and gains too far from 0 and 1 to be forgotten."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            random = draws(family, name)
            values = random.standard_normal(tuple(parameter.shape))
            if is_gain(name):
                values = 1 + 0.3 * values
            elif parameter.ndim == 1:
                values = 0.3 * values
            elif "embeddings.weight" in name:
                values = 0.4 * values
            else:
                values = 1.3 * values * parameter.shape[1] ** -0.5
            parameter.copy_(torch.from_numpy(values).to(parameter.dtype))


PROJECTIONS = {
    "queries": ("self.query", "attention.query", "q_lin"),
    "keys": ("self.key", "attention.key", "k_lin"),
    "values": ("self.value", "attention.value", "v_lin"),
}


class Projections:
    """What the query, key and value projections give, in the order of the calls: ALBERT calls the same ones every layer."""

    def __init__(self, model):
        self.outputs = {part: [] for part in PROJECTIONS}
        self.hooks = []
        for name, module in model.named_modules():
            for part, endings in PROJECTIONS.items():
                if name.endswith(endings):
                    keep = self.outputs[part]
                    self.hooks.append(module.register_forward_hook(lambda _m, _i, out, keep=keep: keep.append(out[0])))

    def by_head(self, heads):
        for hook in self.hooks:
            hook.remove()
        parts = {}
        for part, outputs in self.outputs.items():
            whole = torch.stack(outputs)
            layers, tokens, width = whole.shape
            parts[part] = whole.reshape(layers, tokens, heads, width // heads).transpose(1, 2)
        parts["scores"] = parts["queries"] @ parts["keys"].transpose(-1, -2)
        return parts


def run(model, case):
    ids = torch.tensor([case["ids"]])
    inputs = {"input_ids": ids, "attention_mask": torch.ones_like(ids)}
    if case["model_types"]:
        inputs["token_type_ids"] = torch.tensor([case["type_ids"]])
    projections = Projections(model)
    with torch.no_grad():
        out = model(**inputs, output_attentions=True, output_hidden_states=True)
    hidden = torch.stack(out.hidden_states)[:, 0]
    pooled = hidden[-1].mean(0)
    result = {
        "attentions": torch.stack(out.attentions)[:, 0],
        "hidden_states": hidden,
        "sentence_embedding": pooled / pooled.norm(),
        **projections.by_head(out.attentions[0].shape[1]),
    }
    if "logits" in out:
        result["logits"] = out.logits[0]
    return {name: value.double().numpy() for name, value in result.items()}


def rounded_up(value):
    """To one digit, so that another processor's last bits change no file."""
    if value == 0:
        return 0.0
    unit = 10.0 ** math.floor(math.log10(value))
    return float(f"{math.ceil(value / unit) * unit:.0e}")


def utf16(text, point):
    return len(text[:point].encode("utf-16-le", "surrogatepass")) // 2


def tokens_of(tokenizer, entry, limit):
    """An entry of cases.json: what the tokenizer makes of its text."""
    text, pair = entry["text"], entry["text_pair"]
    given = [text] if pair is None else [text, pair]
    options = {"return_offsets_mapping": True, "return_special_tokens_mask": True}
    untruncated = len(tokenizer(*given)["input_ids"])
    encoded = tokenizer(*given, truncation="longest_first", max_length=limit, **options)
    encoding = encoded.encodings[0]
    sources = {0: text, 1: pair}
    ids = encoded["input_ids"]
    offsets = [list(range_) for range_ in encoded["offset_mapping"]]
    return {
        **entry,
        "max_length": limit,
        "n_tokens": len(ids),
        "n_untruncated": untruncated,
        "ids": ids,
        # As the vocabulary spells them: the library's own list has an unknown one's text, or the blank that a mask takes.
        "tokens": tokenizer.convert_ids_to_tokens(ids),
        "offsets": offsets,
        "offsets_utf16": [
            [0, 0] if s is None else [utf16(sources[s], at) for at in range_]
            for s, range_ in zip(encoding.sequence_ids, offsets)
        ],
        # As the tokenizer's file has them; a model without a table of types is not given them.
        "type_ids": encoding.type_ids,
        "special_tokens_mask": encoded["special_tokens_mask"],
        "word_ids": encoding.word_ids,
        "sequence_ids": encoding.sequence_ids,
        "masks": [i for i, id_ in enumerate(ids) if id_ == tokenizer.mask_token_id],
    }


def candidates(tokenizer, logits):
    """The likeliest words of one mask. `text` is the word as a reader sees it, `token` as the vocabulary spells it."""
    logits = logits - logits.max()
    shares = numpy.exp(logits) / numpy.exp(logits).sum()
    best = numpy.argsort(-shares, kind="stable")[:CANDIDATES]
    gaps = numpy.diff(numpy.sort(-shares)[: CANDIDATES + 1])
    assert (gaps > 1e-5).all(), "two candidates are too close for float32 to tell which is likelier"
    return [
        {
            "id": int(i),
            "token": tokenizer.convert_ids_to_tokens(int(i)),
            "text": tokenizer.decode([int(i)]),
            "probability": float(numpy.float32(shares[i])),
        }
        for i in best
    ]


def check_that_faults_would_show(model, case, unread):
    """A parameter without which the numbers are the same would prove nothing: each is taken away, moved and transposed.
    Those in `unread` are in the file, and change nothing."""
    expected = run(model, case)
    for name, parameter in model.named_parameters():
        if "pooler" in name:
            continue
        kept = parameter.data.clone()
        if is_gain(name):
            faults = {"left out": torch.ones_like(kept)}
        else:
            faults = {"left out": torch.zeros_like(kept)}
        if kept.ndim == 2 and kept.shape[0] > 1:
            faults["moved by a row"] = kept.roll(1, 0)
            if kept.shape[0] == kept.shape[1]:
                faults["transposed"] = kept.T.contiguous()
        # A key's bias adds the same to every score of a row, which softmax forgets: it shows in the scores alone.
        shown_in = "scores" if is_key_bias(name) else "logits" if "logits" in expected else "hidden_states"
        for what, fault in faults.items():
            parameter.data = fault
            seen = numpy.abs(run(model, case)[shown_in] - expected[shown_in]).max()
            parameter.data = kept
            if name in unread:
                assert seen == 0, f"{name} is read"
                continue
            assert seen > 1e-2, f"{name}, {what}: {shown_in} change by {seen:.1e} only"


def is_gain(name):
    return "ayer" in name and name.endswith(("orm.weight", "layer_norm.weight"))


def is_key_bias(name):
    return name.endswith(("self.key.bias", "k_lin.bias", "attention.key.bias"))


def check_weights_vary(results):
    """Attention that is all even or all on one token would hide a wrong mask or axis."""
    rows = numpy.concatenate([r["attentions"].max(-1).ravel() for r in results if r["attentions"].shape[-1] > 4])
    largest = rows.mean()
    assert 0.15 < largest < 0.9, f"a row's greatest weight is {largest:.2f} on average"


def write_family(name, model, tokenizer, texts, *, limit, takes_types, full=(), saved_as=None, rename=None, unread=()):
    """tests/golden/families/<name>: `model/` as save_pretrained leaves it, cases.json, tensors/. Returns the noise."""
    folder = FAMILIES / name
    shutil.rmtree(folder, ignore_errors=True)
    model = model.eval()
    saved = model if saved_as is None else model.to(saved_as)
    saved.save_pretrained(folder / "model")
    (folder / "model" / "model.safetensors").chmod(0o644)
    tokenizer.save_pretrained(folder / "model")
    for left_over in ("generation_config.json", "README.md", "vocab.txt", "vocab.json", "merges.txt"):
        (folder / "model" / left_over).unlink(missing_ok=True)
    if rename is not None:
        weights = folder / "model" / "model.safetensors"
        save_file({rename(key): value for key, value in load_file(weights).items()}, weights, {"format": "pt"})
    # What the saved files say is what is run: 16-bit weights are rounded by now.
    single = type(model).from_pretrained(folder / "model", dtype=torch.float32, attn_implementation="eager").eval()
    double = copy.deepcopy(single).double()
    loaded = transformers.AutoTokenizer.from_pretrained(folder / "model")

    cases, results = [], []
    noise = {}
    for number, entry in enumerate(texts, 1):
        id_ = f"c{number:02}"
        case = tokens_of(loaded, {"id": id_, **entry}, limit)
        has_numbers = case.pop("numbers")
        case.update({"tensors": f"tensors/{id_}.safetensors", "kind": "full"} if has_numbers else {"tensors": None, "kind": "tokens"})
        if has_numbers:
            given = {**case, "model_types": takes_types}
            expected, in_single = run(double, given), run(single, given)
            for part in expected:
                distance = numpy.abs(expected[part] - in_single[part]).max()
                noise[part] = max(noise.get(part, 0.0), float(distance))
            results.append(expected)
            kept = EVERY_CASE if number not in full else [part for part in expected]
            tensors = {part: expected[part].astype(numpy.float32) for part in kept}
            if "logits" in expected:
                if case["masks"]:
                    tensors["mask_logits"] = expected["logits"][case["masks"]].astype(numpy.float32)
                    case["candidates"] = [candidates(loaded, expected["logits"][at]) for at in case["masks"]]
            (folder / "tensors").mkdir(exist_ok=True)
            save_file({part: numpy.ascontiguousarray(value) for part, value in tensors.items()}, folder / case["tensors"])
        cases.append(case)
    if results:
        check_weights_vary(results)
        most = max((c for c in cases if c["tensors"]), key=lambda c: (len(set(c["type_ids"])), c["n_tokens"]))
        check_that_faults_would_show(double, {**most, "model_types": takes_types}, unread)
    about = {
        **VERSIONS,
        "float32_noise": {part: rounded_up(value) for part, value in noise.items()},
        "numbers": "computed in float64, rounded to float32",
        "offsets": "code points of text / text_pair; offsets_utf16 = the same in UTF-16 units",
        "hidden_states": "[L + 1, T, D]: 0 = what layer 0 is given, i = what layer i - 1 gives",
        "attentions": "[L, H, T, T], row = query",
        "sentence_embedding": "mean of the last hidden state, L2-normalised",
        "masks": "positions of the mask token; mask_logits and candidates in this order",
        "queries, keys, values, scores, logits": "in the case that has steps: [L, H, T, d]; q k^T, unscaled; [T, V]",
    }
    write_json(folder / "cases.json", {"about": about, "cases": cases})
    return noise
