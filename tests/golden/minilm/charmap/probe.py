"""probe.py OUTDIR : what the reference's BertNormalizer does to one code point, one switch at a time.

Needs the tokenizers package (0.23.3 made the files here); nothing else of the project does. norm.tsv and its
neighbours show all switches at once; models that keep case or accents need them apart:
  clean.tsv  start end DEL|SPACE : clean_text alone
  cjk.tsv    start end CJK       : handle_chinese_chars alone puts spaces around it
  mark.tsv   start end MARK      : strip_accents alone deletes it (what it is after decomposition)
  lower.tsv  start end result    : lowercase alone; hex code points joined by '+'
and what other parts of the library ask about a character:
  combining.tsv  start end COMBINING : the StripAccents normaliser deletes it
  word.tsv       start end WORD      : an added token with single_word is not found right after it
"""
import sys
from pathlib import Path

from tokenizers import AddedToken, Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import NFD, BertNormalizer, StripAccents


def switch(**on):
    off = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    normalise = BertNormalizer(**{**off, **on}).normalize_str

    def one(character):
        result = normalise("x" + character + "x")  # between letters, as at a text's edge spaces could be lost
        assert result[0] == "x" and result[-1] == "x"
        return result[1:-1]

    return one


def is_word_before():
    tokenizer = Tokenizer(WordPiece({"[UNK]": 0, "cat": 1}, unk_token="[UNK]"))
    tokenizer.add_tokens([AddedToken("cat", single_word=True, normalized=False)])
    return lambda character: 1 not in tokenizer.encode(character + "cat").ids


def ranges(rows):
    joined = []
    for point, value in rows:
        if joined and joined[-1][1] == point - 1 and joined[-1][2] == value:
            joined[-1][1] = point
        else:
            joined.append([point, point, value])
    return joined


def main():
    folder = Path(sys.argv[1])
    clean, cjk = switch(clean_text=True), switch(handle_chinese_chars=True)
    strip, lower, decompose = switch(strip_accents=True), switch(lowercase=True), NFD().normalize_str
    strip_accents, is_word = StripAccents().normalize_str, is_word_before()
    rows = {"clean": [], "cjk": [], "mark": [], "lower": [], "combining": [], "word": []}
    for point in range(0x110000):
        if 0xD800 <= point <= 0xDFFF:
            continue
        character = chr(point)
        cleaned = clean(character)
        if cleaned != character:
            assert cleaned in ("", " ")
            rows["clean"].append((point, "SPACE" if cleaned else "DEL"))
        spaced = cjk(character)
        if spaced != character:
            assert spaced == " " + character + " "
            rows["cjk"].append((point, "CJK"))
        if decompose(character) == character and strip(character) != character:
            assert strip(character) == ""
            rows["mark"].append((point, "MARK"))
        lowered = lower(character)
        if lowered != character:
            rows["lower"].append((point, "+".join("%X" % ord(x) for x in lowered)))
        if strip_accents(character) == "":
            rows["combining"].append((point, "COMBINING"))
        if is_word(character):
            rows["word"].append((point, "WORD"))
    for name, points in rows.items():
        text = "".join("%X\t%X\t%s\n" % tuple(row) for row in ranges(points))
        (folder / (name + ".tsv")).write_text(text)


main()
