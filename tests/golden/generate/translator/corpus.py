"""Draws the corpus, and keeps apart what the model may not see: the articles' sentences, a share of all pairs, one length."""

import hashlib
import random

from grammar import KINDS, finished
from phrases import Facts

SEED = 13
TRAINING, TESTED = 120_000, 2_000
LONGEST = 16  # English words and marks in training
LENGTH = 20  # the unseen length: from here on
SHARE_HELD_OUT = 0.13

ARTICLES = (
    "The animal didn't cross the street because it was too tired.",
    "The animal didn't cross the street because it was too wide.",
    "The dog ate the food because it was hungry.",
    "I am good.",
    "I saw a saw.",
    "Tom chase Jerry",
)


def words_of(text):
    """As the tokenizer has them: lower case, marks apart."""
    for mark in ".?,":
        text = text.replace(mark, f" {mark}")
    return tuple(text.lower().split())


def bare_words(words):
    return tuple(word for word in words if word not in (".", "?", ","))


ARTICLE_WORDS = frozenset(bare_words(words_of(text)) for text in ARTICLES)
# Words that no training sentence has together, in any form or order: so more than the sentences themselves is kept apart.
APART = tuple(
    frozenset(words.split()) for words in ("animal cross street", "dog eat food", "tom chase jerry", "i good", "see saw")
)


def pair_held_out(pair):
    """A share of all pairs, by a hash of their words: the same for ever, whatever is drawn."""
    digest = hashlib.sha256("/".join(pair).encode()).digest()
    return int.from_bytes(digest[:4], "big") < SHARE_HELD_OUT * 2**32


def of_articles(sentence):
    return bare_words(sentence.english) in ARTICLE_WORDS or any(words <= sentence.lemmas for words in APART)


def combination(sentence):
    """The pairs of this sentence that training never has."""
    return sorted(pair for pair in sentence.pairs if pair_held_out(pair))


def drawn(seed):
    """Sentences without end, by name of the kind's share."""
    source = random.Random(seed)
    kinds, shares = list(KINDS), list(KINDS.values())
    while True:
        facts = Facts(source)
        kind = source.choices(kinds, shares)[0]
        made = kind(facts)
        if made:
            yield finished(facts, *made)


def long_sentences(seed):
    """Longer than any in training: two sentences joined by ", but"."""
    source = drawn(seed)
    while True:
        one, other = next(source), next(source)
        if one.english[-1] != "." or other.english[-1] != "." or one.kind == "but" or other.kind == "but":
            continue
        if pair_or_article(one) or pair_or_article(other):
            continue
        shift = len(one.english) + 1
        english = (*one.english[:-1], ",", "but", *other.english)
        chinese = (*one.chinese[:-1], "，", "但是", *other.chinese)
        moved = tuple(tuple(place + shift for place in links) for links in other.links)
        links = (*one.links[:-1], (shift - 2,), (shift - 1,), *moved)
        yield type(one)("long", english, chinese, links, one.pairs | other.pairs, one.lemmas | other.lemmas)


def pair_or_article(sentence):
    return bool(combination(sentence)) or of_articles(sentence)


def corpus(training=TRAINING, tested=TESTED):
    """training, combinations (held out by their pairs), like (of what training has, yet not in it), long: all distinct."""
    parts = {"training": {}, "combinations": {}, "like": {}, "long": {}}
    source = drawn(SEED)
    while len(parts["training"]) < training:
        sentence = next(source)
        if len(sentence.english) > LONGEST or of_articles(sentence):
            continue
        if combination(sentence):
            if len(parts["combinations"]) < tested:
                parts["combinations"].setdefault(bare_words(sentence.english), sentence)
        else:
            parts["training"].setdefault(bare_words(sentence.english), sentence)
    for sentence in drawn(SEED + 1):
        key = bare_words(sentence.english)
        if len(sentence.english) <= LONGEST and not pair_or_article(sentence) and key not in parts["training"]:
            parts["like"].setdefault(key, sentence)
        if len(parts["like"]) == tested // 2:
            break
    for sentence in long_sentences(SEED + 2):
        if LENGTH <= len(sentence.english) <= LENGTH + 2:
            parts["long"].setdefault(bare_words(sentence.english), sentence)
        if len(parts["long"]) == tested // 4:
            break
    return {name: list(part.values()) for name, part in parts.items()}


def digest(sentences):
    """What these sentences, their translations and links are, as a hash: the card has that of the training's."""
    state = hashlib.sha256()
    for sentence in sentences:
        state.update(f"{' '.join(sentence.english)}|{' '.join(sentence.chinese)}|{sentence.links}\n".encode())
    return state.hexdigest()
