"""More kinds of sentences whose order differs: 有, 在, 的 of a whole clause, 的时候, 如果."""

from clauses import at_place, clause, doing, joined, time_phrase
from comparing import comparing, superlative
from handing import SMALL, give, put, take
from lexicon import HUMAN, NOUNS, OWNED, SPOTS
from phrases import (
    Phrase,
    Word,
    animal,
    english,
    name_subject,
    noun_phrase,
    noun_subject,
    person,
    predicate,
    pronoun_subject,
)
from verbs import ADJECTIVES

ANIMALS = sorted(n for n in NOUNS if NOUNS[n].kind == "animal")


def there_is(facts):
    """There are two cats under the table. 桌子 下 有 两 只 猫"""
    spot = facts.pick(SPOTS)
    if spot.noun.kind == "place" or spot.preposition in ("under", "behind", "near"):
        name = facts.pick(ANIMALS) if facts.chance(0.6) and spot.noun.en not in ("bed", "chair") else facts.pick(SMALL)
    else:
        name = facts.pick(SMALL)
    if name == spot.noun.en:
        return None
    many = facts.chance(0.5)
    det = facts.pick(["number", "number", "some", "many"]) if many else "a"
    mood = facts.weighted(says=6, asks=2)
    what = noun_phrase(facts, name, "object", det=det, adjectives=0.15)
    where = at_place(facts, spot)
    facts.combine("at", name, f"{spot.preposition} {spot.noun.en}")
    there, be = english(f"there {facts.pick(['are', 'are', 'were']) if many else facts.pick(['is', 'is', 'was'])}")
    if det == "a" and facts.chance(0.2):
        no = Word("no")
        en = [there, be, no, *what.en[1:], *where.en]
        return Phrase(en, [*where.zh[1:], ("没有", (no,)), *what.zh[2:]]), "there is no"
    zh = [*where.zh[1:], ("有", (there, be)), *what.zh]
    if mood == "asks":
        return Phrase([be, there, *what.en, *where.en], [*zh, ("吗", (be,))]), "there is, asks"
    return Phrase([there, be, *what.en, *where.en], zh), "there is"


def located(facts):
    """The cat is under the table. 猫 在 桌子 下"""
    spot = facts.pick(SPOTS)
    name = facts.pick(SMALL if facts.chance(0.5) else ANIMALS)
    if name == spot.noun.en or (
        name in ANIMALS
        and (spot.noun.en in ("box", "bag", "bed", "chair", "table") and name not in ("cat", "dog", "mouse", "rabbit", "bird"))
    ):
        return None
    subject = noun_subject(
        facts,
        name,
        det=facts.pick(["the", "the", "my" if name in OWNED else "this", "that", "the+s"])
        if NOUNS[name].plural != NOUNS[name].en
        else "the",
    )
    facts.combine("at", name, f"{spot.preposition} {spot.noun.en}")
    where = at_place(facts, spot)
    be = subject.be if facts.chance(0.7) else subject.was
    mood = facts.weighted(says=5, denies=2, asks=2)
    if mood == "denies":
        words, links = joined(facts, be)
        return Phrase([*subject.en, *words, *where.en], [*subject.zh, ("不", links), *where.zh]), "not at"
    word = Word(be)
    if mood == "asks":
        return Phrase([word, *subject.en, *where.en], [*subject.zh, *where.zh, ("吗", (word,))]), "at, asks"
    return Phrase([*subject.en, word, *where.en], [*subject.zh, *where.zh]), "at"


def known(facts):
    """I know the girl who bought the book. 我 认识 买 了 那 本 书 的 女孩"""
    subject = person(facts, adjectives=0)
    who = facts.pick(["boy", "girl", "man", "woman", "child", "student", "teacher", "doctor", "farmer", "driver", "worker"])
    inner = noun_subject(facts, who, det="the", adjectives=0)
    act = doing(facts, inner, True, "sw", transitive=True)
    word, en = act.english("past")
    that = Word("who")
    verb = Word(facts.pick(["knows" if subject.third else "know", "knew"]))
    zh = [*subject.zh, ("认识", (verb,)), *act.chinese(word, le=True), ("的", (that,)), *inner.zh]
    return Phrase([*subject.en, verb, *inner.en, that, *en], zh), "的 who"


def relative(facts):
    """The dog that ate the meat is black. 吃 了 肉 的 狗 是 黑色 的"""
    name = (
        facts.pick(["boy", "girl", "man", "woman", "student", "doctor"])
        if facts.chance(0.5)
        else facts.pick([a for a in ANIMALS if a not in ("fish", "animal")])
    )
    inner = noun_subject(facts, name, det="the", adjectives=0)
    act = doing(facts, inner, True, "sw", transitive=True)
    fitting = [a for a in ADJECTIVES if name in ADJECTIVES[a].nouns]
    if act is None or not fitting:
        return None
    word, en = act.english("past")
    that = Word("that" if NOUNS[name].kind == "animal" else "who")
    adjective = facts.pick(fitting)
    said = predicate(adjective)
    facts.combine("is", name, adjective)
    return Phrase(
        [*inner.en, that, *en, Word("was" if facts.chance(0.3) else "is"), *said.en],
        [*act.chinese(word, le=True), ("的", (that,)), *inner.zh, *said.zh],
    ), "的 that"


