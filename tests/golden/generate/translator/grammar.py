"""The kinds of sentences, and how often each is drawn. A sentence is a Phrase without its last mark; `sentence` adds that."""

from dataclasses import dataclass

from clauses import OFTEN, Doing, clause, doing, joined, scene, time_phrase
from lexicon import HUMAN, NAMES, NOUNS, OWNED
from more_kinds import KINDS as MORE
from phrases import Phrase, Word, animal, name_subject, noun_phrase, noun_subject, pair, person, predicate, pronoun_subject
from questions import KINDS as QUESTIONS
from reasons import animal_reason, fit_reason, person_reason, so_result
from verbs import ADJECTIVES, COLOURS, DONE_BY_NOW, HABITS, TRANSITIVE


@dataclass(frozen=True)
class Sentence:
    kind: str
    english: tuple  # words as the tokenizer has them: lower case, marks apart
    chinese: tuple
    links: tuple  # per Chinese word the places of its English words
    pairs: frozenset
    lemmas: frozenset


def whoever(facts, **options):
    return animal(facts, **options) if facts.chance(0.3) else person(facts, **options)


FLAGS_NOT = {
    "progressive": "smp",
    "present": "m",
    "perfect": "s",
    "can": "sm",
    "future": "s",
    "should": "sm",
    "must": "sm",
    "want": "sm",
}
NO_TIME = ("must", "should")
ONLY = {"present": HABITS | {v.en for v in TRANSITIVE if "s" in v.flags}, "perfect": DONE_BY_NOW}


def happening(facts):
    """A subject does something, somewhere, at some time; or does not; or is asked about."""
    tense = facts.weighted(past=5, future=2, progressive=2, perfect=1.2, can=1, should=0.6, must=0.6, want=1.2, present=2.5)
    mood = facts.weighted(says=6, denies=2, asks=2) if tense != "must" else "says"
    subject = person(facts) if tense in NO_TIME else whoever(facts)
    act = doing(facts, subject, mood != "denies", FLAGS_NOT.get(tense, ""), ONLY.get(tense))
    if act is None:
        return None
    place = time = also = None
    state = "s" in act.verb.flags
    if tense == "present" and not state and mood != "denies":
        adverb = facts.pick(OFTEN) if mood == "says" and facts.chance(0.6) else None
        if adverb:
            word = Word(adverb[0])
            also = Phrase([word], [(part, (word,)) for part in adverb[1].split()])
        else:
            time = time_phrase(facts, "present")
    elif facts.chance(0.12) and mood == "says":
        word = Word("also")
        also = Phrase([word], [("也", (word,))])
    if tense not in NO_TIME and facts.chance(0.3):
        place = scene(facts, subject, act)
    if tense in ("past", "future") and not state and facts.chance(0.35):
        time = time_phrase(facts, tense, act.verb.en)
    made = clause(facts, subject, act, tense, mood, place, time, also)
    if time and mood != "asks" and tense in ("past", "future") and facts.chance(0.2):
        # The time first, in both.
        zh = [*time.zh, *subject.zh, *made.zh[len(subject.zh) + len(time.zh) :]]
        made = Phrase([*time.en, *made.en[: -len(time.en)]], zh)
    return made, f"{tense} {mood}"


def bare_names(facts):
    """Tom chase Jerry: as an article writes it, without an ending."""
    verbs = [
        v
        for v in TRANSITIVE
        if v.en in ("chase", "help", "thank", "visit", "meet", "see", "like", "know", "catch", "find", "hear")
    ]
    verb = facts.pick(verbs)
    one = name_subject(facts, facts.pick(list(NAMES)))
    other = facts.pick([n for n in NAMES if n not in facts.lemmas])
    facts.lemmas.update((other, verb.en))
    word = Word(verb.en)
    what = pair(other, NAMES[other])
    return Phrase([*one.en, word, *what.en], [*one.zh, (verb.zh, (word,)), *what.zh]), "bare"


def chased(facts):
    """The same verbs between names, with their endings."""
    verb = facts.pick([v for v in TRANSITIVE if v.en in ("chase", "catch", "help", "visit", "thank", "meet", "see", "find")])
    subject = name_subject(facts)
    other = facts.pick([n for n in NAMES if n not in facts.lemmas])
    facts.lemmas.update((other, verb.en))
    act = Doing(verb, verb.zh, pair(other, NAMES[other]))
    tense = facts.weighted(past=3, future=1) if "m" in verb.flags else facts.weighted(past=3, future=1, progressive=2)
    return clause(facts, subject, act, tense, facts.weighted(says=3, denies=1, asks=1)), "names"


