"""What may be done, by whom and to what; and what things may be like."""

from functools import cache

from lexicon import ANIMAL, GROUPS, HUMAN, NOUNS, Adjective, Verb

THINGS_BOUGHT = (
    "book dictionary pen map newspaper ticket table bed chair umbrella knife saw car bicycle guitar piano house flower shirt coat gift"
    " hat skirt bag cup ball apple banana cake egg carrot phone computer clock lamp toy bread meat milk rice fish horse cow sheep"
)
# past participle ing ("=": regular, participle as past) | particle | Chinese | who | what | flags
TRANSITIVE = f"""
eat ate eaten eating | | 吃 | PEOPLE ANIMAL | meat bone grass mouse rabbit sheep duck rice bread meat cake apple banana egg carrot fish food soup/喝 breakfast lunch dinner |
drink drank drunk drinking | | 喝 | PEOPLE ANIMAL | water tea milk coffee soup |
buy bought bought buying | | 买 | PEOPLE | {THINGS_BOUGHT} |
sell sold sold selling | | 卖 | farmer worker man woman neighbour KIN | bicycle car house table flower apple egg milk meat horse cow sheep book toy hat | p
read read read reading | | 看 | PEOPLE | book newspaper letter story map |
write wrote written writing | | 写 | PEOPLE | letter book story song |
see saw seen seeing | | 看见 | PEOPLE | HUMAN ANIMAL book key saw car bicycle bus ship house tree flower bag ball letter phone box | m
watch = = = | | 看 | PEOPLE | film bird fish monkey |
find found found finding | | 找到 | PEOPLE | key bag phone ticket umbrella letter dog cat hat pen saw book money ball child map | m
lose lost lost losing | | 丢 | PEOPLE | key bag phone ticket umbrella hat pen money book map | m
like liked liked liking | | 喜欢 | PEOPLE | HUMAN ANIMAL book film song story music tea coffee cake apple banana flower park city bicycle toy hat football basketball | s
know knew known knowing | | 认识 | PEOPLE | HUMAN road | s
need = = = | | 需要 | PEOPLE | money water food book dictionary pen umbrella key saw knife car doctor teacher friend computer map chair | s
have had had having | | 有 | PEOPLE | book dictionary pen map umbrella knife saw car bicycle guitar piano house hat phone computer dog cat horse cow bird rabbit clock | s
help = = = | | 帮助 | PEOPLE | HUMAN |
visit = = = | | 看望 | PEOPLE | friend teacher doctor neighbour farmer KIN museum/参观 school/参观 zoo/参观 farm/参观 city/参观 | p
meet met met meeting | | 遇见 | PEOPLE | HUMAN | m
thank = = = | | 感谢 | PEOPLE | HUMAN | p
chase chased chased chasing | | 追逐 | cat dog wolf tiger lion fox bear policeman boy girl child man | PREY |
catch caught caught catching | | 抓住 | cat dog wolf tiger lion fox bear policeman boy girl child man snake | PREY | m
bite bit bitten biting | | 咬 | dog cat wolf mouse snake bear | man boy woman farmer thief | m
kick = = = | | 踢 | boy girl child man student | ball door stone chair | p
wash = = = | | 洗 | PEOPLE | car cup shirt coat skirt dog apple carrot bottle bag bicycle |
clean = = = | | 打扫 | PEOPLE | room kitchen classroom office yard house street |
open = = = | | 打开 | PEOPLE | door window box bag bottle letter umbrella |
close closed closed closing | | 关上 | PEOPLE | door window | m
break broke broken breaking | | 打破 | PEOPLE | cup window bottle lamp egg | m
repair = = = | | 修理 | worker man driver farmer student KIN | car bicycle computer clock phone chair table truck lamp door bridge road bus |
draw drew drawn drawing | | 画 | PEOPLE | cat dog horse tree flower house map ship bird fish |
carry carried carried carrying | | 搬 | worker man woman farmer boy student KIN | box table chair stone bed computer piano bag/提 |
wear wore worn wearing | | 穿 | PEOPLE | shirt coat skirt hat/戴 | p
drive drove driven driving | | 开 | driver man woman worker farmer teacher doctor KIN | car bus truck |
ride rode ridden riding | | 骑 | boy girl man woman farmer king student child friend | horse bicycle elephant |
cook = = = | | 做 | PEOPLE | breakfast lunch dinner rice/煮 soup/煮 egg/煮 meat/煮 fish |
make made made making | | 做 | PEOPLE | cake toy chair table hat lamp coffee/煮 tea/泡 |
play = = = | | 弹 | PEOPLE | piano guitar football/踢 basketball/打 |
sing sang sung singing | | 唱 | PEOPLE | song |
cross = = = | | 过 | PEOPLE LAND | street river bridge |
climb = = = | | 爬 | boy girl man farmer child student monkey bear cat | tree mountain |
plant = = = | | 种 | PEOPLE | tree flower carrot |
learn = = = | | 学习 | student boy girl child teacher doctor writer driver nurse singer | chinese english french music |
speak spoke spoken speaking | | 说 | student boy girl child teacher doctor writer driver nurse singer king friend | chinese english french | s
feed fed fed feeding | | 喂 | PEOPLE | dog cat bird horse cow pig sheep fish rabbit monkey duck elephant |
cut cut cut cutting | | 切 | PEOPLE | bread meat cake apple carrot fish tree/砍 | p
push = = = | | 推 | PEOPLE | door car bicycle chair table box truck | p
send sent sent sending | | 寄 | PEOPLE | letter gift book photo money | p
receive received received receiving | | 收到 | PEOPLE | letter gift photo money ticket | m
use used used using | | 用 | PEOPLE | computer phone pen knife dictionary saw umbrella map | p
borrow = = = | | 借 | PEOPLE | book pen dictionary umbrella bicycle car saw money knife | p
answer = = = | | 回答 | PEOPLE | question letter/回复 | p
tell told told telling | | 讲 | PEOPLE | story | p
hear heard heard hearing | | 听见 | PEOPLE | music song bird dog child wolf | m
hide hid hidden hiding | | 藏 | PEOPLE | money letter key gift book toy | p
build built built building | | 建造 | worker farmer king man | house bridge school hospital ship |
listen = = = | to | 听 | PEOPLE | music song story |
wait = = = | for | 等 | PEOPLE | HUMAN bus |
look = = = | for | 找 | PEOPLE | key bag phone ticket umbrella letter dog cat hat pen saw book money ball child map doctor |
talk = = = | with | 说话 | PEOPLE | HUMAN | w
dance danced danced dancing | with | 跳舞 | PEOPLE | HUMAN | w
"""
# What each animal eats and drinks; the verbs are the ones above.
DIET = dict(
    dog="meat bone food fish", cat="fish meat food mouse", bird="food rice bread", horse="grass carrot apple food", cow="grass food",
    pig="food carrot apple bread", sheep="grass food", fish="food bread", rabbit="grass carrot food", mouse="food bread rice cake",
    tiger="meat food", lion="meat food", elephant="grass banana apple food", monkey="banana apple food egg", duck="food fish bread",
    wolf="meat sheep rabbit food", bear="fish meat apple food", snake="mouse egg food", fox="meat rabbit egg food duck",
    animal="food meat grass",
)  # fmt: skip
# Whom each who runs after others runs after, and catches.
PREY = dict(
    cat="mouse bird rabbit duck ball", dog="cat rabbit bird sheep ball thief", wolf="sheep rabbit duck fox", tiger="horse cow sheep fox",
    lion="horse cow sheep monkey", fox="rabbit mouse duck bird", bear="fox rabbit fish sheep", policeman="thief", boy="ball dog cat duck",
    girl="ball rabbit dog cat", child="ball duck cat", man="thief horse pig", snake="mouse",
)  # fmt: skip
# What is done day after day, and what has been done by now.
HABITS = set("eat drink read write watch help visit wash clean cook drive ride play sing learn feed use listen talk dance sleep run swim work rest"
             " wear draw open".split())  # fmt: skip
