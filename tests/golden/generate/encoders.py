"""Tiny checkpoints of encoder families, written by transformers' own classes, with what these make of some texts."""

import sys
from functools import partial

import torch
import transformers

from common import UNKNOWN, sentences
from reference import fill, write_family
from vocabularies import byte_pairs, unigram, word_pieces

# Every number is a different one, so that no two axes can be taken for each other unnoticed.
LAYERS, HEADS, WIDTH, INNER = 2, 3, 24, 40
LIMIT = 25
FEW = 3


def filler(tokenizer, most):
    """A text of exactly `most` tokens, specials included, and one that goes on past them."""
    words = " ".join(sentences(12, "filler")).split(" ")
    for begin in range(len(words)):
        for end in range(begin + 1, len(words) - 9):
            text = " ".join(words[begin:end])
            if len(tokenizer(text)["input_ids"]) == most:
                return text, " ".join(words[begin : end + 9])
    raise AssertionError("no part of the text has that many tokens")


def case(category, text, pair=None, numbers=True):
    return {"category": category, "text": text, "text_pair": pair, "numbers": numbers}


def texts_for(tokenizer, limit, *more):
    """Inputs of every family; the mask is spelt as the family spells it. `numbers` False: tokens alone are written down."""
    mask = tokenizer.mask_token
    exact, long = filler(tokenizer, limit)
    return [
        case("one mask", f"The {mask} didn't cross the street."),
        case("pair", "The dog was hungry.", f"It {mask} because"),
        case("several masks", f"{mask} was too {mask}{mask}"),
        case("cut at the limit", long),
        case("empty", ""),
        case("unknown characters", f"a{UNKNOWN[0]}b {UNKNOWN[1]} {mask} {UNKNOWN[3]}{UNKNOWN[4]}"),
        *more,
        case("accents and ideographs", "Café NAÏVE élan 狗吃了食物", numbers=False),
        case("as long as the limit", exact, numbers=False),
        case("a mask beyond the limit", f"{long} {mask}", numbers=False),
        case("pair cut at the limit", long, exact, numbers=False),
        case("pair whose first is short", "dogs", long, numbers=False),
        case("pair with an empty first", "", "The old table.", numbers=False),
        case("blanks around", f"  The  cat\t{mask} \n", numbers=False),
        case("beyond the basic plane", "🦔 dogs 👍🏽 e\u0301", numbers=False),
    ]


def write(name, family, kind, config, tokenizer, limit, takes_types=True, texts=None, **options):
    """A model of transformers' class `kind`, with parameters seeded by `family`: models of one family and shape share them."""
    model = kind(config)
    fill(model, family)
    full = () if texts is not None and len(texts) == FEW else (2,)
    texts = texts or texts_for(tokenizer, limit)
    return write_family(name, model, tokenizer, texts, limit=limit, takes_types=takes_types, full=full, **options)


def few(tokenizer):
    """For the models that are there for one difference."""
    return texts_for(tokenizer, LIMIT)[:FEW]


def bert(name, kind=transformers.BertForMaskedLM, small=False, config=None, **options):
    tokenizer = word_pieces(model_max_length=LIMIT)
    layers, heads, width, inner = (1, 2, 8, 12) if small else (LAYERS, HEADS, WIDTH, INNER)
    sizes = transformers.BertConfig(
        vocab_size=len(tokenizer),
        num_hidden_layers=layers,
        num_attention_heads=heads,
        hidden_size=width,
        intermediate_size=inner,
        max_position_embeddings=LIMIT,
        **(config or {}),
    )
    texts = few(tokenizer) if small or options else None
    return write(name, "bert", kind, sizes, tokenizer, LIMIT, texts=texts, **options)


def distilbert(name, small=False, activation="gelu"):
    tokenizer = word_pieces(transformers.DistilBertTokenizer)
    layers, heads, width, inner = (1, 2, 8, 12) if small else (3, 2, 20, 36)
    config = transformers.DistilBertConfig(
        vocab_size=len(tokenizer),
        n_layers=layers,
        n_heads=heads,
        dim=width,
        hidden_dim=inner,
        max_position_embeddings=LIMIT,
        activation=activation,
        # Nobody reads this: DistilBERT's norms have 1e-12, whatever the file says.
        layer_norm_eps=0.5,
    )
    kind = transformers.DistilBertForMaskedLM
    texts = few(tokenizer) if small else None
    return write(name, "distilbert", kind, config, tokenizer, LIMIT, takes_types=False, texts=texts)


