"""A clause in both languages: what changes with tense, negation and question, and what stands where.

English: subject, auxiliary, verb, object, place, time. Chinese: subject, time, 没有/不/会/正在, place, verb 了 object, 吗.
"""

from lexicon import HUMAN, NOUNS, SCENES, WILD_PLACES
from phrases import CONTAINERS, NUMBERS, Phrase, Word, english, human_object, measured, noun_phrase
from verbs import INTRANSITIVE, PLACES, able, objects_of

PAST = [
    ("yesterday", "昨天"),
    ("last week", "上周"),
    ("last year", "去年"),
    ("this morning", "今天 早上"),
    ("last night", "昨晚"),
]
FUTURE = [("tomorrow", "明天"), ("next week", "下周"), ("next year", "明年"), ("tonight", "今晚"), ("this evening", "今天 晚上")]
OFTEN = [("often", "经常"), ("always", "总是"), ("usually", "通常"), ("sometimes", "有时"), ("never", "从来 不")]
# What one can do because one learnt it: 会, not 能.
SKILLS = {"play", "speak", "drive", "ride", "sing", "draw", "swim", "dance", "cook"}
EVERY = [("every day", "每天"), ("every morning", "每天 早上"), ("every evening", "每天 晚上")]


# What takes long enough to be said of a year.
YEARLY = {"buy", "sell", "build", "learn", "visit", "plant", "write", "repair"}


def time_phrase(facts, tense, verb=None):
    options = {"past": PAST, "future": FUTURE, "present": EVERY}[tense]
    if verb not in YEARLY:
        options = [(en, zh) for en, zh in options if not en.endswith("year")]
    if facts.chance(0.15):
        hour = facts.pick(list(NUMBERS))
        at, number, clock = english(f"at {hour} o'clock")
        return Phrase([at, number, clock], [(NUMBERS[hour], (number,)), ("点", (clock,))])
    en, zh = facts.pick(options)
    parts = en.split()
    made = english(en)
    if zh == "今天 早上" or zh == "今天 晚上":
        return Phrase(made, [("今天", (made[0],)), (zh.split()[1], (made[1],))])
    if zh.startswith("每天 "):
        return Phrase(made, [("每天", (made[0],)), (zh.split()[1], (made[1],))])
    return Phrase(made, [(zh, tuple(made[: len(parts)]))])


def scene(facts, subject, act):
    """in the park: where this may well happen, or nowhere."""
    human = subject.noun is None or subject.noun in HUMAN
    likely = PLACES.get(act.verb.en, "").split()
    if human and "home" in likely and facts.chance(0.15):
        at, home = english("at home")
        return Phrase([at, home], [("在", (at,)), ("家", (home,)), ("里", (at,))])
    places = [p for p in SCENES if p.noun.en in likely and (human or p.noun.en in WILD_PLACES)]
    return at_place(facts, facts.pick(places)) if places else None


def at_place(facts, place):
    facts.lemmas.add(place.noun.en)
    front, head = Word(place.preposition), Word(place.noun.en)
    the = [] if (place.preposition, place.noun.en) == ("at", "school") else [Word("the")]
    back = [(place.localizer, (front,))] if place.localizer else []
    return Phrase([front, *the, head], [("在", (front,)), (place.noun.zh, (head,)), *back])


def choose_verb(facts, subject, allowed):
    """A transitive verb that suits the subject, its object's noun, the Chinese verb."""
    verbs = [verb for verb in able(subject.noun) if allowed(verb)]
    if not verbs:
        return None
    verb = facts.pick(verbs)
    noun = facts.pick([n for n in objects_of(verb, subject.noun) if n not in facts.lemmas] or list(verb.objects))
    return verb, noun, verb.objects[noun]


def object_phrase(facts, subject, verb, noun, indefinite=True):
    """The object, and the noun it may be held out by: None for names and pronouns."""
    if noun in HUMAN and len(set(verb.objects) & HUMAN) > 5 and facts.chance(0.5):
        return human_object(facts, subject)
    if verb.en == "play":
        facts.lemmas.add(noun)
        the, head = Word("the"), Word(noun)
        return noun, Phrase([the, head] if NOUNS[noun].measure else [head], [(NOUNS[noun].zh, (head,))])
    human = subject.noun is None or subject.noun in HUMAN
    if noun in CONTAINERS and human and verb.en in ("eat", "drink", "buy") and indefinite and facts.chance(0.4):
        return noun, measured(facts, noun)
    role = "subject" if "w" in verb.flags else "object"
    return noun, noun_phrase(facts, noun, role, indefinite=indefinite)


class Doing:
    """A verb with its object, still without tense. The object is None for intransitive verbs."""

    def __init__(self, verb, zh, what=None):
        self.verb, self.zh, self.object = verb, zh, what or Phrase()
        self.particle = english(verb.particle)

    def english(self, form):
        """The verb's word apart, as others are linked to it."""
        word = Word(getattr(self.verb, form))
        return word, [word, *self.particle, *self.object.en]

    def chinese(self, word, place=(), le=False):
        """[place] verb (了) object, or 跟 object verb"""
        links = (word, *self.particle) if "w" not in self.verb.flags else (word,)
        verb = [(self.zh, links), *([("了", ())] if le else [])]
        if "w" in self.verb.flags:
            return [*place, ("跟", tuple(self.particle)), *self.object.zh, *verb]
        return [*place, *verb, *self.object.zh]


