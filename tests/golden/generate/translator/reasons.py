"""Sentences in which "it" is one of two things, and only the adjective at the end tells which.

Chinese says 它 of an animal, and names a thing once more: 因为它太累了, 因为马路太宽了. So the translation shows which was meant.
"""

from clauses import Doing, joined
from lexicon import NAMES, NOUNS
from phrases import Phrase, Word, english, name_subject, noun_phrase, noun_subject, predicate, pronoun_subject
from verbs import ADJECTIVES, BY_NAME, DIET, objects_of

SUBJECTS = {
    "cross": "dog cat horse cow pig sheep rabbit mouse elephant monkey wolf bear fox animal tiger lion",
    "eat": "dog cat horse cow pig sheep rabbit bird mouse monkey bear fox animal duck elephant tiger lion wolf",
    "drink": "dog cat horse cow pig sheep elephant animal tiger lion",
    "climb": "bear monkey cat animal",
}
# Of whoever did not do it, and did: what they may have been.
NOT_DONE = {
    "cross": "tired sick afraid sleepy lazy hungry thirsty",
    "eat": "sick afraid tired sleepy",
    "drink": "sick afraid tired sleepy",
    "climb": "tired sick afraid lazy sleepy",
}
DONE = {"cross": "hungry thirsty afraid", "eat": "hungry", "drink": "thirsty", "climb": "hungry afraid"}
# Of the other thing, where it was not done.
OBJECTS = {
    "cross": {"street": "wide dangerous dirty", "river": "wide deep dangerous dirty",
              "bridge": "narrow dangerous long old high"},
    "eat": {"food": "hot cold dirty", "meat": "hot cold hard", "bread": "hard cold", "fish": "hot cold", "carrot": "hard", "bone": "hard big",
            "grass": "dirty", "apple": "hard"},
    "drink": {"water": "hot cold dirty", "milk": "hot cold"},
    "climb": {"tree": "tall", "mountain": "high dangerous"},
}  # fmt: skip
# What a person did, or did not do, with a thing, because the thing is so; and because the person is.
BECAUSE_OF_THING = {
    ("buy", False): {"car": "expensive old big small", "house": "expensive old big small", "phone": "expensive old", "coat": "expensive long small",
                     "skirt": "expensive long", "computer": "expensive heavy old", "guitar": "expensive old", "piano": "expensive big heavy",
                     "bicycle": "expensive old", "hat": "small big", "clock": "expensive", "umbrella": "old", "table": "big heavy small", "bed": "big hard"},
    ("buy", True): {"car": "cheap new", "phone": "cheap new", "coat": "cheap beautiful", "skirt": "cheap beautiful", "bicycle": "cheap new",
                    "book": "cheap interesting", "hat": "cheap beautiful", "shirt": "cheap", "umbrella": "cheap", "bag": "cheap beautiful", "house": "beautiful"},
    ("carry", False): {"box": "heavy big", "table": "heavy big", "stone": "heavy big", "bed": "heavy big", "computer": "heavy", "piano": "heavy"},
    ("read", False): {"book": "boring difficult long", "newspaper": "boring", "letter": "long boring", "story": "boring long"},
    ("read", True): {"book": "interesting", "story": "interesting", "newspaper": "interesting"},
    ("wash", True): {"car": "dirty", "cup": "dirty", "shirt": "dirty", "coat": "dirty", "bag": "dirty"},
    ("clean", True): {"room": "dirty", "kitchen": "dirty"},
    ("drink", False): {"water": "hot cold dirty", "tea": "hot cold", "coffee": "hot cold", "soup": "hot cold", "milk": "hot cold"},
    ("answer", False): {"question": "difficult"},
    ("cross", False): {"street": "wide dangerous", "river": "deep wide dangerous", "bridge": "narrow dangerous"},
    ("wear", False): {"shirt": "dirty small big", "coat": "dirty long big", "hat": "big small", "skirt": "long small"},
    ("like", True): {"book": "interesting", "film": "interesting", "song": "interesting", "park": "beautiful quiet", "city": "quiet", "flower": "beautiful"},
    ("like", False): {"book": "boring", "film": "boring long", "story": "boring long", "song": "boring", "coffee": "hot"},
}  # fmt: skip
OF_PERSON = {True: "happy", False: "tired busy sick lazy sad angry"}
FITS = {"ball": "box bag cup", "book": "bag box", "computer": "bag box", "chair": "car", "table": "car room", "bed": "room", "piano": "room",
        "bicycle": "car", "gift": "box bag", "guitar": "box car", "umbrella": "bag", "hat": "box bag", "clock": "box bag", "toy": "box bag"}  # fmt: skip


def said_of(facts, antecedent, adjective, it, named, too=None, done=False):
    """because it was too wide: `it` is the English word, `named` what Chinese calls it."""
    # Nobody does a thing because it is too interesting.
    how = too or facts.weighted(too=0 if done and adjective != "dirty" else 4, very=1, plain=2)
    how = "" if how == "plain" or adjective == "sick" else how
    because, was = english("because was")
    what = predicate(adjective, how)
    facts.combine("is", antecedent, adjective)
    return Phrase([because, it, was, *what.en], [("，", ()), ("因为", (because,)), *[(zh, (it,)) for zh in named], *what.zh])


def main_clause(facts, subject, act, done, place=()):
    """Past, said or denied."""
    word, en = act.english("past" if done else "en")
    if done:
        return Phrase([*subject.en, *en], [*subject.zh, *act.chinese(word, le="s" not in act.verb.flags)])
    words, links = joined(facts, "did")
    zh = [("不" if "s" in act.verb.flags else "没有", links), *act.chinese(word)]
    return Phrase([*subject.en, *words, *en], [*subject.zh, *zh])


