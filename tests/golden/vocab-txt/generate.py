"""What BertTokenizerFast makes of a vocab.txt and the settings beside it: writes cases.json.

Usage: python generate.py MODEL_FOLDER   (whose tokenizer.json gives the vocabulary)
Made with transformers 4.57.6, tokenizers 0.22.2.
"""

import json
import pathlib
import sys
import tempfile

from transformers import AutoTokenizer

here = pathlib.Path(__file__).parent
own = json.loads((pathlib.Path(sys.argv[1]) / "tokenizer.json").read_text())["model"]["vocab"]
pieces = "".join(f"{piece}\n" for piece, _ in sorted(own.items(), key=lambda pair: pair[1]))

plain = {"content": "[MASK]", "lstrip": True, "rstrip": False, "single_word": False, "normalized": False}
decoder = {
    str(own[name]): {**plain, "content": name, "lstrip": name == "[MASK]", "special": True}
    for name in ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
}
small = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "cat", "##s", "Cat", "é", "caf", "##é", "e"]

# name -> vocab.txt (None: the model's), tokenizer_config.json, special_tokens_map.json, added_tokens.json
settings = {
    "no settings": (None, None, None, None),
    "cased": (None, {"do_lower_case": False}, None, None),
    "cased, accents stripped": (None, {"do_lower_case": False, "strip_accents": True}, None, None),
    "lower case, accents kept": (None, {"do_lower_case": True, "strip_accents": False}, None, None),
    "strip_accents null": (None, {"strip_accents": None, "tokenizer_class": "BertTokenizer"}, None, None),
    "ideographs in words": (None, {"tokenize_chinese_chars": False}, None, None),
    "a mask that takes the blank": (None, None, {"mask_token": plain}, None),
    "a mask in both files": (None, {"mask_token": "[PAD]"}, {"mask_token": plain}, None),
    "another token for what is unknown": (None, {"unk_token": "[unused0]"}, None, None),
    "one special token more": (None, None, {"additional_special_tokens": ["[NEW]", "cat"]}, None),
    "added tokens of the old kind": (None, None, {"additional_special_tokens": ["[B]"]}, {"Aé": 30523, "[B]": 30522}),
    "added tokens of the new kind": (
        None,
        {"added_tokens_decoder": {**decoder, "30522": {**plain, "content": "Né", "normalized": True, "special": False}}},
        {"mask_token": "[PAD]"},
        None,
    ),
    "lines of Windows": ("\r\n".join(small) + "\r\n", None, None, None),
    "an empty line": ("\n".join([*small, "", "dog"]), None, None, None),
}

stress = [json.loads(line)["t"] for line in (here / "../minilm/stress.jsonl").read_text().splitlines()]
texts = stress[:: max(1, len(stress) // 60)] + [
    "The Café's cats, CATS & naïve Ünïcode",
    "a [MASK] b[MASK]c",
    "中国 and 日本語 mixed混ぜて",
    "[NEW] cats [NEW]cat [B] Aé aé Né né NÉ",
    "the cats cat Cats é E É e café CAFÉ dog [PAD] [CLS]",
    "İstanbul ŞĞ ﬁ Å",
]


def encode(vocabulary, config, special, added):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "config.json").write_text('{"model_type": "bert"}')
        (path / "vocab.txt").write_bytes((vocabulary or pieces).encode())
        names = ["tokenizer_config.json", "special_tokens_map.json", "added_tokens.json"]
        for name, content in zip(names, [config, special, added]):
            if content is not None:
                (path / name).write_text(json.dumps(content))
        tokenizer = AutoTokenizer.from_pretrained(folder)
    cases = []
    for text in texts:
        encoding = tokenizer(text, "the cat", return_offsets_mapping=True)
        offsets = [place for pair in encoding["offset_mapping"] for place in pair]
        cases.append({"ids": encoding["input_ids"], "types": encoding["token_type_ids"], "offsets": offsets})
    return cases


made = [
    {
        "name": name,
        "vocabulary": files[0],
        **{key: json.dumps(content) if content is not None else "" for key, content in zip(["config", "special", "added"], files[1:])},
        "cases": encode(*files),
    }
    for name, files in settings.items()
]
text = json.dumps({"texts": texts, "settings": made}, ensure_ascii=True, separators=(",", ":"))
(here / "cases.json").write_text(text + "\n")
