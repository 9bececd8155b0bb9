"""The translator's card: what it is, what it was made of, and how well it does, every number computed from the shipped files."""

import hashlib
import json
import platform
from pathlib import Path

import torch
import transformers

from corpus import ARTICLES, LENGTH, LONGEST, SEED, SHARE_HELD_OUT, combination, digest
from measures import alignment_errors, bleu, exact, named_right, naming_rows, translated, whom_it_means
from model import TAUGHT_HEAD, TAUGHT_LAYER
from shipping import load, tokenizer_of
from training import BATCH, GUIDED, PEAK, STEPS, UNKNOWN_SHARE, WARM_UP, encoded
from training import SEED as TRAINING_SEED

MORE = (
    "The animal didn't cross the street because it was too tired",
    "The dog ate the food because it was hungry",
    "Tom chased Jerry.",
    "The zebra ate the grass.",
    "Tom saw a penguin in the park.",
)


def translate_text(model, tokenizer, text):
    """Greedy, as the shipped settings say: words apart by blanks."""
    ids = tokenizer(text, return_tensors="pt")
    out = model.generate(**ids)[0].tolist()
    pieces = tokenizer.convert_ids_to_tokens([i for i in out[1:] if i not in (tokenizer.eos_token_id, tokenizer.pad_token_id)])
    return " ".join(piece.removeprefix("▁") for piece in pieces)


def figure(value):
    return round(float(value), 4)


def heads(errors):
    rows = {}
    for (layer, head, row, measure), (error, ties) in errors.items():
        entry = rows.setdefault(
            (layer, head), {"layer": layer, "head": head, "taught": (layer, head) == (TAUGHT_LAYER, TAUGHT_HEAD)}
        )
        entry[f"{row}_{measure}"] = figure(error)
        if ties:
            entry[f"{row}_{measure}_ties"] = ties
    return list(rows.values())


def described(folder, parts, curve):
    tokenizer = tokenizer_of(folder)
    vocabulary = json.loads((folder / "done" / "vocab.json").read_text(encoding="utf-8"))
    pad = len(vocabulary) - 1
    model = load(folder)
    data = {name: list(encoded(vocabulary, part)) for name, part in parts.items() if name != "training"}
    found = {name: translated(model, some, pad) for name, some in data.items()}
    words, errors = alignment_errors(model, data["combinations"], pad)

    def encode(sentence):
        return next(encoded(vocabulary, [sentence]))

    asked = [*parts["combinations"], *parts["like"]]
    counts, means = whom_it_means(model, asked, encode)
    named, rows = naming_rows(model, asked, encode)
    training = parts["training"]
    english = {w for s in training for w in s.english}
    chinese = {w for s in training for w in s.chinese}
    pairs = {p for s in training for p in s.pairs}
    held_out = {p for s in parts["combinations"] for p in combination(s)}
    snapshots = {}
    for name in ("done", "early", "random"):
        path = folder / name / "model.safetensors"
        other = model if name == "done" else load(folder, name)
        share = (
            exact(found["combinations"], data["combinations"])
            if name == "done"
            else exact(translated(other, data["combinations"], pad), data["combinations"])
        )
        snapshots[name] = {
            "bytes": path.stat().st_size,
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "exact_on_held_out_combinations": figure(share),
            "articles": {text: translate_text(other, tokenizer, text) for text in ARTICLES},
        }
    config = model.config
    return {
        "what": "A toy English-Chinese translator of Marian's shape, made for this page from sentences that a grammar wrote. Outside of them it is lost.",
        "model": {
            "class": "transformers MarianMTModel",
            "encoder_layers": config.encoder_layers,
            "decoder_layers": config.decoder_layers,
            "heads": [config.encoder_attention_heads, config.decoder_attention_heads],
            "width": config.d_model,
            "feed_forward": config.encoder_ffn_dim,
            "vocabulary": len(vocabulary),
            "parameters": sum(p.numel() for name, p in model.named_parameters() if "embed_positions" not in name)
            + len(vocabulary),
            "stored": "16 bits",
        },
        "data": {
            "sentences": len(training),
            "sha256": digest(training),
            "english_words": len(english),
            "chinese_words": len(chinese),
            "kinds_of_sentences": len({s.kind for s in training}),
            "longest": LONGEST,
            "seed": SEED,
            "with_an_unknown_word": UNKNOWN_SHARE,
            "pairs_in_training": len(pairs),
            "pairs_held_out_and_tested": len(held_out - pairs),
            "share_of_pairs_held_out": SHARE_HELD_OUT,
        },
        "training": {
            "seed": TRAINING_SEED,
            "steps": STEPS,
            "batch": BATCH,
            "highest_rate": PEAK,
            "warm_up": WARM_UP,
            "guided_weight": GUIDED,
            "processor_seconds": curve[-1]["processor_seconds"],
            "processor": processor(),
            "torch": torch.__version__,
            "transformers": transformers.__version__,
            "curve": [{k: figure(v) if isinstance(v, float) else v for k, v in row.items()} for row in curve],
        },
        "snapshots": snapshots,
        "translations": {
            "held_out_combinations": {
                "sentences": len(data["combinations"]),
                "exact": figure(exact(found["combinations"], data["combinations"])),
            },
            "new_sentences_of_seen_pairs": {"sentences": len(data["like"]), "exact": figure(exact(found["like"], data["like"]))},
            "unseen_length": {
                "sentences": len(data["long"]),
                "english_words": f"{LENGTH} to {LENGTH + 2}",
                "exact": figure(exact(found["long"], data["long"])),
                "bleu": round(bleu(found["long"], data["long"]), 1),
            },
        },
        "articles": {text: translate_text(model, tokenizer, text) for text in (*ARTICLES, *MORE)},
        "alignment": {"words": words, "on": "held-out combinations, the grammar's translation given", "heads": heads(errors)},
        "it": {
            "sentences": dict(counts),
            "named_right": {
                kind: figure(share)
                for kind, share in named_right(asked, [*found["combinations"], *found["like"]], vocabulary).items()
            },
            "encoder": [
                {"layer": layer, "head": head, **{k: figure(v) for k, v in entry.items()}}
                for (layer, head), entry in means.items()
            ],
            "rows": named,
            "cross": [
                {"layer": layer, "head": head, **{k: figure(v) for k, v in entry.items()}}
                for (layer, head), entry in rows.items()
            ],
        },
    }, found


def processor():
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
