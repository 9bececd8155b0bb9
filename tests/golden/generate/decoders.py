"""Tiny checkpoints of families that have a decoder, written by transformers' own classes, with what these give."""

import sys
from functools import partial

import torch
import transformers

from decoded import write_family
from translators import CODE, Marian, gpt2, mirrored, t5
from vocabularies import byte_pairs

SHORT = "The dog was hungry."
LONG = "The teachers will never cross the old street"


def pairs(*more, target=str, long=LONG):
    return [
        {"category": "with steps", "text": SHORT, "target": target("It ate.")},
        {"category": "one-token target", "text": "It was too wide?", "target": target("the")},
        {"category": "long source", "text": f"{long} because it was.", "target": target("a cat.")},
        {"category": "long target", "text": "dogs", "target": target("The cat didn't watch the")},
        {"category": "empty", "text": "", "target": ""},
        *more,
    ]


def marian(name, code=True, saved_as=None, separate=False, **changes):
    tokenizer = Marian(most=40, code=code, separate=separate)
    sizes = {"encoder_layers": 2, "encoder_attention_heads": 4, "encoder_ffn_dim": 36}
    sizes |= {"decoder_layers": 1, "decoder_attention_heads": 2, "decoder_ffn_dim": 28}
    pad = tokenizer.ids["<pad>"]
    config = transformers.MarianConfig(**{
        "vocab_size": len(tokenizer.ids),
        "decoder_vocab_size": len(tokenizer.target_ids),
        "share_encoder_decoder_embeddings": not separate,
        "d_model": 32,
        "max_position_embeddings": 40,
        "activation_function": "swish",
        "scale_embedding": True,
        "pad_token_id": pad,
        "decoder_start_token_id": tokenizer.target_ids["<pad>"],
        "eos_token_id": 0,
        "forced_eos_token_id": 0,
        **sizes,
        **changes,
    })  # fmt: skip
    model = transformers.MarianMTModel(config)
    model.generation_config = transformers.GenerationConfig(
        bad_words_ids=[[tokenizer.target_ids["<pad>"]]],
        decoder_start_token_id=tokenizer.target_ids["<pad>"],
        eos_token_id=0,
        forced_eos_token_id=0,
        max_length=16,
        num_beams=4,
        pad_token_id=tokenizer.target_ids["<pad>"],
    )
    more = [{"category": "target code", "text": f"{CODE} The cat was wide.", "target": mirrored("A cat")}] if code else []
    return write_family(name, name, model, tokenizer, pairs(*more, target=mirrored, long="The teachers will never cross"), saved_as=saved_as)


def bart(name):
    tokenizer = byte_pairs(model_max_length=32)
    config = transformers.BartConfig(
        vocab_size=len(tokenizer),
        d_model=24,
        encoder_layers=1,
        encoder_attention_heads=2,
        encoder_ffn_dim=36,
        decoder_layers=2,
        decoder_attention_heads=3,
        decoder_ffn_dim=28,
        # Two more rows are in the file: a position is looked up two rows further on.
        max_position_embeddings=32,
        activation_function="gelu",
    )
    model = transformers.BartForConditionalGeneration(config)
    model.generation_config = transformers.GenerationConfig(
        bos_token_id=0,
        decoder_start_token_id=2,
        early_stopping=True,
        eos_token_id=2,
        forced_bos_token_id=0,
        forced_eos_token_id=2,
        max_length=16,
        no_repeat_ngram_size=3,
        num_beams=4,
        pad_token_id=1,
    )
    return write_family(name, name, model, tokenizer, pairs())


def t5_model(name, gated=False):
    tokenizer = t5(model_max_length=64)
    config = transformers.T5Config(
        vocab_size=len(tokenizer),
        d_model=24,
        d_kv=6,
        d_ff=36,
        num_heads=3,
        num_layers=3 if gated else 2,
        num_decoder_layers=2,
        # Few and near, so that texts of a line reach every one of them.
        relative_attention_num_buckets=8,
        relative_attention_max_distance=12,
        feed_forward_proj="gated-gelu" if gated else "relu",
        decoder_start_token_id=0,
        **({"tie_word_embeddings": False} if gated else {}),
    )
    model = transformers.T5ForConditionalGeneration(config)
    model.generation_config = transformers.GenerationConfig(
        decoder_start_token_id=0, eos_token_id=1, max_length=16, pad_token_id=0
    )
    if not gated:
        return write_family(name, name, model, tokenizer, pairs(long="The old teachers will never"))

    # transformers ties on saving, and a published v1.1 has a head of its own and says so.
    head = torch.randn(len(tokenizer), 24, generator=torch.Generator().manual_seed(11)) * 0.3
    head[1] *= 2

    def untied(loaded, _):
        assert not loaded.config.scale_decoder_outputs
        assert torch.equal(loaded.lm_head.weight, head.double()), "the head of the file is not what is run"
        assert not torch.equal(loaded.shared.weight, loaded.lm_head.weight)

    return write_family(
        name, name, model, tokenizer, pairs(long="The old teachers will never"),
        add={"lm_head.weight": head.numpy()}, config={'"tie_word_embeddings": true': '"tie_word_embeddings": false'}, check=untied,
    )  # fmt: skip


def gpt2_model(name, rename=None, add=None, **changes):
    tokenizer = gpt2(model_max_length=48)
    end = tokenizer.eos_token_id
    config = transformers.GPT2Config(
        **{"vocab_size": len(tokenizer), "n_positions": 48, "n_embd": 24, "n_layer": 2, "n_head": 3, **changes},
        bos_token_id=end,
        eos_token_id=end,
    )
    model = transformers.GPT2LMHeadModel(config)
    model.generation_config = transformers.GenerationConfig(bos_token_id=end, eos_token_id=end, max_length=24)
    texts = [
        {"category": "with steps", "text": "It was too"},
        {"category": "one token", "text": "a"},
        {"category": "long", "text": LONG},
        {"category": "characters beyond ASCII", "text": "café 狗 🦔"},
    ]
    return write_family(name, name, model, tokenizer, texts, rename=rename, add=add)


def published(key):
    """As OpenAI's file has the names."""
    return key.removeprefix("transformer.")


MASKS = {f"h.{layer}.attn.bias": torch.ones(8, 8).tril()[None, None].numpy() for layer in range(3)}

MAKERS = {
    "marian": marian,
    "marian-relu-f16": partial(
        marian, code=False, saved_as=torch.float16, separate=True, activation_function="relu", scale_embedding=False,
        d_model=24, encoder_layers=1, encoder_attention_heads=2, decoder_layers=2, decoder_attention_heads=3,
    ),
    "bart": bart,
    "t5": t5_model,
    "t5-v1.1": partial(t5_model, gated=True),
    "gpt2": gpt2_model,
    "gpt2-inverse": partial(
        gpt2_model, rename=published, add=MASKS, n_embd=20, n_layer=3, n_head=2, n_inner=28,
        scale_attn_by_inverse_layer_idx=True,
    ),
}  # fmt: skip


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
