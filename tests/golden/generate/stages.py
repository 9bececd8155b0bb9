"""Writes tokenizers/: small real tokenizers in every form that is read here, and what they make of thousands of texts.

The texts are drawn from a list of fragments by a generator that the tests have too, so that only what comes out is kept: hashes
of a hundred texts each, and for the first texts all of it, so that a failure can be read. A file is put together from a model
and the stages of a setting; `merges` are kept as "left right" and `pairs` says where they are handed over as pairs.
"""

import json
import tempfile
from base64 import b64encode
from pathlib import Path

import sentencepiece
import tokenizers
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

import characters
from common import FOREIGN, UNKNOWN, character_map, sentences, write_json

FOLDER = Path(__file__).resolve().parent.parent / "tokenizers"
COUNT, BLOCK, WHOLE = 5000, 100, 40
SYLLABLES = ["ka", "ri", "ton", "el", "un", "ing", "mo", "ber", "sta", "lo", "the", "ed", "pre", "vi", "or", "an", "chi", "ul", "es", "qu"]

FRAGMENTS = [
    *["the", "The", " the", "dog", " dogs", "teacher", "crossed", "ing", "un", "happy", "ed", " because", "it", "a", "b", "xyzzy"],
    *[" ", " ", " ", " ", "  ", "   ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\u2028", "\u200b", "\u0085"],
    *["'s", "'t", "'re", "'ve", "'m", "'ll", "'d", "'", "''", "``", '"', "'S", "'r", "'lx", " 's"],
    *[".", ",", "!", "?!", "...", "-", "_", "$", "^", "\\", "/", "[", "]", "(", "\u2019", "\u2581", " \u2581", "\u0120"],
    *["0", "12", "2026", " 7", "\u00bd", "\u0663", "\u2168", "\u00b2", "\u3007"],
    *FOREIGN,
    *UNKNOWN,
    *["\u00e9", "e\u0301", "\u00c5", "A\u030a", "a\u0323\u0301", "a\u0301\u0323", "\u0344", "\u0130", "I\u0307", "\u1e9e", "\u03a3"],
    *["\ufb01", "\uff21\uff22", "\u2122", "\u33a1", "\ufdfa", "\u2460", "\u01c5", "\u1d504", "\U0001d400", "\u3392", "\u2026"],
    *["\ud55c\uad6d", "\u1112\u1161\u11ab", "\uac00\u0301", "\u1100\u1161", "\u1161\u0301", "\u11a8", "\uac01\u11a8"],
    *["\u0915\u094d\u0937", "\u0915\u094d\u0915\u0301", "\u0939\u093f", "\u094d", "\u0e01\u0e33", "\u0600a\u0301", "\u0600"],
    *["\U0001f600", "\U0001f468\u200d\U0001f469\u200d\U0001f466", "\u00a9\u200d\u00ae\u0301", "\u200d", "\u200c", "\U0001f1e9\U0001f1ea"],
    *["\x00", "\x01", "\x7f", "\ufeff", "\ufffd", "\ue000", "\u0301", "\u0301\u0301", "n\u0303", "\ufe0f", "\u20dd"],
    *["<mask>", " <mask>", "<mask> ", "<s>", "</s>", "<unk>", "[CLS]", "[MASK]", "<0x41>", "<pad>", "Word", "New\u00c9"],
]


