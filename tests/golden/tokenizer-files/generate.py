"""generate.py OUT : what the reference makes of tokenizer.json files that are not quite BERT's.

Needs the tokenizers package alone (0.23.3 made cases.json). Every case is one small file, with texts and the ids, code-point
offsets and word numbers that the reference gives them; words are -1 for what the post-processor adds. The first cases are
named by what they show, the rest are drawn at random, with a fixed seed.

Of added tokens with one normal form the reference takes one at random, anew each time that a file is loaded. Such cases are
loaded many times; what is written down is what it gives when it takes the lowest id, which must be among the answers.
"""
import json
import random
import sys
from pathlib import Path

import tokenizers
from tokenizers import Tokenizer

LOADS = 60
BERT = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True}
PRE = {"type": "BertPreTokenizer"}
POST = {"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]}
NFD, LOWER, STRIP = {"type": "NFD"}, {"type": "Lowercase"}, {"type": "StripAccents"}
SPECIAL = ["[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = ["cat", "dog", "the", "un", "##aff", "##able", "a", "b", "##a", "##b", "##s", "中", "国", "é", "e", "##e", "covid", "[",
         "]", "_", "-", "##_", ".", "7", "##7", "i", "##i", "i\u0307", "ß", "\u1112", "##\u1161", "##\u11ab", "café", "A", "中国",
         "x", "##x", "\u0301", "##\u0301", "##ing"]


def sequence(kind, key, *steps):
    return {"type": "Sequence", key: list(steps)}


def norms(*steps):
    return sequence("Sequence", "normalizers", *steps)


def pres(*steps):
    return sequence("Sequence", "pretokenizers", *steps)


def posts(*steps):
    return sequence("Sequence", "processors", *steps)


def added(id, content, **flags):
    off = dict(single_word=False, lstrip=False, rstrip=False, normalized=False, special=False)
    return {"id": id, "content": content, **off, **flags}


def file(vocab, added_tokens=(), normalizer=BERT, pre_tokenizer=PRE, post_processor=POST):
    model = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
             "vocab": vocab}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": list(added_tokens),
            "normalizer": normalizer, "pre_tokenizer": pre_tokenizer, "post_processor": post_processor, "decoder": None,
            "model": model}


def words(*more):
    return {piece: id for id, piece in enumerate([*SPECIAL, *more])}


def without(vocab, *pieces):
    return {piece: id for piece, id in vocab.items() if piece not in pieces}


FULL = words(*WORDS)
NEXT = len(FULL)
STRIPS = ["中国 中国", "中国  中国", " 中国\t中国 ", "a中国 cat", "中国", "中国。中国", "中国中国", "a 中国 \u3000 中国 b", "cat  cat cat", " cat"]
ALONE = ["cat", "cats", "a cat.", "_cat", "cat_", "7cat", "cat7", "cat-cat", "catcat", "cat cat", "écat", "cat\u0301", "\u0301cat",
         "中cat国", "cat\u3000", "[MASK]cat", "cat[MASK]cat", "cat'", "cat\u200dx", "cat\u203fx", "\u0903cat", "cat\u20dd", "Cat", "xCat"]
ALIKE = ["COVID", "covid", "Covid", "cóvid", "a covid.", "covidcovid", "COVID cóvid"]
MARKS = ["Café", "cafe\u0301", "İ", "I\u0307", "é\u0323\u0301", "\u0344", "\u0903a", "क\u093c", "a\u20dd", "한", "Å", "\u212b", "Ω", "\u302ea",
         "\U0001d16d\u302e", "x\u0301\u0316\u0301", "ẞ", "中É国", "a\u200bb", "\u0130\u0323", "ﬁ"]
SPLITS = ["a_b", "a-b", "cat's", "a..b", "中国", "a\u203fb", "7.7", "x\u0301-", "--", "a b\tc", "a\u00a0b", "$7", "e\u0903.", "😀a", "\u200da"]


def strip_cases():
    for flags in (dict(rstrip=True), dict(lstrip=True), dict(lstrip=True, rstrip=True), dict()):
        for normalized in (True, False):
            name = "+".join(flags) or "no strip"
            token = added(FULL["中国"], "中国", normalized=normalized, **flags)
            yield f"中国, {name}, normalized {normalized}", file(FULL, [token]), STRIPS
            tokens = [added(FULL["cat"], "cat", normalized=normalized, **flags), added(NEXT, " cat", normalized=normalized, **flags)]
            yield f"cat and ' cat', {name}, normalized {normalized}", file(FULL, tokens), ["cat cat", "cat  cat", "a cat  cat cat", "  cat "]
            tokens = [added(FULL["cat"], "cat", normalized=normalized, rstrip=True), added(NEXT, "  ", normalized=normalized),
                      added(NEXT + 1, "a ", normalized=normalized, **flags)]
            yield f"tokens of blanks, {name}, normalized {normalized}", file(FULL, tokens), ["cat    a  cat", "cat  a ", "a   a", "cat     ", "     "]


