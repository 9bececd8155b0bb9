"""比, 没有 and 最: comparisons, whose adjective stands last in Chinese."""

from clauses import joined
from lexicon import ALIKE, HE, NAMES, NOUNS, OWNED
from phrases import NUMBERS, PRONOUNS, Phrase, Word, english, name_subject, noun_phrase, noun_subject, pair, pronoun_subject
from verbs import ADJECTIVES

PEOPLE_COMPARED = {"taller": "高", "older": "大", "younger": "年轻", "stronger": "强壮", "cleverer": "聪明", "busier": "忙", "lazier": "懒", "kinder": "善良",
                   "happier": "高兴"}  # fmt: skip


def comparing(facts):
    """The dog is bigger than the cat. 狗 比 猫 大"""
    if facts.chance(0.5):
        one, other = facts.random.sample(list(NAMES), 2)
        subject, second = name_subject(facts, one), name_subject(facts, other)
        if facts.chance(0.25):
            second = pronoun_subject(facts, facts.pick(["he", "she", "they"]))
            second = pair(PRONOUNS[second.en[0].text][0], second.zh[0][0])
        more = facts.pick(list(PEOPLE_COMPARED))
        zh = PEOPLE_COMPARED[more]
        if more in ("older", "younger") and facts.chance(0.4):
            return years_older(facts, subject, second)
    else:
        adjective = facts.pick(
            [a for a in ADJECTIVES.values() if a.comparative and a.en not in ("good", "happy", "busy", "kind")]
        )
        groups = [fitting for group in ALIKE if len(fitting := [n for n in group if n in adjective.nouns]) > 1]
        if not groups:
            return None
        one, other = facts.random.sample(facts.pick(groups), 2)
        det = facts.pick(["the", "the", "this", "my"]) if one in OWNED and other in OWNED else facts.pick(["the", "the", "this"])
        subject = noun_subject(facts, one, det=det, adjectives=0)
        second = noun_phrase(facts, other, "subject", det={"the": "the", "this": "that", "my": "your"}[det], adjectives=0)
        facts.combine("is", one, adjective.en)
        facts.combine("is", other, adjective.en)
        more, zh = adjective.comparative, adjective.zh
    be = subject.be if facts.chance(0.75) else subject.was
    compared, than = english(f"{more} than")
    facts.lemmas.add(more)
    mood = facts.weighted(says=5, denies=1.5, asks=1.5)
    said = (zh, (compared,))
    if mood == "denies":
        words, links = joined(facts, be)
        return Phrase(
            [*subject.en, *words, compared, than, *second.en], [*subject.zh, ("没有", (*links, than)), *second.zh, said]
        ), "not 比"
    word = Word(be)
    rest = [("比", (than,)), *second.zh, said]
    if mood == "asks":
        return Phrase([word, *subject.en, compared, than, *second.en], [*subject.zh, *rest, ("吗", (word,))]), "比 asks"
    return Phrase([*subject.en, word, compared, than, *second.en], [*subject.zh, *rest]), "比"


def years_older(facts, subject, second):
    number = facts.pick(list(NUMBERS))
    be, many, years, older, than = english(
        f"is {number} {'year' if number == 'one' else 'years'} {facts.pick(['older', 'older', 'younger'])} than"
    )
    zh = [
        ("比", (than,)),
        *second.zh,
        ("大" if older.text == "older" else "小", (older,)),
        (NUMBERS[number], (many,)),
        ("岁", (years,)),
    ]
    return Phrase([*subject.en, be, many, years, older, than, *second.en], [*subject.zh, *zh]), "比 岁"


GROUPS = {"student": ("school", "tallest cleverest youngest kindest laziest"), "worker": ("city", "strongest laziest youngest tallest"),
          "animal": ("zoo", "biggest cleverest strongest"), "doctor": ("hospital", "best busiest youngest kindest"),
          "singer": ("city", "best youngest tallest"), "teacher": ("school", "best kindest youngest busiest"), "man": ("village", "tallest strongest laziest kindest")}  # fmt: skip


def superlative(facts):
    """Tom is the tallest student in the school. 汤姆 是 学校 里 最 高 的 学生"""
    group = facts.pick(list(GROUPS))
    place, mosts = GROUPS[group]
    most = facts.pick(mosts.split())
    adjective = next(a for a in ADJECTIVES.values() if a.superlative == most)
    subject = (
        noun_subject(
            facts,
            facts.pick("lion tiger elephant bear monkey snake wolf fox".split()),
            det=facts.pick(["the", "this", "that"]),
            adjectives=0,
        )
        if group == "animal"
        else name_subject(facts, facts.pick(sorted(HE)) if group == "man" else None)
    )
    facts.lemmas.update((group, most, place))
    be, the, word, head, inside, the2, where = english(f"is the {most} {group} in the {place}")
    zh = [
        ("是", (be,)),
        (NOUNS[place].zh, (where,)),
        ("里", (inside,)),
        ("最", (word,)),
        (adjective.zh, (word,)),
        ("的", ()),
        (NOUNS[group].zh, (head,)),
    ]
    return Phrase([*subject.en, be, the, word, head, inside, the2, where], [*subject.zh, *zh]), "最"
