"""Runs models that have a decoder over texts and writes down everything they give: reference.py's way, for the other half.

Numbers are computed in float64 and rounded once; how far transformers' float32 is from them is measured beside it.
"""

import copy
import shutil

import numpy
import torch
import transformers
from safetensors.numpy import load_file, save_file
from transformers.models.t5.modeling_t5 import T5LayerNorm

from common import FAMILIES, draws, write_json
from generation import generations
from reference import VERSIONS, rounded_up

# Multiplied, or a decoder repeats what it is given whatever the source says.
LIVELY = {"decoder.layers.0.fc2": 5, "decoder.layers.1.fc2": 5, "layer.2.DenseReluDense.wo": 4, "mlp.c_proj": 3, "ln_f.weight": 2}
STACKS = {"encoder": "encoder_attentions", "decoder": "decoder_attentions", "cross": "cross_attentions", "": "attentions"}


def rms_norm(self, hidden):
    """T5's in the precision of what it is given: transformers' takes the mean of squares in float32 whatever is asked for."""
    return self.weight * (hidden * torch.rsqrt(hidden.pow(2).mean(-1, keepdim=True) + self.variance_epsilon))


T5LayerNorm.forward = rms_norm


def is_gain(name):
    return name.endswith(("norm.weight", "layernorm_embedding.weight", "ln_1.weight", "ln_2.weight", "ln_f.weight"))


def values_of(family, name, shape, transposed):
    """Large, so that nothing that is left out or swapped goes unnoticed; of the embedding small, as it is also multiplied by."""
    values = draws(family, name).standard_normal(shape)
    if is_gain(name):
        return 1 + 0.3 * values
    if "relative_attention_bias" in name:
        return 1.2 * values
    if "final_logits_bias" in name:
        return 0.8 * values
    if len(shape) == 1:
        return 0.3 * values
    if name.endswith(("shared.weight", "wte.weight", "wpe.weight", "embed_tokens.weight", "embed_positions.weight")):
        return 0.4 * values
    return 1.3 * values * shape[0 if transposed else 1] ** -0.5


def fill(model, family):
    """Every parameter random, seeded by its name."""
    end = model.generation_config.eos_token_id
    conv = {f"{name}.weight" for name, module in model.named_modules() if type(module).__name__ == "Conv1D"}
    buffers = [(name, buffer) for name, buffer in model.named_buffers() if "final_logits_bias" in name]
    with torch.no_grad():
        for name, parameter in [*model.named_parameters(), *buffers]:
            if not parameter.requires_grad and "bias" not in name:
                continue  # Marian's sines
            values = values_of(family, name, tuple(parameter.shape), name in conv)
            for part, factor in LIVELY.items():
                if part in name:
                    values = values * factor
            if "final_logits_bias" in name:
                values[0, end] += 5 if family == "bart" else 4  # or no text would ever end
            if name in ("shared.weight", "transformer.wte.weight"):
                values[end] *= 5 if family == "gpt2" else 3 if "wte" in name else 2
            parameter.copy_(torch.from_numpy(values).to(parameter.dtype))


class Projections:
    """Queries, keys and values as the projections give them, of each kind of attention in the order of its layers."""

    def __init__(self, model):
        self.kept, self.hooks = {}, []
        for name, module in model.named_modules():
            last = name.rsplit(".", 1)[-1]
            if last in ("q_proj", "k_proj", "v_proj", "q", "k", "v"):
                kind = "cross" if "encoder_attn" in name or "EncDec" in name else "decoder" if "decoder." in name else "encoder"
                self.listen(module, kind, {"q": "queries", "k": "keys", "v": "values"}[last[0]])
            elif last == "c_attn":
                self.listen(module, "", None)

    def listen(self, module, kind, part):
        def keep(_module, _inputs, out):
            parts = dict(zip(("queries", "keys", "values"), out[0].chunk(3, -1))) if part is None else {part: out[0]}
            for name, value in parts.items():
                self.kept.setdefault(kind, {}).setdefault(name, []).append(value)

        self.hooks.append(module.register_forward_hook(keep))

    def by_head(self, out):
        for hook in self.hooks:
            hook.remove()
        result = {}
        for kind, parts in self.kept.items():
            heads = out[STACKS[kind]][0].shape[1]
            before = f"{kind}_" if kind else ""
            for part, layers in parts.items():
                whole = torch.stack(layers)
                result[before + part] = whole.unflatten(-1, (heads, -1)).transpose(1, 2)
            result[f"{before}scores"] = result[f"{before}queries"] @ result[f"{before}keys"].transpose(-1, -2)
        return result


