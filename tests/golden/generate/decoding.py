"""Writes tokenizers/decoders.json: what tokenizers' decoders make of thousands of lists of ids, in every form that is read here.

Every other list is what the setting's own tokenizer makes of a text of stages.py, less its start; the others are drawn.
"""

import json

import tokenizers
from tokenizers import Tokenizer

from common import write_json
from stages import BLOCK, COUNT, FOLDER, WHOLE, Draws, assembled, hashed, metaspace, sequence, texts

MARKS = [
    *["[UNK]", "[CLS]", "[SEP]", "the", "dog", "##s", "##ing", "##", ".", "?", "!", ",", "'", "n't", "'m", "do", "not", "'s"],
    *["'ve", "'re", "do not", "a .", "##.", "x ' y", "狗", "##é", "un", "##happy", "t", "2026", "##0", "-", "##'s", "ed", "is not"],
]


def replace(text, content):
    return {"type": "Replace", "pattern": {"String": text}, "content": content}


def strip(content, start, stop=0):
    return {"type": "Strip", "content": content, "start": start, "stop": stop}


def all_decoders():
    """The setting of stages.py that has the model and the stages, and a decoder."""
    for name in ("RoBERTa", "GPT-2", "normalised, and tokens that are"):
        yield name, "ByteLevel", {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    yield "GPT-2", "none", None
    yield "XLM-R", "Metaspace", metaspace()
    yield "first", "Metaspace, first", metaspace("first")
    yield "never", "Metaspace, never", metaspace("never")
    old = {"type": "Metaspace", "replacement": "▁", "str_rep": "▁"}
    yield "add_prefix_space", "Metaspace, older", {**old, "add_prefix_space": True}
    without = {**old, "add_prefix_space": False, "prepend_scheme": "never"}
    yield "no add_prefix_space", "Metaspace, older, without", without
    yield "letters", "BPEDecoder", {"type": "BPEDecoder", "suffix": "e"}
    for cleanup in (True, False):
        yield "marks", f"WordPiece, cleanup {cleanup}", {"type": "WordPiece", "prefix": "##", "cleanup": cleanup}
    llama = [replace("▁", " "), {"type": "ByteFallback"}, {"type": "Fuse"}, strip(" ", 1)]
    yield "letters, byte_fallback", "ByteFallback", sequence("decoders", llama)
    yield "byte_fallback", "ByteFallback and Metaspace", sequence("decoders", [{"type": "ByteFallback"}, metaspace()])
    fused = [{"type": "Fuse"}, replace("▁t", "<T>"), replace("e", ""), strip("a", 2)]
    yield "never", "Fuse, Replace, Strip", sequence("decoders", fused)


def marks():
    vocab = {token: number for number, token in enumerate(MARKS)}
    model = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100}
    special = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    added = [{"id": number, "content": MARKS[number], **special} for number in (1, 2)]
    normalizer = dict.fromkeys(("clean_text", "handle_chinese_chars", "strip_accents", "lowercase"), False)
    file = {"normalizer": {"type": "BertNormalizer", **normalizer}, "pre_tokenizer": {"type": "BertPreTokenizer"}, "post_processor": None, "added_tokens": added}
    return {"name": "marks", "model": "marks", "change": {}, "pairs": False, "file": file}, {**model, "vocab": vocab}


def main():
    found = json.loads((FOLDER / "models.json").read_text(encoding="utf-8"))
    stages = json.loads((FOLDER / "stages.json").read_text(encoding="utf-8"))
    settings = {setting["name"]: setting for setting in stages["settings"]}
    settings["marks"], found["marks"] = marks()
    inputs, written = list(texts()), []
    for of, name, decoder in all_decoders():
        setting = {key: settings[of][key] for key in ("model", "change", "pairs", "file")}
        setting["file"] = {**setting["file"], "decoder": decoder}
        file = {**assembled(setting, found), "decoder": decoder}
        tokenizer = Tokenizer.from_str(json.dumps(file))
        size, draws = tokenizer.get_vocab_size(), Draws(31)
        state, blocks, whole = 0xCBF29CE484222325, [], []
        for at, text in enumerate(inputs):
            if at % 2 == 0:
                ids = tokenizer.encode(text).ids
                ids = ids[draws.below(len(ids) + 1) :]
            else:
                ids = [draws.below(size + 2) for _ in range(draws.below(13))]
            out = tokenizer.decode(ids, skip_special_tokens=at % 3 == 0)
            spelt = out.encode()
            state = hashed(state, [len(spelt), *spelt])
            if at < WHOLE:
                whole.append(out)
            if at % BLOCK == BLOCK - 1:
                blocks.append("%016x" % state)
                state = 0xCBF29CE484222325
        written.append({"name": f"{of}: {name}", **setting, "size": size, "blocks": blocks, "texts": whole})
    about = {"tokenizers": tokenizers.__version__}
    more = {"about": about, "count": COUNT, "block": BLOCK, "models": {"marks": found["marks"]}, "settings": written}
    write_json(FOLDER / "decoders.json", more)


if __name__ == "__main__":
    main()
