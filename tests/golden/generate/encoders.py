"""Tiny checkpoints of encoder families, written by transformers' own classes, with what these make of some texts."""

import sys

import torch
import transformers
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

from common import UNKNOWN, sentences
from reference import fill, write_family


def word_pieces(size):
    """A vocabulary trained by the tokenizers library, in the order of its ids."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    text = sentences(400, "word pieces")
    # The trainer numbers letters inside of words as a hash table has them, anew each time, and breaks ties by number; given
    # as special tokens they have an order. What is made of the vocabulary does not know about that.
    plain = [tokenizer.normalizer.normalize_str(line) for line in text]
    inner = sorted({f"##{letter}" for line in plain for word in line.split() for letter in word[1:] if letter.isalpha()})
    trainer = trainers.WordPieceTrainer(
        vocab_size=size, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *inner], show_progress=False
    )
    tokenizer.train_from_iterator(text, trainer)
    return tokenizer.get_vocab()


def filler(tokenizer, most):
    """A text of exactly `most` tokens, specials included, and one that goes on past them."""
    words = " ".join(sentences(12, "filler")).split(" ")
    for begin in range(len(words)):
        for end in range(begin + 1, len(words) - 9):
            text = " ".join(words[begin:end])
            if len(tokenizer(text)["input_ids"]) == most:
                return text, " ".join(words[begin : end + 9])
    raise AssertionError("no part of the text has that many tokens")


def texts_for(tokenizer, limit, *more):
    """Inputs of every family; the mask is spelt as the family spells it. `numbers: False`: tokens alone are written down."""
    mask = tokenizer.mask_token
    exact, long = filler(tokenizer, limit)

    def case(category, text, pair=None, numbers=True):
        return {"category": category, "text": text, "text_pair": pair, "numbers": numbers}

    return [
        case("one mask", f"The {mask} didn't cross the street."),
        case("pair", "The dog was hungry.", f"It {mask} because"),
        case("several masks", f"{mask} was too {mask}{mask}"),
        case("cut at the limit", long),
        case("empty", ""),
        case("unknown characters", f"a{UNKNOWN[0]}b {UNKNOWN[1]} {mask} {UNKNOWN[3]}{UNKNOWN[4]}"),
        case("accents and ideographs", "Café NAÏVE élan 狗吃了食物"),
        case("as long as the limit", exact, numbers=False),
        case("a mask beyond the limit", f"{long} {mask}", numbers=False),
        case("pair cut at the limit", long, exact, numbers=False),
        case("pair whose first is short", "dogs", long, numbers=False),
        case("pair with an empty first", "", "The old table.", numbers=False),
        case("blanks around", f"  The  cat\t{mask} \n", numbers=False),
        case("beyond the basic plane", "🦔 dogs 👍🏽 e\u0301", numbers=False),
        *more,
    ]


BERT_LIMIT = 29
BERT_SIZES = {
    "hidden_size": 24,
    "num_attention_heads": 3,
    "num_hidden_layers": 2,
    "intermediate_size": 40,
    "max_position_embeddings": BERT_LIMIT,
    "type_vocab_size": 2,
}
SMALL = {**BERT_SIZES, "hidden_size": 8, "num_attention_heads": 2, "intermediate_size": 12, "num_hidden_layers": 1}


def bert_tokenizer(limit=None):
    vocab = word_pieces(160)
    more = {} if limit is None else {"model_max_length": limit}
    return transformers.BertTokenizer(vocab=vocab, do_lower_case=True, **more)


def bert(name, sizes, saved_as=None, cases=None, kind=transformers.BertForMaskedLM, **config):
    tokenizer = bert_tokenizer(BERT_LIMIT)
    config = transformers.BertConfig(vocab_size=len(tokenizer), **{**sizes, **config})
    model = kind(config)
    fill(model, "bert")
    texts = texts_for(tokenizer, BERT_LIMIT)
    texts = texts if cases is None else texts[:cases]
    return write_family(name, model, tokenizer, texts, limit=BERT_LIMIT, takes_types=True, full=(2,), saved_as=saved_as)


MAKERS = {
    "bert": lambda name: bert(name, BERT_SIZES),
}


def main(names):
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    for name, make in MAKERS.items():
        if names and name not in names:
            continue
        noise = make(name)
        print(name, {part: f"{value:.1e}" for part, value in noise.items()})


if __name__ == "__main__":
    main(sys.argv[1:])
