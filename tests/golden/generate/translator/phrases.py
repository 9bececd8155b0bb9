"""Words and phrases in both languages at once. A Chinese word holds the English words that it translates: that is the alignment."""

from functools import cache

from lexicon import HE, NAMES, NOUNS, OWNED
from verbs import ADJECTIVES, COLOURS

NUMBERS = {
    "one": "一", "two": "两", "three": "三", "four": "四", "five": "五", "six": "六", "seven": "七", "eight": "八", "nine": "九", "ten": "十",
}  # fmt: skip
# subject, object, possessive, Chinese, whose verbs take which form of to be
PRONOUNS = {
    "i": ("me", "my", "我", "am"),
    "you": ("you", "your", "你", "are"),
    "he": ("him", "his", "他", "is"),
    "she": ("her", "her", "她", "is"),
    "we": ("us", "our", "我们", "are"),
    "they": ("them", "their", "他们", "are"),
}
POSSESSIVES = {possessive: zh for _, possessive, zh, _ in PRONOUNS.values()}


class Word:
    """An English word of a sentence. Two of the same spelling are two."""

    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text


def english(text):
    return [Word(part) for part in text.split()]


def chinese(text, *links):
    """Chinese words, each linked to the same English ones."""
    return [(part, links) for part in text.split()]


class Phrase:
    def __init__(self, en=(), zh=()):
        self.en, self.zh = list(en), list(zh)


def pair(en, zh):
    """English words translated together by Chinese ones."""
    made = english(en)
    return Phrase(made, chinese(zh, *made))


class Facts:
    """What a sentence is drawn with, and what it combines: `pairs` that may be held out, `lemmas` of its content words."""

    def __init__(self, random):
        self.random = random
        self.pairs = set()
        self.lemmas = set()

    def chance(self, share):
        return self.random.random() < share

    def pick(self, options):
        return options[int(self.random.random() * len(options))]

    def weighted(self, **shares):
        return self.random.choices(list(shares), list(shares.values()))[0]

    def combine(self, kind, one, other):
        if one and other:
            self.pairs.add((kind, one, other))
            self.lemmas.update((one, other))


def article(word):
    return "an" if word[0] in "aeiou" else "a"


@cache
def _fitting(noun):
    # One is hungry for a while: said of somebody, rather than used to tell who is meant.
    return [name for name, a in ADJECTIVES.items() if noun in a.nouns and name not in ("hungry", "thirsty", "sick", "afraid")]


def _determiner(facts, noun, role, indefinite):
    """English, Chinese before the measure word, whether a measure word follows, plural."""
    if noun.kind == "mass":
        return facts.pick(["the", "some" if indefinite else "the", ""])
    if noun.kind == "activity":
        return ""
    if noun.kind == "kin" or noun.en == "friend":
        return facts.pick(sorted(POSSESSIVES))
    single = {"the": 5, "this": 1, "that": 1}
    if indefinite:
        single["a"] = 5 if role == "object" else 1
    if noun.plural:
        single["these"] = single["those"] = 0.4
        if indefinite:
            single |= {"number": 2, "some": 0.6, "many": 0.5}
    if noun.plural not in ("", noun.en):  # "the sheep" says not how many
        single["the+s"] = 0.4
        if indefinite:
            single["s"] = 0.8 if role == "object" else 0.4
    if noun.kind == "place":
        single = {"the": 6, "this": 1, "that": 1} | ({"a": 1} if indefinite else {})
    if noun.en in OWNED:
        single["poss"] = 1.2
    det = facts.weighted(**single)
    return facts.pick(sorted(POSSESSIVES)) if det == "poss" else det


def noun_phrase(facts, name, role, det=None, adjective=None, adjectives=0.15, indefinite=True):
    """A noun with what stands before it. "the" is 那 with a measure word before an object, unless it is plain which one is meant."""
    noun = NOUNS[name]
    det = det or _determiner(facts, noun, role, indefinite)
    plural = det in ("the+s", "these", "those", "number", "some", "many", "s") and noun.kind != "mass"
    head = Word(noun.plural if plural else noun.en)
    described, how = [], []
    if adjective is None and noun.kind not in ("activity", "kin", "mass") and det not in POSSESSIVES and facts.chance(adjectives):
        adjective = facts.pick(_fitting(name)) if _fitting(name) else None
    if adjective:
        facts.combine("is", name, adjective)
        described = [Word(adjective)]
        form = ADJECTIVES[adjective].attributive
        how = [(part, () if part in ("的", "很") else (described[0],)) for part in form]
    facts.lemmas.add(name)
    measure = (noun.measure, (head,))
    written = det.removesuffix("+s")
    if det == "number":
        written = facts.pick(list(NUMBERS)[1:])
    elif det == "a":
        written = article((described or [head])[0].text)
    front = english("" if written == "s" else written)
    if det == "the":
        before = [("那", (front[0],)), measure] if role == "object" and noun.measure and not noun.bare else []
    elif det == "a":
        before = [("一", (front[0],)), measure]
    elif det == "number":
        before = [(NUMBERS[written], (front[0],)), measure]
    elif det in ("this", "that"):
        before = [("这" if det == "this" else "那", (front[0],)), measure]
    elif det in POSSESSIVES:
        before = chinese(f"{POSSESSIVES[det]} 的", front[0])
    else:
        words = {"the+s": "那些", "these": "这些", "those": "那些", "some": "一些", "many": "许多"}
        before = chinese(words.get(det, ""), *front)
    return Phrase([*front, *described, head], [*before, *how, (noun.zh, (head,))])