def electra(name, small=False, embedding=16, activation="gelu"):
    tokenizer = word_pieces()
    layers, heads, width, inner = (1, 2, 8, 12) if small else (LAYERS, HEADS, WIDTH, INNER)
    config = transformers.ElectraConfig(
        vocab_size=len(tokenizer),
        num_hidden_layers=layers,
        num_attention_heads=heads,
        hidden_size=width,
        intermediate_size=inner,
        embedding_size=embedding,
        max_position_embeddings=LIMIT,
        hidden_act=activation,
    )
    kind = transformers.ElectraForMaskedLM
    return write(name, "electra", kind, config, tokenizer, LIMIT, texts=few(tokenizer) if small else None)


def roberta(name, small=False, activation="gelu"):
    tokenizer = byte_pairs()
    layers, heads, width, inner = (1, 2, 8, 12) if small else (LAYERS, 2, 16, 28)
    config = transformers.RobertaConfig(
        vocab_size=len(tokenizer),
        num_hidden_layers=layers,
        num_attention_heads=heads,
        hidden_size=width,
        intermediate_size=inner,
        # Positions begin at padding_idx + 1, so two rows are for no token.
        max_position_embeddings=LIMIT + 2,
        type_vocab_size=1,
        layer_norm_eps=1e-5,
        hidden_act=activation,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
    )
    padded = [
        case("a typed <pad>", "The <pad> dog was <mask>."),
        case("two typed <pad>, one at the end", "<pad>dogs and cats<pad>"),
    ]
    texts = few(tokenizer) if small else texts_for(tokenizer, LIMIT, *padded)
    kind = transformers.RobertaForMaskedLM
    return write(name, "roberta", kind, config, tokenizer, LIMIT, takes_types=False, texts=texts)


def albert(name):
    tokenizer = unigram()
    config = transformers.AlbertConfig(
        vocab_size=len(tokenizer),
        num_hidden_layers=3,
        num_hidden_groups=1,
        num_attention_heads=HEADS,
        hidden_size=WIDTH,
        intermediate_size=INNER,
        embedding_size=16,
        max_position_embeddings=LIMIT,
        hidden_act="gelu_new",
        pad_token_id=0,
        bos_token_id=2,
        eos_token_id=3,
    )
    mapped = [
        case("what the character map changes", "Straße ½ \u1112\u1161\u11ab 한"),
        case("more of it", "``Well—known'' «ﬁne\u200b  house» \u00adς\U0001d51e a\u0308", numbers=False),
    ]
    texts = texts_for(tokenizer, LIMIT, *mapped)
    return write(name, "albert", transformers.AlbertForMaskedLM, config, tokenizer, LIMIT, texts=texts)


def old_names(key):
    """As files from before PyTorch spell the parameters of a norm."""
    return key.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")


MAKERS = {
    "bert": bert,
    "distilbert": distilbert,
    "electra": electra,
    "roberta": roberta,
    "albert": albert,
    # One difference each, and two where these cannot be confused.
    "bert-f16": partial(bert, saved_as=torch.float16),
    "bert-bf16": partial(bert, saved_as=torch.bfloat16),
    # The file has both biases of the table. Untied, transformers adds the decoder's alone.
    "bert-untied": partial(
        bert,
        small=True,
        config={"tie_word_embeddings": False, "hidden_act": "quick_gelu"},
        unread=("cls.predictions.bias",),
    ),
    "bert-bare": partial(
        bert, small=True, kind=transformers.BertModel, config={"hidden_act": "gelu_fast"}, rename=old_names
    ),
    "distilbert-relu": partial(distilbert, small=True, activation="relu"),
    "electra-same-width": partial(electra, small=True, embedding=8, activation="gelu_pytorch_tanh"),
    "roberta-silu": partial(roberta, small=True, activation="silu"),
}


def main(names):
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    for name, make in MAKERS.items():
        if names and name not in names:
            continue
        print(name, {part: f"{value:.1e}" for part, value in make(name).items()})


if __name__ == "__main__":
    main(sys.argv[1:])
