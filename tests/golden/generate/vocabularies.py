"""Tokenizers of the kinds that encoder families have, trained on text that common.py makes up."""

import io
import tempfile
from pathlib import Path

import sentencepiece
import transformers
from tokenizers import AddedToken, Tokenizer, models, normalizers, pre_tokenizers, trainers

from common import character_map, sentences

BERT_SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def word_pieces(kind=transformers.BertTokenizer, size=160, **options):
    """BERT's, for all who took it over."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    text = sentences(400, "word pieces")
    # The trainer numbers letters inside of words as a hash table has them, anew each time, and breaks ties by number; given
    # as special tokens they have an order. What is made of the vocabulary does not know about that.
    plain = [tokenizer.normalizer.normalize_str(line) for line in text]
    inner = sorted({f"##{letter}" for line in plain for word in line.split() for letter in word[1:] if letter.isalpha()})
    trainer = trainers.WordPieceTrainer(vocab_size=size, special_tokens=[*BERT_SPECIALS, *inner], show_progress=False)
    tokenizer.train_from_iterator(text, trainer)
    return kind(vocab=tokenizer.get_vocab(), **options)


def byte_pairs(size=330, **options):
    """RoBERTa's: all 256 bytes and some merges; the mask takes the blank before it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    specials = ["<s>", "<pad>", "</s>", "<unk>"]
    trainer = trainers.BpeTrainer(
        vocab_size=size - 1,
        special_tokens=specials,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(sentences(400, "byte pairs"), trainer)
    vocab = tokenizer.get_vocab()
    with tempfile.TemporaryDirectory() as scratch:
        _, merges = tokenizer.model.save(scratch)
        lines = Path(merges).read_text(encoding="utf-8").splitlines()
    merges = [tuple(line.split(" ")) for line in lines if not line.startswith("#version")]
    vocab["<mask>"] = len(vocab)
    mask = AddedToken("<mask>", lstrip=True, special=True, normalized=False)
    return transformers.RobertaTokenizer(vocab=vocab, merges=merges, mask_token=mask, **options)


# What the character map of the Unigram model does: to nothing, to more, from more, to a blank, beyond 6 bytes.
CHARACTER_MAP = {
    "\u200b": "",
    "\u00ad": "",
    "–": "-",
    "—": "--",
    "⁄": "/",
    "ß": "ss",
    "ς": "σ",
    "\u3000": " ",
    "«": "<<",
    "a\u0308": "ae",
    "\u1112\u1161\u11ab": "한",
    "\U0001d51e": "a",
}


def points(text):
    return " ".join(f"{ord(letter):X}" for letter in text)


def unigram(size=119, **options):
    """ALBERT's: pieces and scores trained by sentencepiece, which alone can make the precompiled character map."""
    with tempfile.TemporaryDirectory() as scratch:
        rules = Path(scratch) / "rules.tsv"
        rules.write_text("".join(f"{points(before)}\t{points(after)}\n" for before, after in CHARACTER_MAP.items()))
        out = io.BytesIO()
        plain = normalizers.Sequence([normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase()])
        # With the words that the character map makes, so that its work shows in the ids.
        lines = sentences(400, "unigram") + ["well-known 1/2 <<house>> 한 straße"] * 20
        text = [plain.normalize_str(line) for line in lines]
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(text),
            model_writer=out,
            model_type="unigram",
            vocab_size=size,
            character_coverage=1.0,
            normalization_rule_tsv=str(rules),
            pad_id=0,
            unk_id=1,
            bos_id=-1,
            eos_id=-1,
            user_defined_symbols=["[CLS]", "[SEP]", "[MASK]"],
            num_threads=1,
            minloglevel=2,
        )
    pieces = sentencepiece.SentencePieceProcessor(model_proto=out.getvalue())
    vocab = [(pieces.id_to_piece(i), pieces.get_score(i)) for i in range(len(pieces))]
    mask = AddedToken("[MASK]", lstrip=True, special=True, normalized=False)
    charsmap = character_map(out.getvalue())
    return transformers.AlbertTokenizer(vocab=vocab, mask_token=mask, _spm_precompiled_charsmap=charsmap, **options)
