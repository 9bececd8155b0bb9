"""Corpus, vocabulary, training, shipped folder and card. make.py starts it.

translator.py WORK [EARLY]: snapshots and the curve go to WORK; the snapshot of step EARLY is shipped as early/. With --card the
training is left out, and what is in WORK is shipped and described.
"""

import json
import sys
import tempfile
from pathlib import Path

import torch
import transformers

from card import described
from card_page import written
from corpus import corpus
from shipping import ship
from training import encoded, same, train
from vocabulary import write_vocabulary

SHIPPED = Path(__file__).resolve().parents[4] / "web" / "public" / "translator"
EARLY = 400


def trained(work, parts):
    training = parts["training"]
    with tempfile.TemporaryDirectory() as scratch:
        vocabulary = write_vocabulary(work / "model", [s.english for s in training], [s.chinese for s in training], Path(scratch))
    watched = list(encoded(vocabulary, parts["combinations"][:200]))

    def keep(step, model):
        torch.save(model.state_dict(), work / f"step-{step}.pt")

    def watch(_step, model):
        return {"exact": same(model, watched, len(vocabulary) - 1)}

    _, curve = train(vocabulary, training, keep, watch)
    (work / "curve.json").write_text(json.dumps(curve))


def main(work, early=EARLY, *, training=True):
    transformers.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    torch.set_num_threads(1)
    work.mkdir(parents=True, exist_ok=True)
    parts = corpus()
    print({name: len(part) for name, part in parts.items()}, flush=True)
    if training:
        trained(work, parts)
    ship(work, SHIPPED, early)
    card, _ = described(SHIPPED, parts, json.loads((work / "curve.json").read_text()))
    (SHIPPED / "card.json").write_text(json.dumps(card, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    (SHIPPED / "card.md").write_text(written(card), encoding="utf-8")


if __name__ == "__main__":
    options = [argument for argument in sys.argv[1:] if argument != "--card"]
    main(Path(options[0]), *map(int, options[1:]), training="--card" not in sys.argv)