def run(model, case):
    given = {"input_ids": torch.tensor([case["ids"]])}
    if model.config.is_encoder_decoder:
        given["decoder_input_ids"] = torch.tensor([case["target_ids"]])
    projections = Projections(model)
    with torch.no_grad():
        out = model(**given, output_attentions=True, output_hidden_states=True, use_cache=False)
    parts = [part for part in (*STACKS.values(), "encoder_hidden_states", "decoder_hidden_states", "hidden_states") if out.get(part)]
    result = {part: torch.stack(out[part])[:, 0] for part in parts}
    result.update(projections.by_head(out), logits=out.logits[0])
    return {name: value.double().numpy() for name, value in result.items()}


def is_key_bias(name):
    return name.endswith("k_proj.bias")


def check_that_faults_would_show(model, case):
    """Each parameter taken away, moved by a row and transposed in turn: the numbers have to change."""
    expected = run(model, case)
    buffers = [(name, buffer) for name, buffer in model.named_buffers() if "final_logits_bias" in name]
    for name, parameter in [*model.named_parameters(), *buffers]:
        kept = parameter.data.clone()
        faults = {"left out": torch.ones_like(kept) if is_gain(name) else torch.zeros_like(kept)}
        if kept.ndim == 2 and kept.shape[0] > 1:
            faults["moved by a row"] = kept.roll(1, 0)
            if kept.shape[0] == kept.shape[1]:
                faults["transposed"] = kept.T.contiguous()
        shown = [part for part in expected if part.endswith("scores")] if is_key_bias(name) else ["logits"]
        for what, fault in faults.items():
            parameter.data = fault
            found = run(model, case)
            parameter.data = kept
            seen = max(numpy.abs(found[part] - expected[part]).max() for part in shown)
            assert seen > 1e-2, f"{name}, {what}: {shown} change by {seen:.1e} only"


def check_weights_vary(results):
    """Attention that is all even or all on one token would hide a wrong mask or axis."""
    for kind in STACKS.values():
        rows = [r[kind][..., -1, :].max(-1).ravel() for r in results if kind in r and r[kind].shape[-1] > 4]
        if rows:
            largest = numpy.concatenate(rows).mean()
            assert 0.2 < largest < 0.95, f"{kind}: a row's greatest weight is {largest:.2f} on average"


def check_hidden(model, result):
    """The last hidden state is the one that the output matrix is multiplied by: after the final norm, where there is one."""
    part = "decoder_hidden_states" if model.config.is_encoder_decoder else "hidden_states"
    last = torch.from_numpy(result[part][-1])
    if getattr(model.config, "scale_decoder_outputs", False):
        last = last * model.config.d_model**-0.5
    with torch.no_grad():
        logits = model.lm_head(last) + getattr(model, "final_logits_bias", 0)
    assert numpy.abs(logits.numpy() - result["logits"]).max() < 1e-12


def save(folder, model, tokenizer, rename, add, config):
    shutil.rmtree(folder, ignore_errors=True)
    model.save_pretrained(folder / "model")
    tokenizer(folder / "model") if callable(tokenizer) and not hasattr(tokenizer, "decode") else tokenizer.save_pretrained(folder / "model")
    for left_over in ("README.md", "merges.txt", "special_tokens_map.json"):
        (folder / "model" / left_over).unlink(missing_ok=True)
    weights = folder / "model" / "model.safetensors"
    if rename or add:
        tensors = {(rename or str)(key): value for key, value in load_file(weights).items()}
        save_file({**tensors, **(add or {})}, weights, {"format": "pt"})
    if config:
        path = folder / "model" / "config.json"
        transformers_wrote = path.read_text(encoding="utf-8")
        for before, after in config.items():
            assert before in transformers_wrote, f"config.json has no {before}"
            transformers_wrote = transformers_wrote.replace(before, after)
        path.write_text(transformers_wrote, encoding="utf-8")
    weights.chmod(0o644)


