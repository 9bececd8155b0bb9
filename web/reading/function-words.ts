// Words that hold a sentence together and mean little by themselves.

const english =
  'a an the and or but nor so if than that this these those of in on at to by for from with as into over under is are was were be been am do does did not it its he she they i you we him her them me us his their my your our who which what there'
const chinese = '的 了 着 过 是 在 和 与 也 就 都 不 我 你 他 她 它 们 这 那'
const words = new Set(`${english} ${chinese}`.split(' '))

/** Whether a word is one of those that every sentence has, such as “the”. */
export const isFunctionWord = (word: string) => words.has(word.toLowerCase())