CONTAINERS = {
    "tea": "cup 杯",
    "coffee": "cup 杯",
    "water": "bottle 瓶",
    "milk": "bottle 瓶",
    "bread": "piece 块",
    "meat": "piece 块",
}


def measured(facts, name):
    """a cup of tea, two bottles of milk"""
    container, measure = CONTAINERS[name].split()
    number = facts.pick(["a", "two", "three"])
    many, of, head = Word(number), Word("of"), Word(name)
    facts.lemmas.add(name)
    holder = Word(container if number == "a" else container + "s")
    zh = [(NUMBERS.get(number, "一"), (many,)), (measure, (holder,)), (NOUNS[name].zh, (head,))]
    return Phrase([many, holder, of, head], zh)


class Subject(Phrase):
    """`lemma`: the name or noun, None for pronouns; `noun`: the noun whose verbs it takes, None for whoever is a person;
    `be`: its form of to be; `again`: the pronoun that stands for it."""

    def __init__(self, phrase, lemma, noun, be, again):
        super().__init__(phrase.en, phrase.zh)
        self.lemma, self.noun, self.be, self.again = lemma, noun, be, again

    @property
    def third(self):
        return self.be == "is"

    @property
    def was(self):
        return "was" if self.be in ("is", "am") else "were"


def name_subject(facts, name=None):
    name = name or facts.pick(list(NAMES))
    facts.lemmas.add(name)
    return Subject(pair(name, NAMES[name]), name, None, "is", "he" if name in HE else "she")


def pronoun_subject(facts, name=None):
    name = name or facts.pick(list(PRONOUNS))
    facts.lemmas.add(name)
    _, _, zh, be = PRONOUNS[name]
    return Subject(pair(name, zh), None, None, be, name)


FEMALE = {"girl", "woman", "mother", "grandmother", "nurse"}


def noun_subject(facts, name, **options):
    phrase = noun_phrase(facts, name, "subject", **{"adjectives": 0.12, **options})
    noun = NOUNS[name]
    plural = phrase.en[-1].text == noun.plural and phrase.en[-1].text != noun.en
    if noun.plural == noun.en:  # sheep: the word before tells
        plural = phrase.en[0].text in ("these", "those", "some", "many", *list(NUMBERS)[1:])
    animal = noun.kind not in ("person", "kin")
    again = "they" if plural else "it" if animal else "she" if name in FEMALE else "he"
    return Subject(phrase, name, name, "are" if plural else "is", again)


def person(facts, **options):
    kind = facts.weighted(name=5, noun=3, pronoun=3, two=0.4)
    if kind == "name":
        return name_subject(facts)
    if kind == "pronoun":
        return pronoun_subject(facts)
    if kind == "two":
        one, other = facts.random.sample(list(NAMES), 2)
        both = Word("and")
        first, second = name_subject(facts, one), name_subject(facts, other)
        phrase = Phrase([*first.en, both, *second.en], [*first.zh, ("和", (both,)), *second.zh])
        return Subject(phrase, None, None, "are", "they")
    return noun_subject(facts, facts.pick(_PEOPLE), **options)


def animal(facts, **options):
    return noun_subject(facts, facts.pick(_ANIMALS), **options)


_PEOPLE = sorted(n for n in NOUNS if NOUNS[n].kind in ("person", "kin"))
_ANIMALS = sorted(n for n in NOUNS if NOUNS[n].kind == "animal")


def human_object(facts, subject):
    """A person as an object, where the verb takes persons: a name or a pronoun instead of a noun."""
    if facts.chance(0.5):
        name = facts.pick([n for n in NAMES if n not in facts.lemmas])
        facts.lemmas.add(name)
        return name, pair(name, NAMES[name])
    who = facts.pick([p for p in ("i", "he", "she", "they") if p != subject.again])
    form, _, zh, _ = PRONOUNS[who]
    return None, pair(form, zh)


def predicate(adjective, how="", negation=None, plain=False):
    """What an adjective says of something, after a form of to be: 很 where nothing else stands before it, 了 for a state that came
    about. `how`: too, very. `negation`: the English word for not. `plain`: in a question, without 很 and 了."""
    a, head = ADJECTIVES[adjective], Word(adjective)
    front = english(how)
    said = (a.zh, (head,))
    if negation:
        zh = [("没有" if adjective == "sick" else "不", negation), said]
    elif adjective in COLOURS:
        zh = [("是", ()), said, ("的", ())]
    elif how == "too":
        zh = [("太", front), said, ("了", ())]
    elif how == "very":
        zh = [("非常", front), said]
    elif a.change:
        zh = [said, ("了", ())]
    else:
        zh = [said] if plain else [("很", ()), said]
    return Phrase([*front, head], [(word, tuple(links)) for word, links in zh])