def write_family(name, family, model, tokenizer, texts, *, saved_as=None, rename=None, add=None, config=None, check=None):
    """tests/golden/families/<name>. `texts`: category, text and, for two stacks, target. Returns the noise."""
    folder = FAMILIES / name
    model = model.eval()
    fill(model, family)
    save(folder, model if saved_as is None else model.to(saved_as), tokenizer, rename, add, config)
    # What the saved files say is what is run.
    single = type(model).from_pretrained(folder / "model", dtype=torch.float32, attn_implementation="eager").eval()
    double = copy.deepcopy(single).double()
    loaded = transformers.AutoTokenizer.from_pretrained(folder / "model")
    if check:
        check(double, loaded)
    start = double.generation_config.decoder_start_token_id if double.config.is_encoder_decoder else None
    cases, results, noise = [], [], {}
    for number, entry in enumerate(texts, 1):
        case = {"id": f"c{number:02}", **entry, "ids": loaded(entry["text"])["input_ids"]}
        # Marian's own list is the target's, where the two have one each.
        spelt = {number: token for token, number in getattr(loaded, "encoder", loaded.get_vocab()).items()}
        case["tokens"] = [spelt[number] for number in case["ids"]]
        if start is not None:
            # The decoder is given the start token and the target without its end: row i predicts the token after it.
            labels = loaded(text_target=entry["target"])["input_ids"]
            case.update(target_ids=[start, *labels[:-1]], labels=labels)
        expected, in_single = run(double, case), run(single, case)
        for part in expected:
            noise[part] = max(noise.get(part, 0.0), float(numpy.abs(expected[part] - in_single[part]).max()))
        results.append(expected)
        check_hidden(double, expected)
        full = entry["category"] == "with steps"
        kept = {part: value for part, value in expected.items() if full or part.endswith(("attentions", "states", "logits"))}
        case["tensors"] = f"tensors/{case['id']}.safetensors"
        (folder / "tensors").mkdir(exist_ok=True)
        save_file({part: numpy.ascontiguousarray(value, numpy.float32) for part, value in kept.items()}, folder / case["tensors"])
        cases.append(case)
    check_weights_vary(results)
    check_that_faults_would_show(double, max(cases, key=lambda c: len(c["ids"])))
    about = {
        **VERSIONS,
        "float32_noise": {part: rounded_up(value) for part, value in noise.items()},
        "numbers": "computed in float64, rounded to float32",
        "target_ids": "what the decoder is given: its start token, then the target without its end; row i predicts labels[i]",
        "attentions": "[L, H, T, T], encoder [L, H, S, S], cross [L, H, T, S]; row = query; 0 where the mask is",
        "hidden_states": "[L + 1, T, D]; the last one after the final norm, where there is one",
        "logits": "[T, V], with final_logits_bias",
        "queries, keys, values, scores": "in the case with steps: [L, H, T, d]; q k^T, unscaled, without bias and mask",
        "generations": "generated: without the start token or the prompt, with the end; options: on top of generation_config.json",
        "log_probabilities": "of each generated token, from the logits alone; score: sum as the search has it / length ^ penalty",
        "margin": "smallest distance between what was taken and what was not at any step, and at which kind of decision",
    }
    found = generations(double, loaded, generation_texts(name), lambda text: loaded(text)["input_ids"])
    write_json(folder / "cases.json", {"about": about, "cases": cases, "generations": found})
    return noise


def generation_texts(name):
    from common import sentences

    return [" ".join(text.split(" ")[at : at + 4]) for text in sentences(25, "generation", name) for at in (0, 3, 6)]
