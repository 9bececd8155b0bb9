"""Writes tokenizers/charmap: what the reference takes each character for, asked of it one by one.

`[first, last, value]` a line, hexadecimal, characters that are not listed have none of it:
letter, number   \\p{L} and \\p{N} of its regular expressions
nfkd             the compatibility decomposition, where it is not the canonical one
grapheme         the part that a character plays at the borders of graphemes, found by what Precompiled makes of it
"""

from pathlib import Path

from tokenizers import Regex, normalizers, pre_tokenizers

from charsmap import charsmap

FOLDER = Path(__file__).resolve().parent.parent / "tokenizers" / "charmap"
POINTS = [point for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF]
SPACES = {9, 10, 11, 12, 13, 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}
SYLLABLES = range(0xAC00, 0xD7A4)
MARK = "\u0301"  # two bytes that join what is before them
PREPENDED = "\u0600"  # two bytes that join what is behind them
JAMO = "\u1100\u1161\u11a8"


def matching(pattern):
    split = pre_tokenizers.Split(Regex(pattern), "removed")
    found = set()
    for at in range(0, len(POINTS), 4096):
        text = "".join(map(chr, POINTS[at : at + 4096]))
        found |= set(text) - set("".join(piece for piece, _ in split.pre_tokenize_str(text)))
    return set(map(ord, found))


def compatibility():
    nfkd, nfd = normalizers.NFKD(), normalizers.NFD()
    for point in POINTS:
        parts = nfkd.normalize_str(chr(point))
        if parts != nfd.normalize_str(chr(point)):
            yield point, "+".join("%X" % ord(part) for part in parts)


def graphemes():
    """A grapheme of fewer than 6 bytes becomes what its first characters become, a longer one is taken character by character:
    so a base that is mapped, and a mark of two bytes behind it, which only a long grapheme keeps, tell what is joined."""
    # One map of characters that are bases here. The base of every probe is no longer than 3 bytes.
    n = normalizers.Precompiled(charsmap(dict.fromkeys("a©क" + JAMO, "X"))).normalize_str

    def joins(*around):
        """The characters c with which around[0] + c + around[1] is one grapheme."""
        before, after = around
        return {point for point in POINTS if n(before + chr(point) + after + MARK).endswith("X" + MARK)}

    # 5 bytes alone, 6 and more with any character before them.
    prepend = {point for point in POINTS if n(chr(point) + "a" + MARK + MARK).endswith("X" + MARK + MARK)}
    classes = {point: "prepend" for point in prepend}
    joined = {point for point in POINTS if n("a" + chr(point)) == "X"}
    conjunct = joins("क", "्क")
    classes |= {point: "extend" if point in conjunct else "spacing" for point in joined}
    classes |= {point: "linker" for point in joins("क", "क") - prepend}
    classes |= {point: "consonant" for point in joins("", "्क") - prepend}
    classes |= {point: "pictograph" for point in joins("", "\u200d©") - prepend}
    leading, vowel, trailing = (joins("", base) - prepend - set(SYLLABLES) for base in JAMO)
    classes |= {point: "lead" for point in leading}
    classes |= {point: "vowel" for point in vowel - leading}
    classes |= {point: "trail" for point in trailing - vowel}
    classes |= {point: "syllable" for point in SYLLABLES}
    # Whatever follows a prepended character of 2 bytes is joined, but for a control character. What has 4 bytes makes 6, and no
    # difference.
    prepended = normalizers.Precompiled(charsmap({PREPENDED: "X"})).normalize_str
    classes |= {point: "control" for point in POINTS if point < 0x10000 and prepended(PREPENDED + chr(point)) != "X"}
    return classes


def write(name, values):
    ranges = []
    for point, value in sorted(values.items()):
        if ranges and ranges[-1][1] == point - 1 and ranges[-1][2] == value and name != "nfkd":
            ranges[-1][1] = point
        else:
            ranges.append([point, point, value])
    lines = ["%X\t%X\t%s\n" % tuple(entry) for entry in ranges]
    (FOLDER / f"{name}.tsv").write_text("".join(lines))


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    if matching(r"\s") != SPACES:
        raise SystemExit("the reference's blanks are no longer those of WhitespaceSplit")
    write("letter", dict.fromkeys(matching(r"\p{L}"), "L"))
    write("number", dict.fromkeys(matching(r"\p{N}"), "N"))
    write("nfkd", dict(compatibility()))
    write("grapheme", graphemes())


if __name__ == "__main__":
    main()