def when(facts):
    """When Tom came home, the dog was sleeping. 汤姆 回家 的 时候 ， 狗 正在 睡觉"""
    first = person(facts, adjectives=0)
    second = animal(facts, adjectives=0, det="the") if facts.chance(0.4) else person(facts, adjectives=0)
    word_when, came, *home = english("when " + facts.pick(["came home", "arrived"]))
    act = doing(facts, second, True, "smp")
    word, en = act.english("ing")
    was, comma = Word(second.was), Word(",")
    zh = [
        *first.zh,
        ("回家" if home else "到", (came, *home)),
        ("的", ()),
        ("时候", (word_when,)),
        ("，", (comma,)),
        *second.zh,
        ("正在", (was,)),
        *act.chinese(word),
    ]
    return Phrase([word_when, *first.en, came, *home, comma, *second.en, was, *en], zh), "when"


def if_rains(facts):
    """If it rains tomorrow, Tom will read the book. 如果 明天 下雨 ， 汤姆 会 看 那 本 书"""
    word_if, it, rains = english("if it " + facts.pick(["rains", "snows"]))
    time = time_phrase(facts, "future") if facts.chance(0.7) else Phrase()
    if time.en and time.en[0].text in ("at", "next"):
        return None
    subject = person(facts, adjectives=0.05)
    act = doing(facts, subject, True, "sm")
    second = clause(facts, subject, act, "future", facts.weighted(says=3, denies=1))
    comma = Word(",")
    zh = [("如果", (word_if,)), *time.zh, ("下雨" if rains.text == "rains" else "下雪", (rains,)), ("，", (comma,)), *second.zh]
    return Phrase([word_if, it, rains, *time.en, comma, *second.en], zh), "if"


def weather(facts):
    """It rained yesterday. 昨天 下雨 了"""
    base, zh = facts.pick([("rain", "下雨"), ("snow", "下雪")])
    tense = facts.weighted(past=2, future=2, progressive=1)
    time = time_phrase(facts, tense) if tense != "progressive" else Phrase()
    if tense == "past":
        it, verb = english(f"it {base}ed")
        return Phrase([it, verb, *time.en], [*time.zh, (zh, (verb,)), ("了", ())]), "weather"
    it, auxiliary, verb = english(f"it will {base}" if tense == "future" else f"it is {base}ing")
    return Phrase(
        [it, auxiliary, verb, *time.en], [*time.zh, ("会" if tense == "future" else "正在", (auxiliary,)), (zh, (verb,))]
    ), "weather"


def request(facts):
    """Please open the door. Don't eat the cake."""
    you = pronoun_subject(facts, "you")
    facts.lemmas.discard("you")
    act = doing(facts, you, False, "sm", transitive=True)
    word, en = act.english("en")
    if facts.chance(0.5):
        please = Word("please")
        return Phrase([please, *en], [("请", (please,)), *act.chinese(word)]), "please"
    dont = Word("don't")
    return Phrase([dont, *en], [("不要", (dont,)), *act.chinese(word)]), "don't"


def but(facts):
    """Tom bought a book, but Mary bought a pen."""
    parts = []
    for _ in range(2):
        subject = person(facts, adjectives=0)
        act = doing(facts, subject, True)
        parts.append(clause(facts, subject, act, "past", "says"))
    comma, word = english(", but")
    return Phrase(
        [*parts[0].en, comma, word, *parts[1].en], [*parts[0].zh, ("，", (comma,)), ("但是", (word,)), *parts[1].zh]
    ), "but"


def said(facts):
    """Mary said that Tom was tired."""
    subject = name_subject(facts) if facts.chance(0.6) else person(facts, adjectives=0)
    speaks, *that = english("said that" if facts.chance(0.6) else "said")
    facts.lemmas.add("say")
    inner = person(facts, adjectives=0)
    if facts.chance(0.5):
        adjective = facts.pick(
            [
                a
                for a in ADJECTIVES
                if (inner.noun in ADJECTIVES[a].nouns if inner.noun else ADJECTIVES[a].nouns & HUMAN)
                and a not in ("famous", "beautiful")
            ]
        )
        facts.combine("is", inner.lemma if inner.noun else None, adjective)
        facts.lemmas.add(adjective)
        what = predicate(adjective)
        rest = Phrase([*inner.en, Word(inner.was), *what.en], [*inner.zh, *what.zh])
    else:
        rest = clause(facts, inner, doing(facts, inner, True, "s"), facts.pick(["past", "future"]), "says")
    return Phrase([*subject.en, speaks, *that, *rest.en], [*subject.zh, ("说", (speaks,)), *rest.zh]), "said"


KINDS = {
    put: 5,
    take: 3,
    give: 4,
    comparing: 6,
    superlative: 1.5,
    there_is: 4,
    located: 3,
    known: 2.5,
    relative: 2.5,
    when: 3,
    if_rains: 2.5,
    weather: 0.8,
    request: 2.5,
    but: 2,
    said: 3,
}
