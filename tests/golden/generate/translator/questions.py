"""Questions with a question word, which Chinese leaves where the answer will stand."""

from clauses import Doing, doing
from lexicon import NOUNS, SPOTS
from phrases import Phrase, Word, animal, english, noun_subject, person
from verbs import PERSON_VERBS, objects_of

COUNTED = [
    v
    for v in PERSON_VERBS
    if v.en
    in ("buy", "eat", "see", "read", "draw", "find", "need", "have", "write", "sell", "feed", "plant", "borrow", "receive")
]
ASKED = [
    v
    for v in PERSON_VERBS
    if v.en
    in (
        "eat",
        "drink",
        "buy",
        "read",
        "write",
        "see",
        "find",
        "lose",
        "like",
        "need",
        "draw",
        "cook",
        "make",
        "sing",
        "hear",
        "sell",
        "use",
        "learn",
        "watch",
    )
]


def what(facts):
    """What did Tom eat? 汤姆 吃 了 什么 ？"""
    subject = person(facts, adjectives=0.05)
    verb = facts.pick([v for v in ASKED if subject.noun is None or subject.noun in v.subjects])
    facts.combine("does", subject.lemma, verb.en)
    asked = Word("what")
    state, moment = "s" in verb.flags, bool({"m", "p"} & set(verb.flags))
    tense = (
        "present"
        if state
        else facts.weighted(past=3, future=1.5)
        if moment
        else facts.weighted(past=3, future=1.5, progressive=1.5, want=1.5)
    )
    auxiliary = {"past": "did", "future": "will", "progressive": subject.be, "present": "does" if subject.third else "do"}.get(
        tense
    )
    aux = Word(auxiliary or ("does" if subject.third else "do"))
    act = Doing(verb, verb.zh)
    word, en = act.english("ing" if tense == "progressive" else "en")
    wants, front = [], []
    if tense == "want":
        wants = english("want to")
        front = [("想", (wants[0],))]
    elif tense != "past" and not state:
        front = [({"future": "会", "progressive": "正在"}[tense], (aux,))]
    le = [("了", ())] if tense == "past" else []
    zh = [*subject.zh, *front, (verb.zh, (word, *act.particle)), *le, ("什么", (asked,))]
    return Phrase([asked, aux, *subject.en, *wants, *en], zh), "what"


def who(facts):
    """Who broke the cup? 谁 打破 了 杯子 ？"""
    subject = person(facts)
    facts.lemmas.clear()
    facts.pairs.clear()
    subject.noun = subject.lemma = None
    subject.be = "is"
    act = doing(facts, subject, True, "s")
    tense = facts.weighted(past=3, future=1)
    asked = Word("who")
    word, en = act.english("past" if tense == "past" else "en")
    if tense == "past":
        return Phrase([asked, *en], [("谁", (asked,)), *act.chinese(word, le=True)]), "who"
    will = Word("will")
    return Phrase([asked, will, *en], [("谁", (asked,)), ("会", (will,)), *act.chinese(word)]), "who"


def where_when(facts):
    """Where did Tom buy the book? 汤姆 是 在 哪里 买 那 本 书 的 ？"""
    subject = person(facts, adjectives=0.05)
    act = doing(facts, subject, False, "s", transitive=True)
    if act is None:
        return None
    asked, did = english(facts.pick(["where", "when"]) + " did")
    word, en = act.english("en")
    place = [("在", (asked,)), ("哪里", (asked,))] if asked.text == "where" else [("什么时候", (asked,))]
    return Phrase([asked, did, *subject.en, *en], [*subject.zh, ("是", ()), *place, *act.chinese(word), ("的", ())]), asked.text


def why(facts):
    """Why didn't Tom open the door? 汤姆 为什么 没有 打开 门 ？"""
    subject = animal(facts, adjectives=0.05, det="the") if facts.chance(0.25) else person(facts, adjectives=0.05)
    denied = facts.chance(0.5)
    act = doing(facts, subject, not denied, "s", transitive=facts.chance(0.7))
    if act is None or (not act.object.en and "l" not in act.verb.flags):
        return None
    asked, did = english("why didn't" if denied else "why did")
    word, en = act.english("en")
    front = [("没有", (did,))] if denied else []
    return Phrase(
        [asked, did, *subject.en, *en], [*subject.zh, ("为什么", (asked,)), *front, *act.chinese(word, le=not denied)]
    ), "why"


def how_many(facts):
    """How many books did Tom buy? 汤姆 买 了 几 本 书 ？"""
    subject = person(facts, adjectives=0.05)
    verb = facts.pick([v for v in COUNTED if subject.noun is None or subject.noun in v.subjects])
    name = facts.pick([n for n in objects_of(verb, subject.noun) if NOUNS[n].plural and NOUNS[n].kind in ("thing", "animal")])
    facts.combine("does", subject.lemma, verb.en)
    facts.combine("to", verb.en, name)
    how, many, things = english(f"how many {NOUNS[name].plural}")
    state = "s" in verb.flags
    aux = Word(("does" if subject.third else "do") if state else "did")
    word = Word(verb.en)
    zh = [
        *subject.zh,
        (verb.zh, (word,)),
        *([] if state else [("了", ())]),
        ("几", (how, many)),
        (NOUNS[name].measure, (things,)),
        (NOUNS[name].zh, (things,)),
    ]
    return Phrase([how, many, things, aux, *subject.en, word], zh), "how many"


def where_is(facts):
    """Where is the cat? 猫 在 哪里 ？ How many cats are there under the table? 桌子 下 有 几 只 猫 ？"""
    names = sorted(n for n in NOUNS if NOUNS[n].kind in ("thing", "animal", "person"))
    if facts.chance(0.6):
        subject = noun_subject(facts, facts.pick(names), indefinite=False)
        where, be = english(f"where {subject.be}")
        return Phrase([where, be, *subject.en], [*subject.zh, ("在", (be,)), ("哪里", (where,))]), "where is"
    spot = facts.pick([s for s in SPOTS if s.noun.kind == "place"])
    thing = NOUNS[facts.pick([n for n in names if NOUNS[n].kind == "animal"])]
    how, many, things, are, there, front, the, head = english(
        f"how many {thing.plural} are there {spot.preposition} the {spot.noun.en}"
    )
    facts.combine("at", thing.en, f"{spot.preposition} {spot.noun.en}")
    zh = [
        (spot.noun.zh, (head,)),
        (spot.localizer, (front,)),
        ("有", (are, there)),
        ("几", (how, many)),
        (thing.measure, (things,)),
        (thing.zh, (things,)),
    ]
    return Phrase([how, many, things, are, there, front, the, head], zh), "how many are there"


KINDS = {what: 3.5, who: 2.5, where_when: 2.5, why: 2.5, how_many: 2.5, where_is: 1.5}