def describing(facts):
    """The dog is tired. Are you hungry? The street was not wide."""
    if facts.chance(0.45):
        subject = person(facts, indefinite=False, adjectives=0)
        fitting = [
            n
            for n, a in ADJECTIVES.items()
            if a.nouns & HUMAN and n not in ("famous",) and (subject.noun is None or subject.noun in a.nouns)
        ]
    else:
        name = facts.pick([n for n in NOUNS if NOUNS[n].kind not in ("person", "kin", "activity")])
        subject = noun_subject(facts, name, adjectives=0, indefinite=False, det="the" if NOUNS[name].kind == "mass" else None)
        fitting = [n for n, a in ADJECTIVES.items() if name in a.nouns]
    fitting = [a for a in fitting if a != "beautiful" or subject.again != "he"]
    if not fitting:
        return None
    adjective = facts.pick(fitting)
    facts.combine("is", subject.lemma if subject.noun else None, adjective)
    facts.lemmas.add(adjective)
    be = subject.be if facts.chance(0.6) else subject.was
    mood = facts.weighted(says=6, denies=2, asks=2)
    if mood == "denies":
        words, links = joined(facts, be)
        zh_not = links
        if adjective in COLOURS:
            said = predicate(adjective)
            zh = [("不", links), *said.zh]
            return Phrase([*subject.en, *words, *said.en], [*subject.zh, *zh]), "be not"
        said = predicate(adjective, negation=zh_not)
        return Phrase([*subject.en, *words, *said.en], [*subject.zh, *said.zh]), "be not"
    if mood == "asks":
        word, said = Word(be), predicate(adjective, plain=True)
        return Phrase([word, *subject.en, *said.en], [*subject.zh, *said.zh, ("吗", (word,))]), "be asks"
    colour = adjective in COLOURS or adjective == "sick"
    said = predicate(adjective, "" if colour else facts.weighted(none=3, very=1.2, too=1.2).replace("none", ""))
    return Phrase([*subject.en, Word(be), *said.en], [*subject.zh, *said.zh]), "be"


def naming(facts):
    """Tom is a teacher. This is my book. It is a bird."""
    if facts.chance(0.5):
        subject = name_subject(facts) if facts.chance(0.6) else pronoun_subject(facts, facts.pick(["i", "you", "he", "she"]))
        what = facts.pick(
            [
                n
                for n in NOUNS
                if NOUNS[n].kind == "person" and n not in ("boy", "girl", "man", "woman", "thief", "neighbour", "king")
            ]
        )
        be, zh = subject.be, subject.zh
    else:
        word = facts.pick(["this", "that", "it"])
        what = facts.pick(
            [n for n in NOUNS if NOUNS[n].kind in ("animal", "thing") or (NOUNS[n].kind == "place" and word != "it")]
        )
        subject, be = Phrase([Word(word)]), "is"
        zh = [({"this": "这", "that": "那", "it": "它"}[word], tuple(subject.en))]
    mood = facts.weighted(says=5, denies=2, asks=2)
    det = facts.pick(["a", "a", "my", "your", "his", "our"]) if mood == "says" and what in OWNED else "a"
    if what == "friend":
        mood, det = "says", facts.pick(["her", "your", "his", "our"])
    thing = noun_phrase(facts, what, "object", det=det, adjectives=0.25 if mood == "says" else 0)
    if mood == "says":
        word = Word(be)
        return Phrase([*subject.en, word, *thing.en], [*zh, ("是", (word,)), *thing.zh]), "is a"
    noun_zh = thing.zh[2:]  # 不是老师, without 一位
    if mood == "denies":
        words, links = joined(facts, be)
        return Phrase([*subject.en, *words, *thing.en], [*zh, ("不", links[-1:]), ("是", links[:1]), *noun_zh]), "is not a"
    word = Word(be)
    return Phrase([word, *subject.en, *thing.en], [*zh, ("是", (word,)), *noun_zh, ("吗", (word,))]), "is a, asks"


CORE = {
    happening: 40,
    bare_names: 3,
    chased: 4,
    describing: 12,
    naming: 7,
    animal_reason: 11,
    person_reason: 7,
    fit_reason: 2,
    so_result: 3,
}
KINDS = {**CORE, **MORE, **QUESTIONS}
ASKING = {
    "what",
    "who",
    "where",
    "when",
    "why",
    "how",
    "is",
    "are",
    "am",
    "was",
    "were",
    "do",
    "does",
    "did",
    "has",
    "have",
    "will",
    "can",
    "should",
    "must",
}


def finished(facts, phrase, kind):
    """With its last mark, and Chinese linked by place."""
    en, zh = list(phrase.en), list(phrase.zh)
    asks = (
        any(word in ("吗", "谁", "什么", "哪里", "几", "什么时候", "为什么", "多大") for word, _ in zh) and en[0].text in ASKING
    )
    if not facts.chance(0.6 if kind == "bare" else 0.12):
        mark = Word("?" if asks else ".")
        en.append(mark)
        zh.append(("？" if asks else "。", (mark,)))
    place = {id(word): i for i, word in enumerate(en)}
    links = tuple(tuple(sorted({place[id(word)] for word in linked})) for _, linked in zh)
    return Sentence(
        kind, tuple(w.text for w in en), tuple(w for w, _ in zh), links, frozenset(facts.pairs), frozenset(facts.lemmas)
    )