class Draws:
    """The multiplier and the increment are Knuth's for MMIX; the high bits count."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % bound


def training():
    """Sentences, and words made of syllables, without which a small trainer runs out of pieces."""
    draws = Draws(5)
    words = ["".join(SYLLABLES[draws.below(20) * draws.below(20) // 20] for _ in range(1 + draws.below(4))) for _ in range(2000)]
    return [*sentences(600, "stages"), *(" ".join(words[at : at + 8]) for at in range(0, len(words), 8))]


def texts():
    draws = Draws(12)
    for _ in range(COUNT):
        yield "".join(FRAGMENTS[draws.below(len(FRAGMENTS))] for _ in range(draws.below(17)))


def hashed(state, values):
    for value in values:
        state = (state ^ (value & 0xFFFFFFFF)) * 0x100000001B3 % 2**64
    return state


# Models, trained here.

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]


def trained_bpe(pre_tokenizer, **options):
    tokenizer = Tokenizer(models.BPE(unk_token=options.pop("unk_token", None)))
    tokenizer.pre_tokenizer = pre_tokenizer
    trainer = trainers.BpeTrainer(show_progress=False, special_tokens=SPECIAL, **options)
    tokenizer.train_from_iterator(training(), trainer)
    model = json.loads(tokenizer.to_str())["model"]
    model["merges"] = [" ".join(pair) for pair in model["merges"]]
    return model


def trained_unigram():
    # Its own trainer draws from a hash table's order; sentencepiece's does not.
    folder = Path(tempfile.mkdtemp())
    (folder / "text").write_text("\n".join(training()))
    rules = [("\ufb01", "fi"), ("\u2026", "..."), ("\u2122", "TM"), ("\u00bd", "1/2"), ("e\u0301", "\u00e9"), ("\u200b", "")]
    rules += [("\u0001", ""), ("\u3000", " "), ("\n", " "), ("\r", " "), ("\t", " "), ("\u1161", "A"), ("\u00ae", "(r)"), ("\u0915", "ka")]
    rules += [(chr(0xFF21 + i), chr(65 + i)) for i in range(26)]
    rows = ["\t".join(" ".join("%X" % ord(c) for c in side) for side in rule) for rule in rules]
    (folder / "rules.tsv").write_text("\n".join(rows) + "\n")
    sentencepiece.SentencePieceTrainer.train(
        input=str(folder / "text"), model_prefix=str(folder / "m"), vocab_size=320, model_type="unigram", num_threads=1,
        normalization_rule_tsv=str(folder / "rules.tsv"), control_symbols=["<mask>"], pad_id=3, minloglevel=2,
        hard_vocab_limit=False,
    )  # fmt: skip
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / "m.model"))
    vocab = [[pieces.id_to_piece(i), pieces.get_score(i)] for i in range(len(pieces))]
    return {"type": "Unigram", "unk_id": 0, "vocab": vocab}, b64encode(character_map((folder / "m.model").read_bytes())).decode()


def byte_level(prefix=False, trim=True, regex=True):
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": trim, "use_regex": regex}


def roberta(prefix=False, trim=True):
    return {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0], "trim_offsets": trim, "add_prefix_space": prefix}


def metaspace(scheme="always", split=True):
    return {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": scheme, "split": split}


def template(cls, sep, ids):
    def token(name, kind):
        return {"SpecialToken": {"id": name, "type_id": kind}}

    first, second = {"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}
    return {
        "type": "TemplateProcessing",
        "single": [token(cls, 0), first, token(sep, 0)],
        "pair": [token(cls, 0), first, token(sep, 0), second, token(sep, 1)],
        "special_tokens": {name: {"id": name, "ids": [ids[name]], "tokens": [name]} for name in (cls, sep)},
    }


def added(names, **changes):
    def entry(number, name):
        flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
        return {"id": number, "content": name, **flags, "special": True, **changes.get(name, {})}

    return [entry(number, name) for name, number in names.items()]


GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
MASK = {"<mask>": {"lstrip": True}}


def sequence(kind, steps):
    return {"type": "Sequence", kind: steps}


def all_settings(found, table):
    special = {name: number for number, name in enumerate(SPECIAL)}
    tokens = added(special, **MASK)
    split = {"type": "Split", "pattern": {"Regex": GPT2}, "behavior": "Isolated", "invert": False}
    bytes_only = byte_level(regex=False)
    sizes = {name: len(model["vocab"]) for name, model in found.items()}

    def bpe(name, model="bytes", pre=None, post=None, normalizer=None, change=None, pairs=True, extra=()):
        file = {"normalizer": normalizer, "pre_tokenizer": pre, "post_processor": post, "added_tokens": [*tokens, *extra]}
        return {"name": name, "model": model, "change": change or {}, "pairs": pairs, "file": file}

    yield bpe("RoBERTa", pre=byte_level(), post=roberta())
    yield bpe("RoBERTa, add_prefix_space", pre=byte_level(True), post=roberta(True))
    yield bpe("RoBERTa, offsets with blanks", pre=byte_level(True), post=roberta(True, False))
    yield bpe("RoBERTa, a prefix that the processor does not know", pre=byte_level(True), post=roberta(False))
    yield bpe("GPT-2", pre=byte_level(), post=byte_level(trim=False), pairs=False)
    yield bpe("GPT-2, trimmed", pre=byte_level(), post=byte_level(True, True), pairs=False)
    processors = sequence("processors", [byte_level(), template("<s>", "</s>", special)])
    yield bpe("Split and bytes", pre=sequence("pretokenizers", [split, bytes_only]), post=processors)
    yield bpe("bytes without a pattern", pre=byte_level(True, regex=False), post=None)
    half = {"ignore_merges": True}
    yield bpe("ignore_merges", "half", pre=byte_level(), post=roberta(), change=half)
    yield bpe("half the merges", "half", pre=byte_level(), post=roberta())
    yield bpe("bytes without tokens", "few", pre=byte_level(), post=roberta())
    upper = added({"Word": sizes["bytes"], "New\u00c9": sizes["bytes"] + 1}, Word={"normalized": True, "single_word": True},
                  **{"New\u00c9": {"normalized": True, "rstrip": True}})  # fmt: skip
    lower = sequence("normalizers", [{"type": "NFKD"}, {"type": "Lowercase"}])
    yield bpe("normalised, and tokens that are", pre=byte_level(), post=roberta(), normalizer=lower, extra=upper)
    blanks = {"type": "WhitespaceSplit"}
    yield bpe("letters", "letters", pre=blanks)
    yield bpe("letters, fuse_unk", "letters", pre={"type": "Whitespace"}, change={"fuse_unk": True})
    yield bpe("letters, byte_fallback", "fallback", pre=metaspace("first", False), change={"byte_fallback": True, "fuse_unk": True})
    bert = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True}
    yield bpe("letters, as BERT splits", "letters", pre={"type": "BertPreTokenizer"}, normalizer=bert)

    marks = added({"<unk>": 0, "<s>": 1, "</s>": 2, "<pad>": 3, "<mask>": 4}, **MASK)
    quotes = [{"type": "Replace", "pattern": {"String": text}, "content": '"'} for text in ("``", "''")]
    mapped = {"type": "Precompiled", "precompiled_charsmap": table}
    runs = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
    plain = [{"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"}]
    frame = template("<s>", "</s>", {"<s>": 1, "</s>": 2})

    def unigram(name, normalizer=None, pre=None, post=frame, change=None, model="pieces"):
        file = {"normalizer": normalizer, "pre_tokenizer": pre, "post_processor": post, "added_tokens": marks}
        return {"name": name, "model": model, "change": change or {}, "pairs": True, "file": file}

    words = sequence("pretokenizers", [blanks, metaspace()])
    yield unigram("ALBERT", sequence("normalizers", [*quotes, *plain, mapped]), words)
    yield unigram("ALBERT, older", sequence("normalizers", [*quotes, *plain, mapped, runs]), words)
    yield unigram("XLM-R", sequence("normalizers", [mapped, runs]), metaspace())
    yield unigram("map alone", mapped, metaspace("first", False))
    yield unigram("never", None, metaspace("never"))
    yield unigram("first", None, metaspace("first"))
    old = {"type": "Metaspace", "replacement": "\u2581", "str_rep": "\u2581"}
    yield unigram("add_prefix_space", None, {**old, "add_prefix_space": True})
    yield unigram("no add_prefix_space", None, {**old, "add_prefix_space": False, "prepend_scheme": "never"}, None)
    yield unigram("byte_fallback", None, metaspace(), change={"byte_fallback": True}, model="fallback pieces")
    yield unigram("byte_fallback with a byte missing", None, metaspace(), change={"byte_fallback": True})


def assembled(setting, found):
    model = {**found[setting["model"]], **setting["change"]}
    if setting["pairs"] and "merges" in model:
        model["merges"] = [merge.split(" ") for merge in model["merges"]]
    return {"version": "1.0", "truncation": None, "padding": None, **setting["file"], "decoder": None, "model": model}


def encoded(tokenizer, text, pair):
    out = tokenizer.encode(text, pair)
    offsets = [place for start_end in out.offsets for place in start_end]
    words = [-1 if word is None else word for word in out.word_ids]
    return {"i": out.ids, "o": offsets, "w": words, "y": out.type_ids}


def main():
    characters.main()
    letters = Regex(r".")
    found = {"bytes": trained_bpe(pre_tokenizers.ByteLevel(add_prefix_space=False), vocab_size=560,
                                  initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()))}  # fmt: skip
    found["half"] = {**found["bytes"], "merges": found["bytes"]["merges"][::2]}
    # Without the letters that only bytes beyond ASCII need, and what holds them.
    few = {token: number for token, number in found["bytes"]["vocab"].items() if token.isascii() or "\u0120" in token or number < 5}
    merges = [m for m in found["bytes"]["merges"] if all(part in few for part in (*m.split(" "), m.replace(" ", "")))]
    found["few"] = {**found["bytes"], "vocab": few, "merges": merges}
    found["letters"] = trained_bpe(pre_tokenizers.WhitespaceSplit(), vocab_size=160, unk_token="<unk>")
    fallback = dict(found["letters"]["vocab"])
    for byte in range(256):
        fallback["<0x%02X>" % byte] = len(fallback)
    found["fallback"] = {**found["letters"], "vocab": fallback}
    found["pieces"], table = trained_unigram()
    more = [["<0x%02X>" % byte, 0.0] for byte in range(256)]
    found["fallback pieces"] = {**found["pieces"], "vocab": [*found["pieces"]["vocab"], *more]}
    inputs = list(texts())
    settings = []
    for setting in all_settings(found, table):
        tokenizer = Tokenizer.from_str(json.dumps(assembled(setting, found)))
        state, blocks, whole = 0xCBF29CE484222325, [], []
        for at, text in enumerate(inputs):
            pair = inputs[at + 1] if at % 4 == 3 and at + 1 < COUNT and inputs[at + 1] else None
            out = encoded(tokenizer, text, pair)
            for part in "iowy":
                state = hashed(state, [len(out[part]), *out[part]])
            if at < WHOLE:
                whole.append(out)
            if at % BLOCK == BLOCK - 1:
                blocks.append("%016x" % state)
                state = 0xCBF29CE484222325
        settings.append({**setting, "blocks": blocks, "texts": whole})
    about = {"tokenizers": tokenizers.__version__, "sentencepiece": sentencepiece.__version__}
    write_json(FOLDER / "models.json", {"about": about, **{name: model for name, model in found.items()}})
    write_json(FOLDER / "stages.json", {"about": about, "count": COUNT, "block": BLOCK, "fragments": FRAGMENTS, "settings": settings})


if __name__ == "__main__":
    main()
