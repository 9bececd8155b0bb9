"""Writes tokenizers/sentence_pieces.json: what MarianTokenizer makes of thousands of texts and ids, and sentencepiece of their places.

The models are those of families/marian and families/marian-relu-f16; the texts are those of stages.py, each fifth of them behind
what looks like a target code.
"""

import warnings

import sentencepiece
import transformers

from common import FAMILIES, write_json
from stages import BLOCK, COUNT, FOLDER, WHOLE, Draws, hashed, texts

PREFIXES = [">>mirror<<", ">>mirror<< ", " >>mirror<<", ">>unknown<< ", ">>a b<<c<<", ">>", ">>mirror", "<<>>mirror<<", "<pad>>>mirror<< "]
SETTINGS = [
    ("source", "marian", "source.spm", "vocab.json", False),
    ("target of one vocabulary", "marian", "target.spm", "vocab.json", True),
    ("source of two vocabularies", "marian-relu-f16", "source.spm", "vocab.json", False),
    ("target of two vocabularies", "marian-relu-f16", "target.spm", "target_vocab.json", True),
]


def places(tokenizer, pieces, text):
    """Offsets of MarianTokenizer's tokens, in code points: its own way to cut a text up, and sentencepiece's places in what is left."""
    offsets, at = [], 0
    for part in tokenizer.tokens_trie.split(text):
        if part in tokenizer._added_tokens_encoder:
            offsets += [at, at + len(part)]
        else:
            code, rest = tokenizer.remove_language_code(part)
            offsets += [place for one in code for place in (at, at + len(one))]
            start = at + len(part) - len(rest)
            offsets += [start + place for ends in pieces.encode_as_offset_mapping(rest)["offsets"] for place in ends]
        at += len(part)
    return offsets


def main():
    warnings.simplefilter("ignore")
    transformers.logging.set_verbosity_error()
    inputs = [PREFIXES[at // 5 % len(PREFIXES)] + text if at % 5 == 0 else text for at, text in enumerate(texts())]
    written = []
    for name, folder, model, vocabulary, is_target in SETTINGS:
        path = FAMILIES / folder / "model"
        tokenizer = transformers.MarianTokenizer.from_pretrained(path)
        tokenizer.deprecation_warnings["sequence-length-is-longer-than-the-specified-maximum"] = True
        pieces = sentencepiece.SentencePieceProcessor(model_file=str(path / model))
        two = tokenizer.separate_vocabs
        size = len(tokenizer.target_encoder if two and is_target else tokenizer.encoder)
        # A text is decoded with the target's vocabulary; where there are two, the source's ids mean something else there.
        decodes = not two or is_target
        draws, state, blocks, whole = Draws(41), 0xCBF29CE484222325, [], []
        for at, text in enumerate(inputs):
            ids = tokenizer(text_target=text)["input_ids"] if is_target else tokenizer(text)["input_ids"]
            offsets = places(tokenizer, pieces, text)
            assert len(offsets) == 2 * len(ids) - 2, text
            state = hashed(state, [len(ids), *ids, len(offsets), *offsets])
            drawn = [draws.below(size) for _ in range(draws.below(13))]
            # With one vocabulary the special tokens are left out: what stands around them depends on which model knows a piece.
            skip = not two or at % 2 == 0
            out = tokenizer.decode(drawn, skip_special_tokens=skip) if decodes else ""
            spelt = out.encode()
            state = hashed(state, [len(spelt), *spelt])
            if at < WHOLE:
                whole.append({"i": ids, "o": offsets, "d": out})
            if at % BLOCK == BLOCK - 1:
                blocks.append("%016x" % state)
                state = 0xCBF29CE484222325
        setting = {"name": name, "folder": folder, "model": model, "vocabulary": vocabulary, "decodes": decodes, "two": two, "size": size}
        written.append({**setting, "blocks": blocks, "texts": whole})
    about = {"transformers": transformers.__version__, "sentencepiece": sentencepiece.__version__}
    more = {"about": about, "count": COUNT, "block": BLOCK, "prefixes": PREFIXES, "settings": written}
    write_json(FOLDER / "sentence_pieces.json", more)


if __name__ == "__main__":
    main()
