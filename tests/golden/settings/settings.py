"""Writes cases.json: what the reference makes of texts under the settings that lie in a model's folder.

    python settings.py MODEL_FOLDER      with transformers==5.24.0 tokenizers==0.23.3, which need no torch for this

The tokenizer is loaded and called as sentence-transformers 6.2.0 does it (base/modules/transformer.py: the limit, the
Lowercase that do_lower_case puts before the normalizer; base/modality.py: a prompt is put before the first text).
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

import tokenizers
import transformers
from tokenizers.normalizers import Lowercase, Sequence

source = Path(sys.argv[1])
short = {"sentence_bert": {"max_seq_length": 24}}
cased = {"tokenizer_config": {"do_lower_case": False}}
left = {"truncation": {"direction": "Left", "max_length": 128, "strategy": "LongestFirst", "stride": 0}}
right = {"truncation": {**left["truncation"], "direction": "Right"}}
long = " ".join(f"word{i}" for i in range(400))
texts = ["It was TOO Tired", "Çà İstanbul ÉTÉ ΟΔΟΣ", "狗吃了食物 naïve", "[SEP] CLS [MASK]x", "x", ""]

# name, files (tokenizer: changed members of tokenizer.json), texts, prompt
cases = [
    ("max_seq_length", {"sentence_bert": {"max_seq_length": 40, "do_lower_case": False}}, [long, [long, "a b"]], ""),
    ("max_seq_length null", {"sentence_bert": {"max_seq_length": None}}, [long], ""),
    ("max_seq_length over the positions", {"sentence_bert": {"max_seq_length": 8192}}, [long], ""),
    ("model_max_length", {"tokenizer_config": {"model_max_length": 20}}, [long], ""),
    ("model_max_length of none", {"tokenizer_config": {"model_max_length": int(1e30)}}, [long], ""),
    (
        "both limits",
        {"sentence_bert": {"max_seq_length": 30}, "tokenizer_config": {"model_max_length": 20}},
        [long],
        "",
    ),
    ("lower case asked for twice", {"sentence_bert": {"do_lower_case": True}}, texts, ""),
    ("cased, then lower case", {"sentence_bert": {"do_lower_case": True}, **cased}, texts, ""),
    ("cased", cased, texts, ""),
    ("cased with accents stripped", {"tokenizer_config": {"do_lower_case": False, "strip_accents": True}}, texts, ""),
    ("accents kept", {"tokenizer_config": {"strip_accents": False}}, texts, ""),
    ("ideographs together", {"tokenizer_config": {"tokenize_chinese_chars": False}}, texts, ""),
    ("a file that names none of the switches", {"tokenizer_config": {}, "tokenizer": {"lowercase": False}}, texts, ""),
    (
        "a class that takes tokenizer.json as it is",
        {
            "tokenizer_config": {"tokenizer_class": "PreTrainedTokenizerFast", "do_lower_case": True},
            "tokenizer": {"lowercase": False},
        },
        texts,
        "",
    ),
    ("left in tokenizer.json", {"tokenizer": left, **short}, [long, [long, "a b"], ["a b", long], [long, long], "x"], ""),
    ("left in tokenizer_config.json", {"tokenizer": right, "tokenizer_config": {"truncation_side": "left"}, **short}, [long], ""),
    ("right over left", {"tokenizer": left, "tokenizer_config": {"truncation_side": "right"}, **short}, [long], ""),
    (
        "no token types",
        {"tokenizer_config": {"model_input_names": ["input_ids", "attention_mask"]}},
        ["x", ["a b", "c"]],
        "",
    ),
    ("prompt", {}, ["how are you", "x", "", ["a b", "c d"]], "query: "),
    ("prompt that the text goes on with", {}, ["ing it", ", he said"], "play"),
    ("prompt with a limit", {"sentence_bert": {"max_seq_length": 12}}, [long, "x"], "Represent this sentence: "),
    ("prompt beyond the BMP", {}, ["how 👍 are"], "👍 é "),
    ("prompt in capitals", {"sentence_bert": {"do_lower_case": True}, **cased}, ["Are You"], "İ QUERY: "),
]


def write(folder, files):
    for name in ("config.json", "modules.json", "1_Pooling"):
        path = source / name
        (shutil.copytree if path.is_dir() else shutil.copy)(path, folder / name)
    whole = json.loads((source / "tokenizer.json").read_text())
    change = files.get("tokenizer", {})
    for key, value in change.items():
        (whole["normalizer"] if key == "lowercase" else whole)[key] = value
    (folder / "tokenizer.json").write_text(json.dumps(whole))
    if "tokenizer_config" in files:
        (folder / "tokenizer_config.json").write_text(json.dumps(files["tokenizer_config"]))


def reference(folder, files):
    sentence = files.get("sentence_bert", {})
    most = sentence.get("max_seq_length")
    positions = json.loads((folder / "config.json").read_text())["max_position_embeddings"]
    given = {} if most is None else {"model_max_length": most}
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder, **given)
    if not given:
        tokenizer.model_max_length = min(tokenizer.model_max_length, positions)
    if sentence.get("do_lower_case"):
        normalizer = tokenizer.backend_tokenizer.normalizer
        tokenizer.backend_tokenizer.normalizer = Sequence([Lowercase(), normalizer])
    # A limit over the positions would end the reference's run.
    tokenizer.model_max_length = min(tokenizer.model_max_length, positions)
    return tokenizer


def utf16(text, point):
    return len(text[:point].encode("utf-16-le", "surrogatepass")) // 2


out = []
for name, files, inputs, prompt in cases:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write(folder, files)
        tokenizer = reference(folder, files)
        results = []
        for text in inputs:
            first, second = (text, None) if isinstance(text, str) else text
            pair = [] if second is None else [second]
            encoded = tokenizer(
                prompt + first, *pair, truncation="longest_first", return_offsets_mapping=True, return_token_type_ids=True
            )
            given = "token_type_ids" in tokenizer.model_input_names
            segments = encoded.encodings[0].sequence_ids
            whole = {0: prompt + first, 1: second, None: ""}
            results.append(
                {
                    "text": text,
                    "ids": encoded["input_ids"],
                    "types": encoded["token_type_ids"] if given else [0] * len(encoded["input_ids"]),
                    # Of the text with its prompt.
                    "offsets": [
                        [utf16(whole[s], start), utf16(whole[s], end)] if s is not None else [0, 0]
                        for s, (start, end) in zip(segments, encoded["offset_mapping"])
                    ],
                }
            )
        out.append({"name": name, "files": files, "prompt": prompt, "limit": tokenizer.model_max_length, "results": results})

about = {"transformers": transformers.__version__, "tokenizers": tokenizers.__version__, "after": "sentence-transformers 6.2.0"}
target = Path(__file__).parent / "cases.json"
target.write_text(json.dumps({"about": about, "cases": out}, ensure_ascii=False, separators=(",", ":")) + "\n")
print(target.stat().st_size, "bytes")
