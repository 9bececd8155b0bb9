"""Tokenizers of the kinds that models with a decoder have: Marian's three files, T5's, GPT-2's and BART's."""

import contextlib
import io
import json
import tempfile
from pathlib import Path

import sentencepiece
import transformers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from common import sentences
from vocabularies import CHARACTER_MAP, byte_pairs, character_map, points

CODE = ">>mirror<<"


def mirrored(text):
    """A language of its own: every word backwards."""
    return " ".join(word[::-1] for word in text.split(" "))


def trained(lines, size, **options):
    """A sentencepiece model's bytes, with a small character map."""
    # The model names the file of the rules as it is given.
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
        rules = Path("rules.tsv")
        rules.write_text("".join(f"{points(before)}\t{points(after)}\n" for before, after in CHARACTER_MAP.items()))
        out = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines),
            model_writer=out,
            model_type="unigram",
            vocab_size=size,
            character_coverage=1.0,
            normalization_rule_tsv=str(rules),
            num_threads=1,
            minloglevel=2,
            **options,
        )
    return out.getvalue()


def pieces_of(model):
    pieces = sentencepiece.SentencePieceProcessor(model_proto=model)
    return {pieces.id_to_piece(i): pieces.get_score(i) for i in range(len(pieces)) if not pieces.is_control(i)}


def t5(size=99, **options):
    """T5's own order: pad, end, unknown, then the pieces."""
    lines = sentences(400, "t5") + ["well-known 1/2 <<house>> 한 straße"] * 20
    model = trained(lines, size, pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
    pieces = sentencepiece.SentencePieceProcessor(model_proto=model)
    vocab = [(pieces.id_to_piece(i), pieces.get_score(i)) for i in range(len(pieces))]
    vocab += [(f"<extra_id_{i}>", 0.0) for i in (1, 0)]
    return transformers.T5Tokenizer(vocab=vocab, _spm_precompiled_charsmap=character_map(model), extra_ids=2, **options)


def unigram_file(source, target, ids):
    """tokenizer.json of the source side alone. A piece that only the target has is so unlikely that no text is cut into it."""
    scores = {**dict.fromkeys(ids, -100.0), **pieces_of(source)}
    tokenizer = Tokenizer(models.Unigram([(piece, scores[piece]) for piece in ids], unk_id=ids["<unk>"], byte_fallback=False))
    tokenizer.normalizer = normalizers.Precompiled(character_map(source))
    words = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), words])
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", ids["</s>"])])
    tokenizer.add_special_tokens([name for name in ("</s>", "<unk>", CODE, "<pad>") if name in ids])
    return tokenizer


class Marian:
    """source.spm, target.spm and vocab.json as MarianTokenizer saves them, and a tokenizer.json beside them."""

    def __init__(self, *, separate=False, code=False, most):
        source = trained(sentences(400, "marian source") + ["well-known 1/2 <<house>> straße"] * 20, 100)
        target = trained([mirrored(text) for text in sentences(400, "marian target")], 84)
        self.source_pieces, self.target_pieces = pieces_of(source), pieces_of(target)
        # The config has one number for the padding of both vocabularies, so that where there are two it comes early.
        if separate:
            self.ids, self.target_ids = (self.numbered(["<pad>", *part]) for part in (self.source_pieces, self.target_pieces))
        else:
            self.ids = self.numbered([*self.source_pieces, *self.target_pieces, *([CODE] if code else []), "<pad>"])
            self.target_ids = self.ids
        self.files, self.most, self.separate = {"source.spm": source, "target.spm": target}, most, separate

    @staticmethod
    def numbered(pieces):
        return {name: number for number, name in enumerate(dict.fromkeys(["</s>", "<unk>", *pieces]))}

    def __call__(self, folder):
        """Writes the files."""
        with tempfile.TemporaryDirectory() as scratch:
            paths = {name: Path(scratch) / name for name in (*self.files, "vocab.json", "target_vocab.json")}
            for name, content in self.files.items():
                paths[name].write_bytes(content)
            paths["vocab.json"].write_text(json.dumps(self.ids))
            paths["target_vocab.json"].write_text(json.dumps(self.target_ids))
            tokenizer = transformers.MarianTokenizer(
                source_spm=str(paths["source.spm"]),
                target_spm=str(paths["target.spm"]),
                vocab=str(paths["vocab.json"]),
                target_vocab_file=str(paths["target_vocab.json"]) if self.separate else None,
                separate_vocabs=self.separate,
                source_lang="made",
                target_lang="mirror",
                model_max_length=self.most,
            )
            tokenizer.save_pretrained(folder)
        unigram_file(self.files["source.spm"], self.files["target.spm"], self.ids).save(str(folder / "tokenizer.json"))


def gpt2(**options):
    """All 256 bytes, some merges, and the end of a text as the last one."""
    plain = byte_pairs(310)
    state = json.loads(plain.backend_tokenizer.to_str())["model"]
    kept = [token for token in state["vocab"] if token not in ("<s>", "<pad>", "</s>", "<unk>", "<mask>")]
    vocab = {token: number for number, token in enumerate([*kept, "<|endoftext|>"])}
    merges = [tuple(pair) for pair in state["merges"]]
    return transformers.GPT2Tokenizer(vocab=vocab, merges=merges, **options)