DONE_BY_NOW = set("eat drink buy sell read write see find lose meet thank catch wash clean open close break repair draw answer receive send hide"
                  " build plant laugh cry arrive leave sleep".split())  # fmt: skip
HOME = "home kitchen room garden yard"
PUBLIC = "park school station restaurant shop library street market museum zoo hospital"
# Where it is likely. What is not here has no place.
PLACES = dict(
    eat=f"{HOME} park restaurant school farm tree forest", drink=f"{HOME} park restaurant farm", buy="shop market", sell="shop market street station",
    read=f"{HOME} library park classroom office tree station", write=f"{HOME} library classroom office", see=f"{PUBLIC} forest beach farm mountain bridge",
    find=f"{PUBLIC} {HOME} forest beach office", lose=f"{PUBLIC} beach office forest", help=f"{PUBLIC}", meet=f"{PUBLIC} beach bridge tree village city",
    chase="park garden forest farm yard street", catch="park garden forest farm yard street", kick="park street yard school", wash="yard kitchen garden home",
    repair="yard street farm home", draw="park garden classroom room beach zoo river tree", cook="kitchen home restaurant", make="kitchen home yard",
    play=f"{HOME} park school beach", sing="park classroom garden restaurant beach tree", plant="garden yard farm park village", learn="school library classroom",
    feed="zoo farm garden park yard", push="street yard", use="office room library classroom home", borrow="library school", hear="park garden forest street",
    hide="garden yard forest office", listen="room park garden home classroom", wait=f"{PUBLIC} bridge tree", look=f"{PUBLIC} {HOME} forest beach",
    talk=f"{PUBLIC} {HOME} office classroom bridge", dance="park school yard beach restaurant", sleep="home room garden yard park tree farm forest zoo",
    run="park street beach yard forest river", work="office city village hospital school", rest=f"{HOME} park tree forest beach zoo farm river", watch="zoo park home",
)  # fmt: skip
# past participle ing | Chinese | who | flags: l: 了 comes with the past, and no place; k: one can (会) or cannot do it
INTRANSITIVE = """
laugh = = = | 笑 | PEOPLE | l
cry cried cried crying | 哭 | PEOPLE | l
arrive arrived arrived arriving | 到 | PEOPLE | lm
leave left left leaving | 走 | PEOPLE | lm
sleep slept slept sleeping | 睡觉 | PEOPLE ANIMAL |
run ran run running | 跑步 | PEOPLE dog/跑 horse/跑 cat/跑 rabbit/跑 wolf/跑 tiger/跑 fox/跑 |
swim swam swum swimming | 游泳 | PEOPLE dog fish/游 duck/游 elephant bear | k
dance danced danced dancing | 跳舞 | PEOPLE | k
sing sang sung singing | 唱歌 | PEOPLE bird/唱歌 | k
work = = = | 工作 | farmer driver teacher doctor nurse policeman singer writer painter worker man woman friend neighbour KIN |
rest = = = | 休息 | PEOPLE ANIMAL |
play = = = | 玩 | boy girl child dog cat monkey rabbit bear |
cook = = = | 做饭 | PEOPLE | k
"""
ADJECTIVES = """
big bigger biggest | 大 | 大 | ANIMAL book table bed car truck ship house tree bag box ball cake park room city yard school stone hat garden apple window
small smaller smallest | 小 | 小 | ANIMAL book table bed car house bag box ball cake park room village yard school stone garden apple cup window lamp shop
new newer newest | 新 | 新 | book dictionary pen table bed chair umbrella car bicycle guitar house shirt coat hat skirt bag phone computer clock lamp film school hospital bridge road toy
old older - | 旧 | 旧 | book dictionary table bed chair umbrella car bicycle guitar piano house shirt coat hat bag phone computer clock lamp bridge map photo truck toy
red - - | 红色 | 红色 的 | car bicycle umbrella flower shirt coat hat skirt bag box cup ball apple pen door truck bus
black - - | 黑色 | 黑色 的 | dog cat bird horse cow sheep car umbrella coat hat skirt bag pen phone box
white - - | 白色 | 白色 的 | dog cat bird horse cow sheep rabbit mouse duck car shirt hat skirt flower house cup ship bed door
beautiful - - | 漂亮 | 漂亮 的 | girl woman bird horse flower house garden skirt coat hat park city photo bag cup cat village
expensive - - | 贵 | 很 贵 的 | car house phone computer coat skirt guitar piano bicycle ticket book bag clock
cheap cheaper cheapest | 便宜 | 便宜 的 | car phone computer coat skirt bicycle ticket book bag hat pen shirt umbrella
heavy heavier heaviest | 重 | 很 重 的 | box bag table stone bed bicycle book computer piano clock
long longer longest | 长 | 很 长 的 | river road street bridge letter story film skirt coat song snake
tall taller tallest | 高 | 很 高 的 | boy girl man woman student policeman tree
wide wider widest | 宽 | 很 宽 的 | street road river bridge bed door
narrow - - | 窄 | 很 窄 的 | street road bridge bed door
deep deeper deepest | 深 | 很 深 的 | river
high higher highest | 高 | 很 高 的 | mountain
dangerous - - | 危险 | 危险 的 | street road river bridge mountain tiger lion wolf bear snake knife
dirty - - | 脏 | 很 脏 的 | shirt coat cup bag dog pig room kitchen street river water bed car window hat
clean cleaner cleanest | 干净 | 干净 的 | shirt coat cup bag room kitchen street river water bed car window hat
clever cleverer cleverest | 聪明 | 聪明 的 | boy girl child student man woman dog fox monkey horse cat thief doctor
kind kinder kindest | 善良 | 善良 的 | boy girl man woman teacher doctor nurse farmer king neighbour friend
young younger youngest | 年轻 | 年轻 的 | man woman teacher doctor nurse farmer driver policeman singer writer painter worker king
strong stronger strongest | 强壮 | 强壮 的 | man farmer worker policeman horse bear tiger lion dog elephant cow
lazy lazier laziest | 懒 | 很 懒 的 | boy student worker man cat dog pig bear thief driver child girl
happy happier happiest | 高兴 | 快乐 的 | HUMAN dog
sad - - | 难过 | 伤心 的 | boy girl man woman child singer king writer friend
angry - - | 生气 | 生气 的 | man woman teacher king neighbour driver policeman farmer dog bear lion elephant tiger
busy busier busiest | 忙 | 很 忙 的 | teacher doctor nurse farmer driver policeman worker writer student man woman
famous - - | 出名 | 出名 的 | singer writer painter doctor king museum restaurant city book film song school
quiet - - | 安静 | 安静 的 | boy girl child student park library street room city village river garden
interesting - - | 精彩 | 精彩 的 | book film story newspaper song
difficult - - | 难 | 很 难 的 | book question song chinese english french
boring - - | 无聊 | 无聊 的 | book film story newspaper letter song
hungry - - | 饿 | 饥饿 的 | boy girl child man woman ANIMAL | change
thirsty - - | 渴 | 口渴 的 | boy girl child man woman horse cow dog cat sheep elephant animal lion tiger pig bird monkey rabbit | change
tired - - | 累 | 疲倦 的 | HUMAN LAND bird duck | change
sleepy - - | 困 | 困倦 的 | boy girl child student man dog cat bear rabbit pig lion driver tiger animal fox | change
sick - - | 生病 | 生病 的 | boy girl child student man woman KIN LAND bird duck | change
afraid - - | 害怕 | 害怕 的 | boy girl child man woman thief LAND bird duck |
cold - - | 凉 | 凉 的 | water tea coffee soup milk food rice
hot - - | 烫 | 很 烫 的 | water tea coffee soup milk food
hard - - | 硬 | 很 硬 的 | bone bread bed chair carrot stone
fresh - - | 新鲜 | 新鲜 的 | bread meat milk fish egg apple food carrot grass banana
good better best | 好 | 好 | boy girl child student teacher doctor friend dog book film car
"""