def alone_cases():
    for normalized in (True, False):
        for flags in (dict(), dict(lstrip=True, rstrip=True)):
            token = added(FULL["cat"], "cat", single_word=True, normalized=normalized, **flags)
            mask = added(FULL["[MASK]"], "[MASK]", special=True)
            name = f"single_word, {'+'.join(flags) or 'no strip'}, normalized {normalized}"
            yield name, file(FULL, [mask, token]), ALONE
            others = [token, added(NEXT, "the cat", normalized=normalized), added(NEXT + 1, "ca", normalized=normalized)]
            yield name + ", beside others", file(FULL, others), ["the cat", "the cats", "xcat ca cat", "the catcat", "_ca cat_"]
            yield name + ", 中国", file(FULL, [added(FULL["中国"], "中国", single_word=True, normalized=normalized, **flags)]), [
                "中国", "a中国", "中国a", "中国。", "国中国", "é中国 中国", "中国_"]


def alike_cases():
    sets = {
        "COVID and covid": [added(NEXT, "COVID", normalized=True), added(FULL["covid"], "covid", normalized=True)],
        "neither in the vocabulary": [added(NEXT, "Xa", normalized=True), added(NEXT + 1, "xA", normalized=True)],
        "three with accents": [added(NEXT, "Cóvid", normalized=True), added(NEXT + 1, "COVID", normalized=True),
                               added(FULL["covid"], "covid", normalized=True, special=True)],
        "one of them raw": [added(NEXT, "COVID", normalized=True), added(FULL["covid"], "covid")],
        "all raw": [added(NEXT, "COVID"), added(FULL["covid"], "covid", special=True), added(NEXT + 1, "cóvid")],
        "one content, raw and then normalised": [added(FULL["covid"], "covid"), added(FULL["covid"], "covid", normalized=True)],
    }
    for name, tokens in sets.items():
        yield "alike: " + name, file(FULL, tokens), ALIKE + ["xa XA xà"]


def id_cases():
    texts = ["the cat", "a dog unaffable", "cats", "new", "café 中国", "[MASK] a", "new cat"]
    twice = without(FULL, "dog")
    yield "an id that nothing has, in the middle", file(twice), texts
    yield "ids that nothing has, at the start and the end", file({piece: 3 * id + 5 for piece, id in twice.items()},
          post_processor={**POST, "sep": ["[SEP]", 11], "cls": ["[CLS]", 8]}), texts
    yield "one id far beyond the count", file({**twice, "dog": 1000}), texts
    yield "an added token at the id of the count, which is taken", file({**without(FULL, "x"), "x": NEXT}, [added(NEXT - 1, "new")]), texts
    yield "added tokens beyond the count are numbered on from it", file(twice, [added(NEXT, "new"), added(FULL["[MASK]"], "[MASK]")]), texts
    yield "added tokens are numbered in the order of the file", file(FULL, [added(NEXT + 1, "new"), added(NEXT, "the cat")]), texts


def wrapper_cases():
    yield "wrappers of one", file(FULL, [], norms(BERT), pres(PRE), posts(POST)), MARKS + SPLITS
    yield "wrappers of wrappers of one", file(FULL, [], norms(norms(BERT)), pres(pres(PRE)), posts(posts(POST))), MARKS + SPLITS
    yield "nothing to process", file(FULL, [], norms(BERT), pres(PRE), posts()), SPLITS
    orders = [[NFD, LOWER, STRIP], [NFD, STRIP, LOWER], [LOWER, NFD, STRIP], [NFD, LOWER], [LOWER], [NFD, STRIP], [STRIP], [LOWER, STRIP],
              [STRIP, LOWER], [NFD], [], [LOWER, LOWER], [{**BERT, "strip_accents": False, "lowercase": False}, NFD, LOWER, STRIP],
              [LOWER, BERT], [BERT, STRIP, LOWER], [NFD, NFD, STRIP, NFD, LOWER, STRIP]]
    for order in orders:
        name = ", ".join(step["type"] for step in order) or "nothing"
        tokens = [added(NEXT, "Éx", normalized=True, rstrip=True)]
        yield f"normaliser: {name}", file(FULL, tokens, norms(*order)), MARKS + ["éx a", "Éx a", "e\u0301x", "Ex a"]
    for step in (NFD, LOWER, STRIP):
        yield f"normaliser alone: {step['type']}", file(FULL, [], step), MARKS
    for options in ({}, {"strip_accents": True, "lowercase": False}, {"strip_accents": False}, {"handle_chinese_chars": False}, {"clean_text": False}):
        yield f"BertNormalizer with {options}", file(FULL, [], {**BERT, **options}), MARKS
    blanks, kinds, marks = {"type": "WhitespaceSplit"}, {"type": "Whitespace"}, {"type": "Punctuation"}
    for order in ([blanks], [kinds], [blanks, marks], [marks, blanks], [kinds, marks], [marks, kinds], [PRE, kinds], [{**marks, "behavior": "Isolated"}, PRE]):
        name = ", ".join(step["type"] for step in order)
        yield f"splitter: {name}", file(FULL, [added(FULL["cat"], "cat")], BERT, pres(*order)), SPLITS + MARKS
    yield "as the library's quick tour trains one", file(FULL, [added(i, s, special=True) for i, s in enumerate(SPECIAL)],
          norms(NFD, LOWER, STRIP), kinds), MARKS + SPLITS


