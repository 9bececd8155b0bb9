import { keep, kept } from './kept'
import type { Language } from './language'

export type Theme = 'system' | 'light' | 'dark'

const dark = matchMedia('(prefers-color-scheme: dark)')
const forced = matchMedia('(forced-colors: active)')

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** Language and theme: the reader's own choice first, then what the browser says. */
export class Settings {
  language = $state<Language>(readLanguage())
  theme = $state<Theme>(themes.find((theme) => theme === kept('theme')) ?? 'system')
  #systemDark = $state(dark.matches)
  #forced = $state(forced.matches)
  /** What is shown. Where the system chooses the colours, pictures have to stand out from its ground and not from ours. */
  readonly shade: 'light' | 'dark' = $derived(
    this.theme !== 'system' && !this.#forced ? this.theme : this.#systemDark ? 'dark' : 'light'
  )
  /** Keys of one letter or sign do something; some input by voice needs them off. */
  letterKeys = $state(kept('keys') !== 'off')

  constructor() {
    dark.addEventListener('change', () => (this.#systemDark = dark.matches))
    forced.addEventListener('change', () => (this.#forced = forced.matches))
  }

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
