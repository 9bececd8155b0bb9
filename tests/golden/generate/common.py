"""What the generators share: text that is made, not collected, numbers that a name seeds, and files whose bytes are the same
every time."""

import hashlib
import json
from pathlib import Path

import numpy

FAMILIES = Path(__file__).resolve().parent.parent / "families"

SUBJECTS = ["animal", "dog", "cat", "child", "teacher", "river", "engine", "reader", "painter", "garden"]
VERBS = ["cross", "watch", "paint", "follow", "open", "remember", "answer", "carry"]
PLACES = ["street", "house", "bridge", "window", "letter", "mountain", "paper", "table"]
ADJECTIVES = ["tired", "wide", "hungry", "quiet", "unhappy", "careful", "bright", "old"]
ENDINGS = ["s", "ed", "ing", "er"]
# Letters that a tokenizer trained on English alone would not know.
FOREIGN = ["café", "naïve", "élan", "狗吃了食物", "它饿了", "Straße", "привет", "λόγος"]
# Left out of the training text, and so in no small vocabulary.
UNKNOWN = ["ж", "🦔", "Ω", "龍", "ʘ", "ก"]


def seed(*names):
    """64 bits that depend on the names alone, so that one more tensor or text changes no other."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, names)).encode()).digest()[:8], "little")


def draws(*names):
    """Random numbers of one purpose, by name. The generator is named too: a default may change."""
    return numpy.random.Generator(numpy.random.PCG64(seed(*names)))


def sentence(random):
    def pick(words):
        return words[int(random.integers(len(words)))]

    word = pick(VERBS) + pick(["", *ENDINGS])
    parts = ["The", pick(SUBJECTS) + pick(["", "s"]), pick(["didn't", "will", "can", "and", "never"]), word, "the"]
    parts += [pick(PLACES), "because", pick(["it", "he", "she", "they"]), pick(["was", "were", "is"]), "too"]
    parts += [pick(ADJECTIVES)]
    if random.integers(4) == 0:
        parts.insert(int(random.integers(1, len(parts))), pick(FOREIGN))
    return " ".join(parts) + pick([".", "!", "?", ";", ""])


def sentences(count, *names):
    random = draws("sentences", *names)
    return [sentence(random) for _ in range(count)]


def write_json(path, value):
    """One entry of the outermost list a line, so that a difference can be read."""
    path.parent.mkdir(parents=True, exist_ok=True)

    def one_line(part):
        return json.dumps(part, ensure_ascii=False, separators=(",", ":"))

    members = []
    for key, part in value.items():
        if isinstance(part, list) and part and isinstance(part[0], dict):
            lines = ",\n".join(map(one_line, part))
            members.append(f"{one_line(key)}:[\n{lines}\n]")
        else:
            members.append(f"{one_line(key)}:{one_line(part)}")
    path.write_text("{" + ",\n".join(members) + "}\n", encoding="utf-8")


def protobuf_fields(data):
    """Number and bytes of the fields of a protobuf message that have a length; the others are passed over."""
    at = 0

    def number():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = number()
        if key & 7 == 2:
            length = number()
            yield key >> 3, data[at : at + length]
            at += length
        elif key & 7 == 0:
            number()
        else:
            at += {1: 8, 5: 4}[key & 7]


def character_map(model):
    """normalizer_spec.precompiled_charsmap of a sentencepiece model."""
    spec = next(value for field, value in protobuf_fields(model) if field == 3)
    return next(value for field, value in protobuf_fields(spec) if field == 2)