def random_cases(count):
    draw = random.Random(20261201)
    contents = ["cat", "Cat", "COVID", "covid", "中国", "中", " cat", "cat ", "  ", "the cat", "_x", "x_", "a-b", "7", "é", "\tdog", "[MASK]",
                "b", "ab", "ß", "İ", "한", "a a", "中 国", "-"]
    parts = contents + MARKS + [" ", " ", "  ", "\t", "\u3000", "a", "_", "'", "\n", "x", "COVID", "\u2028", "\u0000", "unaffable"]
    for number in range(count):
        pieces = SPECIAL + draw.sample(WORDS, draw.randint(8, len(WORDS)))
        ids = sorted([0, 1, 2, 3] + draw.sample(range(4, len(pieces) + draw.choice([0, 0, 3, 9])), len(pieces) - 4))
        vocab, tokens = dict(zip(pieces, ids)), []
        for content in draw.sample(contents, draw.randint(1, 5)):
            flags = {flag: draw.random() < 0.35 for flag in ("single_word", "lstrip", "rstrip", "normalized", "special")}
            id = vocab.get(content, len(vocab) + sum(t["content"] not in vocab for t in tokens))
            tokens.append(added(id, content, **flags))
        if len({t["id"] for t in tokens}) < len(tokens):
            continue  # two that came to one id: refused, since the reference forgets one of them
        texts = ["".join(draw.choice(parts) for _ in range(draw.randint(1, 12))) for _ in range(6)]
        yield f"random {number}", file(vocab, tokens), texts


def answers(text, tokenizer):
    encoding = tokenizer.encode(text)
    return {"t": text, "i": encoding.ids, "o": [end for pair in encoding.offsets for end in pair],
            "w": [-1 if word is None else word for word in encoding.word_ids]}


def case(name, content, texts):
    source = json.dumps(content, ensure_ascii=False)
    tokenizer = Tokenizer.from_str(source)
    normal = lambda token: tokenizer.normalizer.normalize_str(token["content"]) if token["normalized"] else None
    forms = [normal(token) for token in content["added_tokens"] if token["normalized"]]
    if len(set(forms)) == len(forms):
        return {"name": name, "file": content, "texts": [answers(text, tokenizer) for text in texts]}
    loads = [Tokenizer.from_str(source) for _ in range(LOADS)]
    ids = {t["content"]: tokenizer.token_to_id(t["content"]) for t in content["added_tokens"]}
    lowest = {}
    for token in content["added_tokens"]:
        form, id = normal(token), ids[token["content"]]
        if form is not None:
            lowest[form] = min(id, lowest.get(form, id))
    unwanted = {id for content_, id in ids.items()} - set(lowest.values()) - {
        ids[t["content"]] for t in content["added_tokens"] if not t["normalized"]}
    chosen = []
    for text in texts:
        found = [answer for answer in (answers(text, load) for load in loads) if not unwanted & set(answer["i"])]
        assert found, (name, text)
        assert all(answer == found[0] for answer in found), (name, text)
        chosen.append(found[0])
    return {"name": name, "file": content, "texts": chosen}


def main():
    named = [*strip_cases(), *alone_cases(), *alike_cases(), *id_cases(), *wrapper_cases()]
    cases = [case(*parts) for parts in [*named, *random_cases(60)]]
    about = f"made by generate.py with tokenizers {tokenizers.__version__}"
    lines = ",\n".join(json.dumps(c, ensure_ascii=True, separators=(",", ":")) for c in cases)
    Path(sys.argv[1]).write_text('{"about":"%s","cases":[\n%s\n]}\n' % (about, lines))
    print(len(cases), "cases,", sum(len(c["texts"]) for c in cases), "texts")


main()