def _names(text):
    """Words and groups of words; `a/b` says b of a."""
    found = {}
    for part in text.split():
        name, _, value = part.partition("/")
        for noun in sorted(GROUPS.get(name, (name,))):
            if noun in NOUNS:
                found.setdefault(noun, value or None)
    return found


def _forms(text):
    base, past, participle, ing = text.split()
    regular = base + ("d" if base.endswith("e") else "ed")
    past = regular if past == "=" else past
    participle = past if participle == "=" else participle
    ing = (base[:-1] if base.endswith("e") else base) + "ing" if ing == "=" else ing
    third = {"have": "has", "carry": "carries", "cry": "cries"}.get(base)
    third = third or base + ("es" if base.endswith(("ch", "sh", "ss", "x")) else "s")
    return base, third, past, participle, ing


def _transitive():
    for line in TRANSITIVE.strip().splitlines():
        forms, particle, zh, who, what, flags = (part.strip() for part in line.split("|"))
        what = " ".join(PREY.values()) if what == "PREY" else what
        objects = {noun: verb or zh for noun, verb in _names(what).items()}
        yield Verb(*_forms(forms), particle, zh, frozenset(_names(who)), objects, flags)


def _intransitive():
    for line in INTRANSITIVE.strip().splitlines():
        forms, zh, who, flags = (part.strip() for part in line.split("|"))
        subjects = _names(who)
        yield Verb(*_forms(forms), "", zh, frozenset(subjects), {noun: verb or zh for noun, verb in subjects.items()}, flags)