def joined_by(first, second):
    return Phrase([*first.en, *second.en], [*first.zh, *second.zh])


def animal_reason(facts):
    """The animal didn't cross the street because it was too tired / too wide."""
    verb = facts.weighted(cross=6, eat=4, drink=1.2, climb=1)
    done = facts.chance(0.35)
    name = facts.pick(SUBJECTS[verb].split())
    fitting = [n for n in OBJECTS[verb] if verb == "cross" or n in DIETS.get((verb, name), (n,))] or ["food"]
    thing = facts.pick(fitting)
    subject = noun_subject(facts, name, det=facts.weighted(the=6, this=0.5, that=0.5), adjectives=0.05)
    act = Doing(BY_NAME[verb], BY_NAME[verb].objects[thing], noun_phrase(facts, thing, "object", det="the", adjectives=0.04))
    facts.combine("does", name, verb)
    facts.combine("to", verb, thing)
    first = main_clause(facts, subject, act, done)
    it = Word("it")
    if done or facts.chance(0.5):
        adjective = facts.pick([a for a in (DONE if done else NOT_DONE)[verb].split() if name in ADJECTIVES[a].nouns])
        return joined_by(first, said_of(facts, name, adjective, it, ["它"], done=done)), "it: subject"
    adjective = facts.pick(OBJECTS[verb][thing].split())
    return joined_by(first, said_of(facts, thing, adjective, it, [NOUNS[thing].zh])), "it: object"


def person_reason(facts):
    """Tom didn't buy the car because it was too expensive / because he was busy."""
    (verb, done), things = facts.pick(list(BECAUSE_OF_THING.items()))
    thing = facts.pick(list(things))
    if facts.chance(0.6):
        subject = name_subject(facts, facts.pick(list(NAMES)))
    elif facts.chance(0.4):
        subject = pronoun_subject(facts)
    else:
        subject = noun_subject(
            facts, facts.pick(sorted(n for n in BY_NAME[verb].subjects if NOUNS[n].kind == "person" and n != "friend")), det="the"
        )
    det = "that" if NOUNS[thing].measure and facts.chance(0.3) else "the"
    act = Doing(BY_NAME[verb], BY_NAME[verb].objects[thing], noun_phrase(facts, thing, "object", det=det, adjectives=0.04))
    facts.combine("does", subject.lemma, verb)
    facts.combine("to", verb, thing)
    first = main_clause(facts, subject, act, done)
    if facts.chance(0.3) and verb != "like":
        again = pronoun_subject(facts, subject.again)
        adjective = facts.pick(OF_PERSON[done].split())
        reason = said_of(facts, None, adjective, again.en[0], [word for word, _ in again.zh], done=done)
        if again.was == "were":
            reason.en[2].text = "were"
        facts.lemmas.add(adjective)
        return joined_by(first, reason), "because he"
    adjective = facts.pick(things[thing].split())
    return joined_by(first, said_of(facts, thing, adjective, Word("it"), [NOUNS[thing].zh], done=done)), "it: object"


def fit_reason(facts):
    """The ball didn't fit in the box because it was too big / too small."""
    thing = facts.pick(list(FITS))
    holder = facts.pick(FITS[thing].split())
    subject = noun_subject(facts, thing, det="the", adjectives=0.05)
    inside = noun_phrase(facts, holder, "subject", det="the", adjectives=0.05)
    words, links = joined(facts, "did")
    fit, into = english("fit in")
    facts.combine("fits", thing, holder)
    first = Phrase([*subject.en, *words, fit, into, *inside.en], [*subject.zh, ("放不进", (*links, fit, into)), *inside.zh])
    big = facts.chance(0.5)
    which, adjective = (thing, "big") if big else (holder, "small")
    reason = said_of(facts, which, adjective, Word("it"), [NOUNS[which].zh], "too")
    return joined_by(first, reason), "it: subject" if big else "it: object"


def so_result(facts):
    """The dog was tired, so it didn't cross the street."""
    verb = facts.weighted(cross=3, eat=3, drink=1)
    done = facts.chance(0.5)
    name = facts.pick(SUBJECTS[verb].split())
    thing = facts.pick([n for n in OBJECTS[verb] if n in DIETS.get((verb, name), (n,))] or ["food"])
    adjective = facts.pick([a for a in (DONE if done else NOT_DONE)[verb].split() if name in ADJECTIVES[a].nouns])
    subject = noun_subject(facts, name, det="the", adjectives=0.05)
    what = predicate(adjective, facts.pick(["", "very"]) if adjective != "sick" else "")
    was, comma, so, it = english("was , so it")
    act = Doing(BY_NAME[verb], BY_NAME[verb].objects[thing], noun_phrase(facts, thing, "object", det="the", adjectives=0.04))
    facts.combine("is", name, adjective)
    facts.combine("does", name, verb)
    facts.combine("to", verb, thing)
    second = main_clause(facts, Phrase([it], [("它", (it,))]), act, done)
    en = [*subject.en, was, *what.en, comma, so, *second.en]
    return Phrase(en, [*subject.zh, *what.zh, ("，", (comma,)), ("所以", (so,)), *second.zh]), "so it"


def _diets():
    for name in DIET:
        yield ("eat", name), DIET[name].split()
        yield ("drink", name), objects_of(BY_NAME["drink"], name)
        if name in ("bear", "cat", "monkey"):
            yield ("climb", name), objects_of(BY_NAME["climb"], name)


DIETS = dict(_diets())
