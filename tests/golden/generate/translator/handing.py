"""把 and 给: what is put, taken and given somewhere stands before the verb."""

from clauses import at_place, joined
from lexicon import NOUNS, SPOTS, Place
from phrases import Phrase, Word, human_object, noun_phrase, person

SMALL = (
    "book pen cup key hat bag phone ball letter map newspaper photo ticket knife umbrella apple banana egg toy gift bottle shirt saw flower"
).split()
ROOMS = [
    Place(NOUNS[n], "to", "")
    for n in ("kitchen", "room", "yard", "garden", "office", "classroom", "park", "school", "hospital", "shop", "farm")
]


def tense_of(facts, subject, forms):
    """Past, future or denied past of a verb given as base and past: English before the object, Chinese before the verb, 了."""
    base, past = forms
    how = facts.weighted(past=5, future=2, denied=2, want=1, asked=1)
    if how == "past":
        word = Word(past)
        return how, [], [word], word, []
    if how == "future":
        will, word = Word("will"), Word(base)
        return how, [], [will, word], word, [("会", (will,))]
    if how == "want":
        word = Word(base)
        want = Word("wants" if subject.third else "want")
        return how, [], [want, Word("to"), word], word, [("想", (want,))]
    if how == "asked":
        did, word = Word("did"), Word(base)
        return how, [did], [word], word, []
    words, links = joined(facts, "did")
    word = Word(base)
    return how, [], [*words, word], word, [("没有", links)]


def put(facts):
    """Tom put the book on the table. 汤姆 把 书 放 在 了 桌子 上"""
    subject = person(facts, adjectives=0.05)
    thing = facts.pick(SMALL)
    spot = facts.pick([p for p in SPOTS if p.noun.en != thing and (p.preposition != "near")])
    what = noun_phrase(facts, thing, "subject", det=facts.pick(["the", "the", "this", "that", "my", "his"]), adjectives=0.12)
    facts.combine("put", thing, f"{spot.preposition} {spot.noun.en}")
    facts.lemmas.add("put")
    how, before, verb, word, front = tense_of(facts, subject, ("put", "put"))
    where = at_place(facts, spot)
    end = [("吗", (before[0],))] if before else []
    le = [("了", ())] if how in ("past", "asked") else []
    zh = [*subject.zh, *front, ("把", ()), *what.zh, ("放", (word,)), where.zh[0], *le, *where.zh[1:], *end]
    return Phrase([*before, *subject.en, *verb, *what.en, *where.en], zh), "把 put"


def take(facts):
    """Mary took the dog to the park. 玛丽 把 狗 带 到 了 公园"""
    subject = person(facts, adjectives=0.05)
    thing = facts.pick(SMALL) if facts.chance(0.6) else facts.pick("dog cat horse cow sheep child girl boy".split())
    zh_verb = "拿" if NOUNS[thing].kind == "thing" else "带"
    outside = ("park", "yard", "garden", "farm")
    place = facts.pick([room for room in ROOMS if NOUNS[thing].kind != "animal" or room.noun.en in outside])
    what = noun_phrase(facts, thing, "subject", det=facts.pick(["the", "the", "that", "this"]), adjectives=0.1)
    facts.combine("take", thing, place.noun.en)
    facts.lemmas.add("take")
    how, before, verb, word, front = tense_of(facts, subject, ("take", "took"))
    to, the, head = Word("to"), Word("the"), Word(place.noun.en)
    end = [("吗", (before[0],))] if before else []
    le = [("了", ())] if how in ("past", "asked") else []
    zh = [*subject.zh, *front, ("把", ()), *what.zh, (zh_verb, (word,)), ("到", (to,)), *le, (place.noun.zh, (head,)), *end]
    return Phrase([*before, *subject.en, *verb, *what.en, to, the, head], zh), "把 take"


def give(facts):
    """Tom gave Mary a book: 给 了 玛丽 一 本 书; gave the book to Mary: 把 书 给 了 玛丽"""
    subject = person(facts, adjectives=0.05)
    thing = facts.pick(SMALL)
    receiver, whom = human_object(facts, subject)
    how, before, verb, word, front = tense_of(facts, subject, ("give", "gave"))
    end = [("吗", (before[0],))] if before else []
    facts.combine("give", thing, receiver or whom.en[0].text)
    facts.lemmas.add("give")
    give_zh = [("给", (word,)), *([("了", ())] if how in ("past", "asked") else [])]
    if facts.chance(0.55) and how != "denied":
        what = noun_phrase(facts, thing, "object", det=facts.weighted(a=4, number=2, this=0.5), adjectives=0.15)
        zh = [*subject.zh, *front, *give_zh, *whom.zh, *what.zh, *end]
        return Phrase([*before, *subject.en, *verb, *whom.en, *what.en], zh), "给"
    what = noun_phrase(facts, thing, "subject", det=facts.pick(["the", "the", "this", "that"]), adjectives=0.1)
    zh = [*subject.zh, *front, ("把", ()), *what.zh, *give_zh, *whom.zh, *end]
    return Phrase([*before, *subject.en, *verb, *what.en, Word("to"), *whom.en], zh), "把 give"
