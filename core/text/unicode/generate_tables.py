"""generate_tables.py CHARMAP OUT : writes unicode_tables.cpp from tests/golden/minilm/charmap.

The tables are those of the reference tokenizer, whose Unicode version is old, so they are made from what it does to each
code point (CHARMAP) and from no Unicode data of our own. Put together again they must give norm.tsv, what the reference does
with every switch on; the script stops where they do not. Plain Python, standard library only:

    python3 core/text/unicode/generate_tables.py tests/golden/minilm/charmap core/text/unicode/unicode_tables.cpp
"""
import sys
from pathlib import Path

LIMIT = 0x110000
BLOCK_BITS = 7  # 128 code points a block: smaller than 64 and 256 once compressed
FLAGS = ["DELETED", "BLANK", "IDEOGRAPH", "MARK", "WHITESPACE", "PUNCTUATION", "DECOMPOSES", "LOWERS", "WORD", "COMBINING"]
BIT = {name: 1 << i for i, name in enumerate(FLAGS)}
HANGUL = range(0xAC00, 0xD7A4)
DOTTED_I = 0x130  # the one character whose lower case is two


def read(folder, name):
    """{code point: third column} of one charmap file."""
    values = {}
    for line in (folder / (name + ".tsv")).read_text().splitlines():
        first, last, value = line.split("\t")
        for point in range(int(first, 16), int(last, 16) + 1):
            values[point] = value
    return values


def points(value):
    return [int(x, 16) for x in value.split("+")]


def hangul(point):
    lead, vowel, tail = (point - 0xAC00) // 588, (point - 0xAC00) % 588 // 28, (point - 0xAC00) % 28
    return [0x1100 + lead, 0x1161 + vowel] + ([0x11A7 + tail] if tail else [])


class Charmap:
    def __init__(self, folder):
        self.clean, self.cjk, self.mark = read(folder, "clean"), read(folder, "cjk"), read(folder, "mark")
        self.split = read(folder, "pretok")
        self.lower = {k: points(v) for k, v in read(folder, "lower").items()}
        self.decomposition = {k: points(v) for k, v in read(folder, "nfd").items()}
        self.word, self.accent = read(folder, "word"), read(folder, "combining")
        self.combining = {k: int(v) for k, v in read(folder, "ccc").items()}
        self.norm = read(folder, "norm")

    def properties(self, point):
        flags = {"DEL": BIT["DELETED"], "SPACE": BIT["BLANK"]}.get(self.clean.get(point), 0)
        flags |= {"WS": BIT["WHITESPACE"], "P": BIT["PUNCTUATION"]}.get(self.split.get(point), 0)
        flags |= BIT["IDEOGRAPH"] if point in self.cjk else 0
        flags |= BIT["MARK"] if point in self.mark else 0
        flags |= BIT["DECOMPOSES"] if point in self.decomposition or point in HANGUL else 0
        flags |= BIT["LOWERS"] if point in self.lower else 0
        flags |= BIT["WORD"] if point in self.word else 0
        flags |= BIT["COMBINING"] if point in self.accent else 0
        return flags, self.combining.get(point, 0)

    def check(self):
        """The switches, one after another, against norm.tsv."""
        assert [k for k, v in self.lower.items() if len(v) > 1] == [DOTTED_I] and self.lower[DOTTED_I] == [0x69, 0x307]
        for point in range(LIMIT):
            if self.clean.get(point) == "DEL":
                text = []
            else:
                text = [0x20] if self.clean.get(point) == "SPACE" else [point]
                text = [0x20, *text, 0x20] if point in self.cjk else text
                text = [d for c in text for d in (hangul(c) if c in HANGUL else self.decomposition.get(c, [c]))]
                text = [d for c in text if c not in self.mark for d in self.lower.get(c, [c])]
            want = self.norm.get(point, "KEEP")
            expected = {"KEEP": [point], "DEL": [], "CJK": [0x20, point, 0x20]}.get(want)
            if expected is None:
                expected = hangul(point) if want == "HANGUL-NFD" else points(want)
            assert text == expected, "U+%04X: %s, the reference says %s" % (point, text, expected)


def two_stage(values):
    blocks, index = {}, []
    for start in range(0, LIMIT, 1 << BLOCK_BITS):
        block = tuple(values[start : start + (1 << BLOCK_BITS)])
        index.append(blocks.setdefault(block, len(blocks)))
    assert len(blocks) < 256
    return index, [value for block in blocks for value in block]


def lower_ranges(lower):
    """(first, last, step, delta): every step-th character from first to last moves by delta."""
    ranges = []
    for point in sorted(p for p in lower if p != DOTTED_I):
        delta = lower[point][0] - point
        if ranges:
            last = ranges[-1]
            gap = point - last[1]
            if last[3] == delta and gap in (1, 2) and (last[0] == last[1] or last[2] == gap):
                last[1], last[2] = point, gap
                continue
        ranges.append([point, point, 1, delta])
    return ranges


def array(kind, name, values):
    lines, line = [], " "
    for value in values:
        text = " %d," % value
        if len(line) + len(text) > 118:
            lines.append(line)
            line = " "
        line += text
    return "const %s %s[%d] = {\n%s\n};\n" % (kind, name, len(values), "\n".join(lines + [line]))


def main():
    charmap = Charmap(Path(sys.argv[1]))
    charmap.check()
    classes, class_of = {}, []
    for point in range(LIMIT):
        class_of.append(classes.setdefault(charmap.properties(point), len(classes)))
    assert len(classes) <= 256
    index, blocks = two_stage(class_of)

    keys = sorted(charmap.decomposition)
    starts, tails = [], []
    for key in keys:
        starts.append(len(tails))
        tails += charmap.decomposition[key]
    starts.append(len(tails))
    ranges = lower_ranges(charmap.lower)

    out = [
        "// Generated by generate_tables.py from tests/golden/minilm/charmap; do not edit.\n// clang-format off\n"
        '#include "text/unicode/unicode_tables.h"\n\nnamespace attnscope::unicode::tables {\n',
        array("std::uint8_t", "kBlockIndex", index),
        array("std::uint8_t", "kBlocks", blocks),
        "const Properties kProperties[%d] = {\n%s\n};\n"
        % (len(classes), "\n".join("  {%d, %d}," % pair for pair in classes)),
        array("char32_t", "kDecomposed", keys),
        array("std::uint16_t", "kDecompositionStart", starts),
        array("char32_t", "kDecomposition", tails),
        "const LowerRange kLowerRanges[%d] = {\n%s\n};\n"
        % (len(ranges), "\n".join("  {%d, %d, %d, %d}," % tuple(r) for r in ranges)),
        "const std::size_t kDecomposedCount = %d;\nconst std::size_t kLowerRangeCount = %d;\n"
        % (len(keys), len(ranges)),
        "}  // namespace attnscope::unicode::tables\n",
    ]
    Path(sys.argv[2]).write_text("\n".join(out))
    print("%d classes, %d blocks, %d decompositions (%d code points), %d ranges of capitals"
          % (len(classes), len(blocks) >> BLOCK_BITS, len(keys), len(tails), len(ranges)))


main()