def _adjectives():
    for line in ADJECTIVES.strip().splitlines():
        forms, zh, attributive, nouns, *change = (part.strip() for part in line.split("|"))
        en, comparative, superlative = (part.strip("-") for part in forms.split())
        yield (
            en,
            Adjective(
                en,
                zh,
                tuple(attributive.split()),
                frozenset(_names(nouns)),
                comparative,
                superlative,
                bool(change and change[0]),
                en != "sick",
            ),
        )


TRANSITIVE = list(_transitive())
INTRANSITIVE = [verb for verb in _intransitive() if verb.subjects]
ADJECTIVES = dict(_adjectives())
COLOURS = {"red", "black", "white"}
BY_NAME = {verb.en: verb for verb in TRANSITIVE}
PERSON_VERBS = [verb for verb in TRANSITIVE if verb.subjects & HUMAN]
assert set(DIET) == set(ANIMAL)


@cache
def able(subject):
    """Transitive verbs of this subject (a noun, or None for whoever has a name or is a pronoun)."""
    if subject is None:
        return [verb for verb in PERSON_VERBS if verb.en != "bite"]
    return [verb for verb in TRANSITIVE if subject in verb.subjects]


@cache
def objects_of(verb, subject):
    """What this subject (a noun, or None for whoever has a name or is a pronoun) may do that to."""
    who = NOUNS[subject] if subject else None
    if verb.en in ("chase", "catch"):
        return PREY[subject].split() if subject else ["ball", "dog", "cat", "rabbit", "thief", "duck"]
    if verb.en == "eat" and who and who.kind == "animal":
        return [noun for noun in DIET[subject].split() if noun in verb.objects]
    if verb.en == "eat":
        return [noun for noun in verb.objects if noun not in ("bone", "grass", "mouse", "rabbit", "sheep", "duck")]
    if verb.en == "drink" and who and who.kind == "animal":
        return ["water", "milk"] if subject in ("cat", "dog", "fox", "pig", "mouse", "sheep", "cow") else ["water"]
    if verb.en == "cross" and subject == "cat":
        return ["street", "bridge"]
    if verb.en == "climb" and subject in ("bear", "cat", "monkey"):
        return ["tree", "mountain"] if subject == "bear" else ["tree"]
    return [noun for noun in verb.objects if noun != subject]
