import { type Language, type Strings, strings } from '../strings'
import { keep, kept } from './kept'

export type Theme = 'system' | 'light' | 'dark'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** Language and theme: the reader's own choice first, then what the browser says. */
export class Settings {
  language = $state<Language>(readLanguage())
  theme = $state<Theme>(themes.find((theme) => theme === kept('theme')) ?? 'system')
  /** Keys of one letter or sign do something; some input by voice needs them off. */
  letterKeys = $state(kept('keys') !== 'off')
  readonly words: Strings = $derived(strings[this.language])

  toggleLanguage() {
    this.language = this.language === 'en' ? 'zh' : 'en'
    keep('language', this.language)
  }

  useLetterKeys(on: boolean) {
    this.letterKeys = on
    keep('keys', on ? 'on' : 'off')
  }

  nextTheme() {
    this.theme = themes[(themes.indexOf(this.theme) + 1) % themes.length] ?? 'system'
    keep('theme', this.theme)
  }
}

function readLanguage(): Language {
  const chosen = kept('language')
  if (chosen === 'en' || chosen === 'zh') return chosen
  const first = navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag)) ?? 'en'
  return first.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
