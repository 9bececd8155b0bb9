"""A map of characters in the form that Precompiled reads: a double array (Darts-clone's) of all that is replaced, and behind it
what it is replaced by."""

import struct


class DoubleArray:
    def __init__(self, values):
        self.units, self.used, self.bases, self.free = [], [], set(), 1
        self.grow(256)
        self.used[0] = True
        root = {}
        for key, value in values.items():
            node = root
            for byte in key:
                node = node.setdefault(byte, {})
            node[0] = value  # the end of a key; no key holds a zero
        self.place(root, 0, 0)

    def grow(self, size):
        while len(self.units) < size:
            self.units += [0] * 256
            self.used += [False] * 256

    def place(self, node, at, label):
        base = self.free
        while base in self.bases or base == at or any(base ^ byte < len(self.used) and self.used[base ^ byte] for byte in node):
            base += 1
        self.bases.add(base)
        self.grow((base | 255) + 1)
        self.units[at] = (base ^ at) << 10 | (0 in node) << 8 | label
        for byte in node:
            self.used[base ^ byte] = True
        while self.free < len(self.used) and self.used[self.free]:
            self.free += 1
        for byte, child in node.items():
            if byte == 0:
                self.units[base] = child | 1 << 31
            else:
                self.place(child, base ^ byte, byte)


def charsmap(mapping):
    """{text: text} as the bytes of a precompiled map."""
    places, texts = {}, b""
    for text in mapping.values():
        if text not in places:
            places[text] = len(texts)
            texts += text.encode() + b"\0"
    units = DoubleArray({key.encode(): places[text] for key, text in mapping.items()}).units
    return struct.pack(f"<{len(units) + 1}I", 4 * len(units), *units) + texts
