"""card.md: the card to be read."""

from model import TAUGHT_HEAD, TAUGHT_LAYER


def shortened(text, most=12):
    words = text.split(" ")
    return " ".join(words[:most]) + (" …" if len(words) > most else "")


def percent(share):
    return f"{100 * share:.1f}%"


def table(head, rows):
    return "\n".join(
        ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(map(str, row)) + " |" for row in rows)]
    )


def verdict(it, best):
    shows = "shows" if best["accuracy"] > 0.9 else "does not show clearly"
    most = max(it["encoder"], key=lambda e: e["mean_weight_on_the_last_word"])
    return (
        f"So the choice {shows} as weight on the noun that is meant: best is head {best['layer']} · {best['head']} with"
        f" {percent(best['accuracy'])}. The word that decides, tired or wide, is read by “it” most in head {most['layer']} · {most['head']},"
        f" with {percent(most['mean_weight_on_the_last_word'])} of the weight on average."
    )


def written(card):
    """card.md: the same numbers to read."""
    m, d, t, a, it = card["model"], card["data"], card["training"], card["translations"], card["it"]
    aligned = card["alignment"]
    kinds = ("predicting_weight", "predicting_norm", "own_weight", "own_norm")
    best = max(it["encoder"], key=lambda e: e["accuracy"]) if it["encoder"] else None
    text = [
        "# The toy translator",
        f"{card['what']} Made again by `tests/golden/generate/translator/make.py`; this card is written by it, no number by hand.",
        "## What it is",
        f"{m['class']}: {m['encoder_layers']} encoder layers of {m['heads'][0]} heads, {m['decoder_layers']} decoder layer(s) of {m['heads'][1]}, width {m['width']},"
        f" feed-forward {m['feed_forward']}, {m['vocabulary']} words of both languages in one table; {m['parameters']:,} parameters in {m['stored']}. A word is one token;"
        " capitals are made small; a word that it does not know is `<unk>`, and several of them side by side are one to sentencepiece.",
        "## Data",
        f"{d['sentences']:,} different sentences of {d['kinds_of_sentences']} kinds, at most {d['longest']} words and marks long; {d['english_words']} English and {d['chinese_words']}"
        f" Chinese words. In {percent(d['with_an_unknown_word'])} of them a name or noun is made unknown in both languages.",
        f"Held out: the articles' sentences, and their words together in any form; {percent(d['share_of_pairs_held_out'])} of all pairs (who does what, what is done to what, what is how, what is where), of which"
        f" {d['pairs_held_out_and_tested']} were met in the test ({d['pairs_in_training']} are in training); all lengths above {d['longest']}."
        " `held_out_test.py` beside the grammar proves it.",
        "## Training",
        f"{t['steps']} steps of {t['batch']} sentences, seed {t['seed']}, Adam with a rate of at most {t['highest_rate']}; cross-entropy, plus {t['guided_weight']} times the"
        f" cross-entropy of one cross-attention head (layer {TAUGHT_LAYER}, head {TAUGHT_HEAD}) with the grammar's links, after Garg et al. 2019 (arXiv:1909.02074)."
        f" {t['processor_seconds'] / 60:.0f} minutes of one thread on {t['processor']}; another processor may give other last digits.",
        table(
            ("step", "loss", "of the taught head", "exact on 200 held-out sentences"),
            [(r["step"], r["loss"], r["guided"], percent(r["exact"])) for r in t["curve"]],
        ),
        "## How well it translates",
        "Greedy, with the weights as shipped.",
        table(
            ("sentences", "number", "exact", "BLEU"),
            [
                (
                    "with a pair never seen together",
                    a["held_out_combinations"]["sentences"],
                    percent(a["held_out_combinations"]["exact"]),
                    "",
                ),
                (
                    "new ones of pairs that were seen",
                    a["new_sentences_of_seen_pairs"]["sentences"],
                    percent(a["new_sentences_of_seen_pairs"]["exact"]),
                    "",
                ),
                (
                    f"longer than any in training ({a['unseen_length']['english_words']})",
                    a["unseen_length"]["sentences"],
                    percent(a["unseen_length"]["exact"]),
                    a["unseen_length"]["bleu"],
                ),
            ],
        ),
        table(("English", "translated"), card["articles"].items()),
        "## The three snapshots",
        table(
            ("snapshot", "bytes", "exact on held-out pairs", next(iter(card["snapshots"]["done"]["articles"]))),
            [
                (n, s["bytes"], percent(s["exact_on_held_out_combinations"]), shortened(next(iter(s["articles"].values()))))
                for n, s in card["snapshots"].items()
            ],
        ),
        "## Where cross-attention looks",
        f"Share of {aligned['words']:,} target words with a gold link whose strongest source word is not gold. Words without a link and the end sign are not counted, ties are apart; the"
        " source's end sign may be the strongest. Norm: weight times the length of value and output projection together (Kobayashi et al. 2020).",
        table(
            ("layer · head", "choosing the next word, weight", "norm", "the word's own row, weight", "norm"),
            [
                (f"{h['layer']} · {h['head']}{' (taught)' if h['taught'] else ''}", *(percent(h[k]) for k in kinds))
                for h in aligned["heads"]
            ],
        ),
        "A measure word is linked to its noun, which chooses it; 了, 的, 很, 是 in 是…的 and 把 have no link, as nothing in English says them.",
        "## What “it” means",
        "Chinese says 它 of an animal and names a thing once more: 因为它太累了, but 因为马路太宽了. So which word stands there shows which noun was understood:"
        f" the right one in {', '.join(f'{percent(v)} ({k})' for k, v in it['named_right'].items())} of the unseen sentences whose first half has two nouns."
        f" On these {sum(it['sentences'].values())} sentences ({', '.join(f'{v} {k}' for k, v in it['sentences'].items())}), the row of “it” in the encoder's self-attention gives more"
        " to the noun that is meant than to the other in these shares (a head that always prefers the first noun has 50%):",
        table(
            (
                "layer · head",
                "of both kinds",
                "subject meant",
                "object meant",
                "mean weight on the noun meant",
                "on the last word",
            ),
            [
                (
                    f"{e['layer']} · {e['head']}",
                    percent(e["accuracy"]),
                    percent(e["subject"]),
                    percent(e["object"]),
                    percent(e["mean_weight"]),
                    percent(e["mean_weight_on_the_last_word"]),
                )
                for e in it["encoder"]
            ],
        ),
        f"While that word is chosen, the decoder's cross-attention gives on average ({it['rows']} sentences):",
        table(
            ("layer · head", "“it”", "the noun meant", "the other noun", "the last word"),
            [
                (f"{e['layer']} · {e['head']}", *(percent(e[k]) for k in ("it", "meant", "other", "adjective")))
                for e in it["cross"]
            ],
        ),
    ]
    if best:
        text.insert(-2, verdict(it, best))
    return "\n\n".join(text) + "\n"
