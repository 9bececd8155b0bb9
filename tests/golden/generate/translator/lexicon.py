"""The words of the toy translator: English, Chinese, and what goes with what.

A noun has its own measure word; a verb names what may do it and to what, so that no dog reads. Where the Chinese verb depends
on the object (play the piano - play football 踢), the object has it after a slash.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Noun:
    en: str
    plural: str  # "" for what is not counted here
    zh: str
    measure: str  # "" for what is not counted
    kind: str  # person, kin, animal, thing, mass, activity, place
    bare: bool = False  # "the door" is 门 as an object too: which one is plain


@dataclass(frozen=True)
class Place:
    noun: Noun
    preposition: str
    localizer: str


@dataclass(frozen=True)
class Verb:
    en: str
    third: str
    past: str
    participle: str
    ing: str
    particle: str  # listen *to*
    zh: str
    subjects: frozenset
    objects: dict = field(hash=False)  # noun -> Chinese verb
    flags: str = ""
    # s: a state, without 了 and without progressive; m: a moment, without progressive and habit; w: 跟 before the object.


@dataclass(frozen=True)
class Adjective:
    en: str
    zh: str
    attributive: tuple  # before a noun
    nouns: frozenset
    comparative: str = ""
    superlative: str = ""
    change: bool = False  # 累了: a state that came about
    too: bool = True


NAMES = dict(
    tom="汤姆", jerry="杰瑞", mary="玛丽", john="约翰", anna="安娜", peter="彼得", lucy="露西", jack="杰克", emma="艾玛",
    david="大卫", lily="莉莉", paul="保罗", alice="爱丽丝", mike="迈克", kate="凯特", helen="海伦", george="乔治", linda="琳达",
)  # fmt: skip
HE = {"tom", "jerry", "john", "peter", "jack", "david", "paul", "mike", "george"}

# english plural chinese measure
PEOPLE = """boy boys 男孩 个; girl girls 女孩 个; man men 男人 个; woman women 女人 个; child children 孩子 个;
student students 学生 个; teacher teachers 老师 位; doctor doctors 医生 位; nurse nurses 护士 位; farmer farmers 农民 个;
driver drivers 司机 个; policeman policemen 警察 个; singer singers 歌手 个; writer writers 作家 位; painter painters 画家 位;
worker workers 工人 个; friend friends 朋友 个; neighbour neighbours 邻居 个; king kings 国王 位; thief thieves 小偷 个"""
KIN = """father - 父亲 -; mother - 母亲 -; grandmother - 奶奶 -; grandfather - 爷爷 -"""
ANIMALS = """dog dogs 狗 只; cat cats 猫 只; bird birds 鸟 只; horse horses 马 匹; cow cows 牛 头; pig pigs 猪 头;
sheep sheep 羊 只; fish fish 鱼 条; rabbit rabbits 兔子 只; mouse mice 老鼠 只; tiger tigers 老虎 只; lion lions 狮子 头;
elephant elephants 大象 头; monkey monkeys 猴子 只; duck ducks 鸭子 只; wolf wolves 狼 只; bear bears 熊 头; snake snakes 蛇 条;
fox foxes 狐狸 只; animal animals 动物 只"""
THINGS = """book books 书 本; dictionary - 词典 本; pen pens 钢笔 支; letter letters 信 封; map maps 地图 张;
newspaper newspapers 报纸 份; photo photos 照片 张; ticket tickets 票 张; table - 桌子 张; bed - 床 张; chair chairs 椅子 把;
umbrella umbrellas 雨伞 把; knife knives 刀 把; key keys 钥匙 把; saw saws 锯子 把; car cars 汽车 辆; bicycle bicycles 自行车 辆;
bus buses 公共汽车 辆; truck - 卡车 辆; ship - 船 艘; guitar - 吉他 把; piano pianos 钢琴 架; house houses 房子 座;
tree trees 树 棵; flower flowers 花 朵; shirt shirts 衬衫 件; coat - 大衣 件; gift gifts 礼物 件; hat hats 帽子 顶;
skirt - 裙子 条; bag bags 包 个; box boxes 箱子 个; cup cups 杯子 个; bottle bottles 瓶子 个; ball balls 球 个;
apple apples 苹果 个; banana bananas 香蕉 根; cake cakes 蛋糕 块; egg eggs 鸡蛋 个; carrot carrots 胡萝卜 根; phone phones 手机 部;
computer - 电脑 台; clock - 钟 个; lamp - 灯 盏; song songs 歌 首; film - 电影 部; story stories 故事 个;
question questions 问题 个; toy toys 玩具 个; bone bones 骨头 根; stone - 石头 块"""
BARE = """door doors 门 扇; window windows 窗户 扇; street streets 马路 条; road roads 路 条; river rivers 河 条; bridge bridges 桥 座;
mountain mountains 山 座; park parks 公园 个; garden gardens 花园 个; kitchen - 厨房 间; school schools 学校 所; library - 图书馆 座;
hospital hospitals 医院 家; shop shops 商店 家; restaurant restaurants 餐馆 家; room rooms 房间 个; forest - 森林 片;
office - 办公室 间; classroom - 教室 间; city cities 城市 座; village villages 村子 个; farm - 农场 个; beach - 海滩 片; zoo - 动物园 个;
station - 车站 个; market - 市场 个; museum museums 博物馆 座; yard - 院子 个"""
MASS = """food - 食物 -; water - 水 -; tea - 茶 -; milk - 牛奶 -; coffee - 咖啡 -; rice - 米饭 -; bread - 面包 -; meat - 肉 -;
soup - 汤 -; grass - 草 -; music - 音乐 -; money - 钱 -"""
# Without an article.
ACTIVITIES = """breakfast - 早饭 -; lunch - 午饭 -; dinner - 晚饭 -; football - 足球 -; basketball - 篮球 -; chinese - 中文 -;
english - 英语 -; french - 法语 -"""


def _nouns(rows, kind, bare=False):
    for row in rows.replace("\n", " ").split(";"):
        en, plural, zh, measure = row.split()
        yield en, Noun(en, plural.strip("-"), zh, measure.strip("-"), kind, bare)


NOUNS = dict(
    [
        *_nouns(PEOPLE, "person"),
        *_nouns(KIN, "kin"),
        *_nouns(ANIMALS, "animal"),
        *_nouns(THINGS, "thing"),
        *_nouns(BARE, "place", True),
        *_nouns(MASS, "mass"),
        *_nouns(ACTIVITIES, "activity"),
    ]
)


def of_kind(*kinds):
    return frozenset(name for name, noun in NOUNS.items() if noun.kind in kinds)


HUMAN = of_kind("person", "kin")
ANIMAL = of_kind("animal")
LAND = ANIMAL - {"fish", "bird", "duck", "snake"}
GROUPS = {"HUMAN": of_kind("person"), "KIN": of_kind("kin"), "ANIMAL": ANIMAL, "LAND": LAND, "PEOPLE": HUMAN}

# Where something happens. The preposition is English's, the localizer Chinese's.
SCENES = """park in 里; garden in 里; kitchen in 里; school at -; library in 里; hospital in 里; shop in 里; restaurant in 里; room in 里;
forest in 里; office in 里; classroom in 里; city in 里; village in 里; farm on 里; beach on 上; zoo in 里; station at -; market at 里;
museum in 里; yard in 里; street in 上; bridge on 上; mountain on 上; tree under 下; river near 附近; house behind 后面; school near 附近;
bridge under 下"""
SPOTS = """table on 上; table under 下; bed on 上; bed under 下; chair on 上; chair under 下; box in 里; bag in 里; door behind 后面;
car in 里; tree under 下; house behind 后面; kitchen in 里; room in 里; river near 附近; yard in 里; garden in 里"""


def _places(rows):
    for row in rows.replace("\n", " ").split(";"):
        noun, preposition, localizer = row.split()
        if noun in NOUNS:
            yield Place(NOUNS[noun], preposition, localizer.strip("-"))


SCENES, SPOTS = list(_places(SCENES)), list(_places(SPOTS))
WILD_PLACES = {"park", "garden", "forest", "farm", "zoo", "yard", "street", "tree", "river", "house", "mountain"}
# What one may call one's own.
OWNED = of_kind("thing", "kin") - {"question"} | set(
    "friend teacher doctor neighbour student child driver dog cat bird horse cow pig sheep fish rabbit duck door window garden kitchen school room office"
    " classroom city village farm yard".split()
)
# What is compared with what.
ALIKE = [
    group.split()
    for group in (
        "boy girl man woman student policeman teacher doctor farmer worker", "shirt coat hat skirt", "table bed chair", "car bus truck bicycle ship", "bag box cup bottle",
        "apple banana egg carrot cake", "book dictionary newspaper letter story film song", "street road bridge river", "kitchen room classroom office yard garden park",
        "city village", "house school shop hospital museum", "phone computer clock lamp", "guitar piano",
        "dog cat bird horse cow pig sheep rabbit mouse tiger lion elephant monkey duck wolf bear snake fox",
    )
]  # fmt: skip
