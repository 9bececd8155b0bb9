"""The shipped folder: weights rounded to 16 bits, the tokenizer's files once, and a tokenizer.json of the same words."""

import json
import shutil
import sys
import tempfile
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from transformers import MarianMTModel, MarianTokenizer

from model import new_model
from vocabulary import END, PAD, SOURCE_MAP, TARGET_MAP, UNKNOWN, pieces_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from vocabularies import character_map  # noqa: E402

FILES = ("source.spm", "target.spm", "vocab.json", "tokenizer_config.json")


def tokenizer_file(vocabulary, scratch):
    """Both sides in one file: pair encoding without any pair, so that a word is there whole or is unknown."""
    mapped = {**TARGET_MAP, **SOURCE_MAP}
    charsmap = character_map(pieces_of([("a",)], mapped, scratch))
    model = models.BPE(vocabulary, [], unk_token=UNKNOWN, fuse_unk=True, ignore_merges=True)
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.Precompiled(charsmap)
    words = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), words])
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.post_processor = processors.TemplateProcessing(single=f"$A {END}", special_tokens=[(END, vocabulary[END])])
    tokenizer.add_special_tokens([END, UNKNOWN, PAD])
    return tokenizer


def rounded(state, words):
    model = new_model(words)
    model.load_state_dict(state)
    model.final_logits_bias.requires_grad_(False)
    return model.eval().half()


def ship(work, folder, early):
    """done/ is a whole Marian folder; random/ and early/ have weights alone, for the same other files."""
    vocabulary = json.loads((work / "model" / "vocab.json").read_text(encoding="utf-8"))
    last = max(int(path.stem.removeprefix("step-")) for path in work.glob("step-*.pt"))
    for name, step in (("done", last), ("early", early), ("random", 0)):
        target = folder / name
        shutil.rmtree(target, ignore_errors=True)
        rounded(torch.load(work / f"step-{step}.pt"), len(vocabulary)).save_pretrained(target)
        (target / "model.safetensors").chmod(0o644)
        if name != "done":
            for left_over in ("config.json", "generation_config.json"):
                (target / left_over).unlink()
    for name in FILES:
        shutil.copyfile(work / "model" / name, folder / "done" / name)
    with tempfile.TemporaryDirectory() as scratch:
        text = tokenizer_file(vocabulary, Path(scratch)).to_str()
    (folder / "done" / "tokenizer.json").write_text(text + "\n", encoding="utf-8")


def load(folder, snapshot="done", dtype=torch.float32):
    """A snapshot with its 16-bit weights, computed in `dtype`."""
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("config.json", "generation_config.json"):
            shutil.copyfile(folder / "done" / name, Path(scratch) / name)
        shutil.copyfile(folder / snapshot / "model.safetensors", Path(scratch) / "model.safetensors")
        return MarianMTModel.from_pretrained(scratch, dtype=torch.float32, attn_implementation="eager").to(dtype).eval()


def tokenizer_of(folder):
    return MarianTokenizer.from_pretrained(folder / "done")
