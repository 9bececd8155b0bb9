"""tests/golden/translator: what transformers gives with the shipped toy translator, for some of its sentences.

In the form of the other families with a decoder. Computed in float64 from the 16-bit weights that are shipped, rounded once.
"""

import hashlib
import sys
from pathlib import Path

import numpy
import torch
import transformers
from safetensors.numpy import save_file

from shipping import load, tokenizer_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from common import write_json  # noqa: E402
from generation import LEAST_MARGIN, Generator  # noqa: E402

ROOT = Path(__file__).resolve().parents[4]
SHIPPED = ROOT / "web" / "public" / "translator"
FOLDER = ROOT / "tests" / "golden" / "translator"
BEAMS = 4
# English, and the translation that the decoder is given.
SENTENCES = [
    (
        "the animal, tired",
        "The animal didn't cross the street because it was too tired.",
        "动物 没有 过 马路 ， 因为 它 太 累 了 。",
    ),
    (
        "the street, wide",
        "The animal didn't cross the street because it was too wide.",
        "动物 没有 过 马路 ， 因为 马路 太 宽 了 。",
    ),
    ("the dog and the food", "The dog ate the food because it was hungry.", "狗 吃 了 食物 ， 因为 它 饿 了 。"),
    ("one word twice, good", "I am good.", "我 很 好 。"),
    ("saw twice", "I saw a saw.", "我 看见 了 一 把 锯子 。"),
    ("as the article has it", "Tom chase Jerry", "汤姆 追逐 杰瑞"),
    ("place before the verb", "Mary read a book in the park yesterday.", "玛丽 昨天 在 公园 里 看 了 一 本 书 。"),
    ("把", "Tom put the key on the table.", "汤姆 把 钥匙 放 在 了 桌子 上 。"),
    ("比", "The horse is bigger than the dog.", "马 比 狗 大 。"),
    ("的", "I know the girl who drew two cats.", "我 认识 画 了 两 只 猫 的 女孩 。"),
    ("an unknown word, capitals", "THE ZEBRA ate the grass!", "<unk> 吃 了 草 。"),
    ("a target that it would not choose", "Did Anna open the window?", "安娜 没有 打开 门 。"),
]


def run(model, ids, target_ids):
    with torch.no_grad():
        out = model(
            input_ids=torch.tensor([ids]),
            decoder_input_ids=torch.tensor([target_ids]),
            output_attentions=True,
            use_cache=False,
        )
    names = ("encoder_attentions", "decoder_attentions", "cross_attentions")
    parts = {name: torch.stack(out[name])[:, 0] for name in names}
    return {name: value.double().numpy() for name, value in {**parts, "logits": out.logits[0]}.items()}


def main():
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    tokenizer, single, double = tokenizer_of(SHIPPED), load(SHIPPED), load(SHIPPED, dtype=torch.float64)
    generator, cases, generations, noise = Generator(double, tokenizer), [], [], {}
    (FOLDER / "tensors").mkdir(parents=True, exist_ok=True)
    for number, (category, text, target) in enumerate(SENTENCES, 1):
        ids, labels = tokenizer(text)["input_ids"], tokenizer(text_target=target)["input_ids"]
        case = {"id": f"c{number:02}", "category": category, "text": text, "target": target, "ids": ids}
        case["tokens"] = tokenizer.convert_ids_to_tokens(ids)
        case |= {"target_ids": [double.config.decoder_start_token_id, *labels[:-1]], "labels": labels}
        expected, in_single = (run(model, ids, case["target_ids"]) for model in (double, single))
        for part, value in expected.items():
            noise[part] = max(noise.get(part, 0.0), float(numpy.abs(value - in_single[part]).max()))
        case["tensors"] = f"tensors/{case['id']}.safetensors"
        # Logits of all words would be most of the folder: of the words of the target alone.
        expected["label_logits"] = expected.pop("logits")[numpy.arange(len(labels)), labels]
        save_file(
            {part: numpy.ascontiguousarray(value, numpy.float32) for part, value in expected.items()}, FOLDER / case["tensors"]
        )
        cases.append(case)
        for beams in (1, BEAMS):
            options = {"num_beams": beams}
            found = generator.run(ids, options)
            assert found[2].least > LEAST_MARGIN, f"{text}: decided by {found[2].least} only"
            category = "greedy" if beams == 1 else "four beams"
            generations.append(generator.case(len(generations) + 1, category, text, ids, options, found))
    about = {
        "torch": torch.__version__.split("+")[0],
        "transformers": transformers.__version__,
        "model": {
            "folder": "web/public/translator/done",
            "sha256": hashlib.sha256((SHIPPED / "done" / "model.safetensors").read_bytes()).hexdigest(),
        },
        "float32_noise": {part: float(f"{value:.1e}") for part, value in noise.items()},
        "numbers": "computed in float64 from the 16-bit weights, rounded to float32",
        "target_ids": "what the decoder is given: its start token, then the target without its end; row i predicts labels[i]",
        "attentions": "[L, H, T, T], encoder [L, H, S, S], cross [L, H, T, S]; row = query; 0 where the mask is",
        "label_logits": "[T]: of labels[i] in row i, with final_logits_bias",
        "generations": "generated: without the start token, with the end; options: on top of generation_config.json",
        "log_probabilities": "of each generated token, from the logits alone; score: sum as the search has it / length ^ penalty",
        "margin": "smallest distance between what was taken and what was not at any step, and at which kind of decision",
    }
    write_json(FOLDER / "cases.json", {"about": about, "cases": cases, "generations": generations})
    print("translator", about["float32_noise"], "least margin", min(g["margin"] for g in generations))


if __name__ == "__main__":
    main()
