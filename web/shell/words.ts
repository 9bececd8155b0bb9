// What the frame of the page says: its name, the model on its way, what failed.

import { sharedWords } from '../shared/words'
import type { InBoth, Language } from '../state/language'
import { barWords } from './bar/words'
import { helpWords } from './dialogs/help-words'
import { modelWords } from './dialogs/model-words'
import { editorWords } from './editors/words'
import { exportWords } from './export/words'
import { panelWords } from './panels/words'

const english = {
  otherLanguage: '中文',
  otherLanguageShort: '中',
  switchLanguage: '切换到中文',
  title: 'attnscope: see what every attention head looks at',
  tagline: 'see what every attention head looks at',
  skip: 'Skip to the picture',
  themes: { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' },
  partFailed: 'This part cannot be drawn for this text.',
  partFailedWhy: 'The rest of the page works on. Another text, head or view may be drawn.',
  partAgain: 'Try again',
  partLeave: 'Show the links',
  loading: 'Loading the model',
  preparing: 'Preparing the model',
  loadingOf: (done: string, total: string) => `${done} of ${total} MB`,
  once: 'It runs in your browser: your text never leaves this machine.',
  cancel: 'Cancel',
  stopped: 'Loading was stopped.',
  stoppedWhy: 'The links appear when the model is there.',
  load: 'Load the model',
  retry: 'Try again',
  loadFailed: 'The model could not be loaded.',
  loadAdvice:
    'Check that the server that gave you this page is still running and has the model’s files in its models folder, then try again.',
  runFailed: 'This text could not be computed.',
  runAdvice: 'Your text is kept. Try again, or change it a little.',
  modelChip: 'Model',
  shape: (layers: number, heads: number) => `${layers} layers × ${heads} heads`,
  lastRun: 'last run',
  threads: (count: number) => (count === 1 ? '1 thread' : `${count} threads`),
  announce: (word: string, list: string, head: string) => `${head}: ${word} looks most at ${list}.`,
  announceKey: (word: string, list: string, head: string) => `${head}: ${word} is looked at most by ${list}.`,
  announceNone: (head: string) => `${head}. No word is pinned.`,
  honest:
    'Attention shows where a head reads, not why the model answers. Everything here is computed in your browser, from the model’s own weights.',
  reference: 'The same numbers in your own program: reference of the npm package'
}

const chinese: typeof english = {
  otherLanguage: 'English',
  otherLanguageShort: 'EN',
  switchLanguage: 'Switch to English',
  title: 'attnscope：看见每个注意力头在看什么',
  tagline: '看见每个注意力头在看什么',
  skip: '跳到图',
  themes: { system: '主题：跟随系统', light: '主题：浅色', dark: '主题：深色' },
  partFailed: '这一部分无法为这段文字画出。',
  partFailedWhy: '页面的其余部分照常可用；可以换一段文字、一个头或一个视图。',
  partAgain: '再试一次',
  partLeave: '显示连线',
  loading: '正在载入模型',
  preparing: '正在准备模型',
  loadingOf: (done, total) => `${done} / ${total} MB`,
  once: '模型在你的浏览器里运行，文字不会离开这台机器。',
  cancel: '取消',
  stopped: '已停止载入。',
  stoppedWhy: '模型载入之后，连线才会出现。',
  load: '载入模型',
  retry: '再试一次',
  loadFailed: '模型没有载入成功。',
  loadAdvice: '请确认提供本页的服务仍在运行，并且它的 models 文件夹里有模型文件，然后再试一次。',
  runFailed: '这段文字没有算出来。',
  runAdvice: '文字还在。请再试一次，或稍作改动。',
  modelChip: '模型',
  shape: (layers, heads) => `${layers} 层 × ${heads} 头`,
  lastRun: '上次计算',
  threads: (count) => `${count} 个线程`,
  announce: (word, list, head) => `${head}：${word} 看得最多的是 ${list}。`,
  announceKey: (word, list, head) => `${head}：看 ${word} 最多的是 ${list}。`,
  announceNone: (head) => `${head}。没有固定的词。`,
  honest: '注意力说明一个头在读哪里，不说明模型为什么这样回答。这里的一切都在你的浏览器里，由模型自己的权重算出。',
  reference: '在你自己的程序里得到同样的数字：npm 包的接口文档（英文）'
}

const pageWords = { en: english, zh: chinese }

const wordsIn = (language: Language) => ({
  ...sharedWords[language],
  ...pageWords[language],
  ...barWords[language],
  ...editorWords[language],
  ...panelWords[language],
  ...helpWords[language],
  model: modelWords[language],
  export: exportWords[language]
})

/** All that the frame of the page says, with what it shares with the views. */
export type Say = ReturnType<typeof wordsIn>

export const words: InBoth<Say> = { en: wordsIn('en'), zh: wordsIn('zh') }