def doing(facts, subject, indefinite=True, flags_not="", only=None, transitive=False):
    """Something this subject may do; None where there is nothing."""

    def allowed(verb):
        return not set(flags_not) & set(verb.flags) and (only is None or verb.en in only)

    own = [
        v for v in INTRANSITIVE if ((subject.noun is None and v.subjects & HUMAN) or subject.noun in v.subjects) and allowed(v)
    ]
    if not transitive and own and facts.chance(0.22):
        verb = facts.pick(own)
        facts.combine("does", subject.lemma, verb.en)
        return Doing(verb, verb.objects.get(subject.noun) or verb.zh)
    chosen = choose_verb(facts, subject, allowed)
    if chosen is None:
        return None
    verb, noun, zh = chosen
    noun, what = object_phrase(facts, subject, verb, noun, indefinite)
    facts.combine("does", subject.lemma, verb.en)
    facts.combine("to", verb.en, noun)
    facts.lemmas.add(verb.en)
    return Doing(verb, zh, what)


def negated(auxiliary):
    """didn't, or did not: English words, and those that say not"""
    return {"will": "won't", "can": "can't", "must": "mustn't"}.get(auxiliary, auxiliary + "n't")


def joined(facts, auxiliary):
    """The words of a negated auxiliary: one or two."""
    if auxiliary != "am" and facts.chance(0.6):
        word = Word(negated(auxiliary))
        return [word], (word,)
    words = english(f"{auxiliary} not")
    return words, tuple(words)


def question_mark(word):
    return [("吗", (word,))]


def clause(facts, subject, act, tense, mood="says", place=None, time=None, also=None):
    """A whole clause without its full stop. mood: says, denies, asks. tense: past, present, future, progressive, perfect, can,
    must, should, want."""
    place, time = place or Phrase(), time or Phrase()
    state = "s" in act.verb.flags
    form, auxiliary, zh_auxiliary, zh_not = {
        "past": ("past", "did", None, "没有"),
        "present": ("third" if subject.third else "en", "does" if subject.third else "do", None, "不"),
        "want": ("en", "does" if subject.third else "do", "想", "不"),
        "future": ("en", "will", "会", "不 会"),
        "progressive": ("ing", subject.be, "正在", "没有 在"),
        "perfect": ("participle", "has" if subject.third else "have", "已经", "还 没有"),
        "can": ("en", "can", *(("会", "不 会") if act.verb.en in SKILLS else ("能", "不 能"))),
        "must": ("en", "must", "必须", None),
        "should": ("en", "should", "应该", "不 应该"),
    }[tense]
    simple = tense in ("past", "present", "want")
    if simple and mood != "says":
        form = "en"
    if state and simple:
        zh_not = "没有" if act.verb.en == "speak" and tense == "past" else "不"
    word, doing_en = act.english(form)
    le = tense in ("past", "perfect") and mood != "denies" and not state
    place_zh = place.zh
    if tense == "past" and place.zh and not act.object.zh:
        le = False  # 在公园里跑步
    wants = []
    if tense == "want":
        want = Word("wants" if form == "en" and mood == "says" and subject.third else "want")
        wants = [want, Word("to")]
    also_en, also_zh = (also.en, also.zh) if also else ([], [])

    if mood == "denies":
        words, links = joined(facts, auxiliary)
        en = [*subject.en, *words, *wants, *doing_en]
        negation = [(part, links) for part in zh_not.split()]
        if tense == "want":
            negation += [("想", (wants[0],))]
        front = negation
    elif mood == "asks":
        aux = Word(auxiliary)
        en = [aux, *subject.en, *wants, *doing_en]
        front = [] if zh_auxiliary is None else [(zh_auxiliary, (wants[0],) if wants else (aux,))]
    else:
        aux = [] if simple else [Word(auxiliary)]
        en = [*subject.en, *aux, *also_en, *wants, *doing_en]
        front = [] if zh_auxiliary is None else [(zh_auxiliary, (wants[0],) if wants else tuple(aux))]
        # "often" stands before the verb, after an auxiliary.
        front = [*also_zh, *front]
    if tense == "progressive" and place_zh:
        # 正在公园里看书: one 在 for both
        *before, (last, links) = front
        front = [*before, (last, (*links, *place_zh[0][1]))]
        place_zh = place_zh[1:]
    predicate = act.chinese(word, place_zh, le)
    if act.verb.en == "have" and mood == "denies":
        # 没有: not and have in one
        front, predicate = [("没有", (*front[0][1], word))], act.object.zh
    end = question_mark(en[0]) if mood == "asks" else []
    return Phrase([*en, *place.en, *time.en], [*subject.zh, *time.zh, *front, *predicate, *end])


def capital_time(phrase, time):
    """Yesterday Tom ...: time first in English; in Chinese as always, or first too."""
    return Phrase([*time.en, *phrase.en], [*time.zh, *phrase.zh])
