"""The model: Marian's shape, transformers' own class."""

from transformers import GenerationConfig, MarianConfig, MarianMTModel

from vocabulary import LONGEST

WIDTH, INNER, HEADS = 128, 256, 4
ENCODER, DECODER = 2, 1
# The cross-attention's head that is taught the grammar's links.
TAUGHT_LAYER, TAUGHT_HEAD = DECODER - 1, 0


def configuration(words):
    return MarianConfig(
        vocab_size=words,
        d_model=WIDTH,
        encoder_layers=ENCODER,
        decoder_layers=DECODER,
        encoder_attention_heads=HEADS,
        decoder_attention_heads=HEADS,
        encoder_ffn_dim=INNER,
        decoder_ffn_dim=INNER,
        max_position_embeddings=LONGEST,
        activation_function="swish",
        scale_embedding=True,
        dropout=0.05,
        attention_dropout=0.0,
        eos_token_id=0,
        pad_token_id=words - 1,
        decoder_start_token_id=words - 1,
        forced_eos_token_id=None,
        share_encoder_decoder_embeddings=True,
        tie_word_embeddings=True,
    )


def generation(words):
    return GenerationConfig(
        max_length=LONGEST,
        num_beams=1,
        do_sample=False,
        eos_token_id=0,
        pad_token_id=words - 1,
        decoder_start_token_id=words - 1,
        forced_eos_token_id=0,
        bad_words_ids=[[words - 1]],
    )


def new_model(words):
    model = MarianMTModel(configuration(words))
    model.set_attn_implementation("eager")
    model.generation_config = generation(words)
    # As in Marian, every word has a bias of its own; transformers keeps it as a buffer.
    model.final_logits_bias.requires_grad_(True)
    return model
