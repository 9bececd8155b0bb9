"""generate_tables.py CHARMAP MORE OUT : writes unicode_tables.cpp from the charmap folders of tests/golden.

The tables are those of the reference tokenizer, whose Unicode version is old, so they are made from what it does to each
code point (CHARMAP, and MORE for what BERT does not ask) and from no Unicode data of our own. Put together again they must give norm.tsv, what the reference does
with every switch on; the script stops where they do not. Plain Python, standard library only:

    python3 core/text/unicode/generate_tables.py tests/golden/{minilm,tokenizers}/charmap core/text/unicode/unicode_tables.cpp
"""
import sys
from pathlib import Path

LIMIT = 0x110000
FLAGS = [
    *["DELETED", "BLANK", "IDEOGRAPH", "MARK", "WHITESPACE", "PUNCTUATION", "DECOMPOSES", "LOWERS", "WORD", "COMBINING"],
    *["LETTER", "NUMBER", "COMPATIBLE"],
]
GRAPHEMES = ["", "control", "extend", "spacing", "prepend", "lead", "vowel", "trail", "syllable", "pictograph", "consonant", "linker"]
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
    def __init__(self, folder, more):
        self.letter, self.number, self.grapheme = read(more, "letter"), read(more, "number"), read(more, "grapheme")
        self.compatible = {k: points(v) for k, v in read(more, "nfkd").items()}
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
        flags |= BIT["LETTER"] if point in self.letter else 0
        flags |= BIT["NUMBER"] if point in self.number else 0
        flags |= BIT["COMPATIBLE"] if point in self.compatible else 0
        return flags, self.combining.get(point, 0), GRAPHEMES.index(self.grapheme.get(point, ""))

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


def number(value):
    """7 bits a byte, the low ones first; a byte with the high bit set is not the last."""
    out = []
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return [*out, value]


def runs(values):
    """How many characters each class goes on for, and the classes: half the size of a table, once compressed."""
    lengths, classes = [], []
    for value in values:
        if classes and classes[-1] == value:
            lengths[-1] += 1
        else:
            lengths.append(1)
            classes.append(value)
    return [byte for length in lengths for byte in number(length)], classes


def decompositions(mapping):
    """Of each character: how far it is from the one before, how many it becomes, and how far each of those is from the one
    in its place before (n forward is 2n, back 2n - 1): alphabets follow in order, so most are small, and compress."""
    keys = sorted(mapping)
    steps = [byte for before, key in zip([0, *keys], keys) for byte in number(key - before)]
    counts = [len(mapping[key]) for key in keys]
    before, moves = [0] * max(counts), []
    for key in keys:
        for place, point in enumerate(mapping[key]):
            move = point - before[place]
            moves += number(2 * move if move >= 0 else -2 * move - 1)
            before[place] = point
    return steps, counts, moves


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
    charmap = Charmap(Path(sys.argv[1]), Path(sys.argv[2]))
    charmap.check()
    classes, class_of = {}, []
    for point in range(LIMIT):
        class_of.append(classes.setdefault(charmap.properties(point), len(classes)))
    assert len(classes) <= 256
    lengths, run_classes = runs(class_of)
    ranges = lower_ranges(charmap.lower)

    out = [
        "// Generated by generate_tables.py from the charmaps of tests/golden; do not edit.\n// clang-format off\n"
        '#include "text/unicode/unicode_tables.h"\n\nnamespace attnscope::unicode::tables {\n',
        array("std::uint8_t", "kRunLengths", lengths),
        array("std::uint8_t", "kRunClasses", run_classes),
        "const Properties kProperties[%d] = {\n%s\n};\n"
        % (len(classes), "\n".join("  {%d, %d, Grapheme{%d}}," % entry for entry in classes)),
        "const std::size_t kRunCount = %d;\n" % len(run_classes),
    ]
    for name, mapping in (("Canonical", charmap.decomposition), ("Compatible", charmap.compatible)):
        steps, counts, moves = decompositions(mapping)
        assert len(counts) <= 4096 and sum(counts) <= 8192 and max(counts) <= 18, "more than unicode.cpp has room for"
        out += [
            array("std::uint8_t", f"k{name}Steps", steps),
            array("std::uint8_t", f"k{name}Counts", counts),
            array("std::uint8_t", f"k{name}Moves", moves),
            "const Decompositions k%s = {%d, k%sSteps, k%sCounts, k%sMoves};\n" % (name, len(counts), name, name, name),
        ]
    out += [
        "const LowerRange kLowerRanges[%d] = {\n%s\n};\n"
        % (len(ranges), "\n".join("  {%d, %d, %d, %d}," % tuple(r) for r in ranges)),
        "const std::size_t kLowerRangeCount = %d;\n" % len(ranges),
        "}  // namespace attnscope::unicode::tables\n",
    ]
    Path(sys.argv[3]).write_text("\n".join(out))
    print("%d classes in %d runs, %d and %d decompositions, %d ranges of capitals"
          % (len(classes), len(run_classes), len(charmap.decomposition), len(charmap.compatible), len(ranges)))


main()
