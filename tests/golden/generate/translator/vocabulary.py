"""The tokenizer's files, as a Marian folder has them: source.spm, target.spm, vocab.json. A piece is a whole word.

The character maps put blanks around each mark and make capitals small, so that whole words are all that is left; a word that
is not there is <unk>. Models of sentencepiece's kind "word" have no pieces inside of words.
"""

import io
import json

import sentencepiece
from transformers import MarianTokenizer

END, UNKNOWN, PAD = "</s>", "<unk>", "<pad>"
LONGEST = 64

SPACES = {mark: " " for mark in "\t\n\r\u00a0\u3000"}
SOURCE_MAP = {
    **{chr(65 + i): chr(97 + i) for i in range(26)},
    **{".": " . ", "?": " ? ", ",": " , ", "!": " . ", "\u2019": "'"},
    **SPACES,
}
TARGET_MAP = {
    **{"。": " 。 ", "？": " ？ ", "，": " ， ", "！": " 。 ", ".": " 。 ", "?": " ？ ", ",": " ， ", "!": " 。 "},
    **SPACES,
}


def _points(text):
    return " ".join(f"{ord(letter):X}" for letter in text)


def pieces_of(sentences, mapped, scratch):
    """A model of all words that occur, trained by sentencepiece itself."""
    rules = scratch / "rules.tsv"
    rules.write_text("".join(f"{_points(before)}\t{_points(after)}\n" for before, after in mapped.items()))
    words = {word for sentence in sentences for word in sentence}
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(" ".join(sentence) for sentence in sentences),
        model_writer=out,
        model_type="word",
        vocab_size=len(words) + 3,  # <unk>, <s>, </s>
        character_coverage=1.0,
        normalization_rule_tsv=str(rules),
        num_threads=1,
        minloglevel=2,
    )
    return out.getvalue()


def write_vocabulary(folder, source, target, scratch):
    """Marian's order: the end first, then unknown, all pieces, padding last."""
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = {END: 0, UNKNOWN: 1}
    for name, sentences, mapped in (("source", source, SOURCE_MAP), ("target", target, TARGET_MAP)):
        model = pieces_of(sentences, mapped, scratch)
        (folder / f"{name}.spm").write_bytes(model)
        pieces = sentencepiece.SentencePieceProcessor(model_proto=model)
        for piece in sorted(pieces.id_to_piece(i) for i in range(3, len(pieces))):
            vocabulary.setdefault(piece, len(vocabulary))
    vocabulary[PAD] = len(vocabulary)
    (folder / "vocab.json").write_text(json.dumps(vocabulary, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    names = [str(folder / name) for name in ("source.spm", "target.spm", "vocab.json")]
    tokenizer = MarianTokenizer(*names, source_lang="en", target_lang="zh", model_max_length=LONGEST)
    tokenizer.save_pretrained(folder)
    # save_pretrained writes vocab.json with escapes.
    (folder / "vocab.json").write_text(json.dumps(vocabulary, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    return vocabulary


def ids_of(vocabulary, words):
    return [vocabulary.get("▁" + word, vocabulary[UNKNOWN]) for word in words] + [vocabulary[END]]
