"""Kinds of sentences whose order differs most: 把, 比, 给, 有, 的 of a whole clause, 的时候, 如果."""

from clauses import at_place, clause, doing, joined, time_phrase
from lexicon import ALIKE, HE, HUMAN, NAMES, NOUNS, OWNED, SPOTS, Place
from phrases import NUMBERS, Phrase, Word, animal, english, human_object, name_subject, noun_phrase, noun_subject, pair, person, predicate, pronoun_subject
from verbs import ADJECTIVES

SMALL = "book pen cup key hat bag phone ball letter map newspaper photo ticket knife umbrella apple banana egg toy gift bottle shirt saw flower".split()
ANIMALS = sorted(n for n in NOUNS if NOUNS[n].kind == "animal")
ROOMS = [Place(NOUNS[n], "to", "") for n in ("kitchen", "room", "yard", "garden", "office", "classroom", "park", "school", "hospital", "shop", "farm")]


def tense_of(facts, subject, forms):
    """Past, future or denied past of a verb given as base, past, third: English before the object, Chinese before the verb, 了."""
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


PEOPLE_COMPARED = {"taller": "高", "older": "大", "younger": "年轻", "stronger": "强壮", "cleverer": "聪明", "busier": "忙", "lazier": "懒", "kinder": "善良",
                   "happier": "高兴"}  # fmt: skip


def comparing(facts):
    """The dog is bigger than the cat. 狗 比 猫 大"""
    if facts.chance(0.5):
        one, other = facts.random.sample(list(NAMES), 2)
        subject, second = name_subject(facts, one), name_subject(facts, other)
        if facts.chance(0.25):
            second = pronoun_subject(facts, facts.pick(["he", "she", "they"]))
            second = Phrase(english(PRONOUNS_AS_OBJECTS[second.en[0].text]), [(second.zh[0][0], ())])
            second.zh = [(second.zh[0][0], (second.en[0],))]
        more = facts.pick(list(PEOPLE_COMPARED))
        zh = PEOPLE_COMPARED[more]
        if more in ("older", "younger") and facts.chance(0.4):
            return years_older(facts, subject, second)
    else:
        adjective = facts.pick([a for a in ADJECTIVES.values() if a.comparative and a.en not in ("good", "happy", "busy", "kind")])
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
        return Phrase([*subject.en, *words, compared, than, *second.en], [*subject.zh, ("没有", (*links, than)), *second.zh, said]), "not 比"
    word = Word(be)
    rest = [("比", (than,)), *second.zh, said]
    if mood == "asks":
        return Phrase([word, *subject.en, compared, than, *second.en], [*subject.zh, *rest, ("吗", (word,))]), "比 asks"
    return Phrase([*subject.en, word, compared, than, *second.en], [*subject.zh, *rest]), "比"


PRONOUNS_AS_OBJECTS = {"he": "him", "she": "her", "they": "them"}


def years_older(facts, subject, second):
    number = facts.pick(list(NUMBERS))
    be, many, years, older, than = english(f"is {number} {'year' if number == 'one' else 'years'} {facts.pick(['older', 'older', 'younger'])} than")
    zh = [("比", (than,)), *second.zh, ("大" if older.text == "older" else "小", (older,)), (NUMBERS[number], (many,)), ("岁", (years,))]
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
    subject = noun_subject(facts, facts.pick("lion tiger elephant bear monkey snake wolf fox".split()), det=facts.pick(["the", "this", "that"]), adjectives=0) if group == "animal" else name_subject(facts, facts.pick(sorted(HE)) if group == "man" else None)
    facts.lemmas.update((group, most, place))
    be, the, word, head, inside, the2, where = english(f"is the {most} {group} in the {place}")
    zh = [("是", (be,)), (NOUNS[place].zh, (where,)), ("里", (inside,)), ("最", (word,)), (adjective.zh, (word,)), ("的", ()), (NOUNS[group].zh, (head,))]
    return Phrase([*subject.en, be, the, word, head, inside, the2, where], [*subject.zh, *zh]), "最"


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
    if name == spot.noun.en or (name in ANIMALS and (spot.noun.en in ("box", "bag", "bed", "chair", "table") and name not in ("cat", "dog", "mouse", "rabbit", "bird"))):
        return None
    subject = noun_subject(facts, name, det=facts.pick(["the", "the", "my" if name in OWNED else "this", "that", "the+s"]) if NOUNS[name].plural != NOUNS[name].en else "the")
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
    name = facts.pick(["boy", "girl", "man", "woman", "student", "doctor"]) if facts.chance(0.5) else facts.pick([a for a in ANIMALS if a not in ("fish", "animal")])
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
    return Phrase([*inner.en, that, *en, Word("was" if facts.chance(0.3) else "is"), *said.en], [*act.chinese(word, le=True), ("的", (that,)), *inner.zh, *said.zh]), "的 that"


def when(facts):
    """When Tom came home, the dog was sleeping. 汤姆 回家 的 时候 ， 狗 正在 睡觉"""
    first = person(facts, adjectives=0)
    second = animal(facts, adjectives=0, det="the") if facts.chance(0.4) else person(facts, adjectives=0)
    word_when, came, *home = english("when " + facts.pick(["came home", "arrived"]))
    act = doing(facts, second, True, "smp")
    word, en = act.english("ing")
    was, comma = Word(second.was), Word(",")
    zh = [*first.zh, ("回家" if home else "到", (came, *home)), ("的", ()), ("时候", (word_when,)), ("，", (comma,)), *second.zh, ("正在", (was,)), *act.chinese(word)]
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
    return Phrase([it, auxiliary, verb, *time.en], [*time.zh, ("会" if tense == "future" else "正在", (auxiliary,)), (zh, (verb,))]), "weather"


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
    return Phrase([*parts[0].en, comma, word, *parts[1].en], [*parts[0].zh, ("，", (comma,)), ("但是", (word,)), *parts[1].zh]), "but"


def said(facts):
    """Mary said that Tom was tired."""
    subject = name_subject(facts) if facts.chance(0.6) else person(facts, adjectives=0)
    speaks, *that = english("said that" if facts.chance(0.6) else "said")
    facts.lemmas.add("say")
    inner = person(facts, adjectives=0)
    if facts.chance(0.5):
        adjective = facts.pick([a for a in ADJECTIVES if (inner.noun in ADJECTIVES[a].nouns if inner.noun else ADJECTIVES[a].nouns & HUMAN) and a not in ("famous", "beautiful")])
        facts.combine("is", inner.lemma if inner.noun else None, adjective)
        facts.lemmas.add(adjective)
        what = predicate(adjective)
        rest = Phrase([*inner.en, Word(inner.was), *what.en], [*inner.zh, *what.zh])
    else:
        rest = clause(facts, inner, doing(facts, inner, True, "s"), facts.pick(["past", "future"]), "says")
    return Phrase([*subject.en, speaks, *that, *rest.en], [*subject.zh, ("说", (speaks,)), *rest.zh]), "said"


KINDS = {put: 5, take: 3, give: 4, comparing: 6, superlative: 1.5, there_is: 4, located: 3, known: 2.5, relative: 2.5, when: 3, if_rains: 2.5,
         weather: 0.8, request: 2.5, but: 2, said: 3}  # fmt: skip
