import { type Language, type Strings, strings } from '../strings'

export type Theme = 'system' | 'light' | 'dark'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** Language and theme: the reader's own choice first, then what the browser says. */
export class Settings {
  language = $state<Language>(readLanguage())
  theme = $state<Theme>(themes.find((theme) => theme === read('theme')) ?? 'system')
  /** Keys of one letter or sign do something; some input by voice needs them off. */
  letterKeys = $state(read('keys') !== 'off')
  readonly words: Strings = $derived(strings[this.language])

  toggleLanguage() {
    this.language = this.language === 'en' ? 'zh' : 'en'
    write('language', this.language)
  }

  useLetterKeys(on: boolean) {
    this.letterKeys = on
    write('keys', on ? 'on' : 'off')
  }

  nextTheme() {
    this.theme = themes[(themes.indexOf(this.theme) + 1) % themes.length] ?? 'system'
    write('theme', this.theme)
  }
}

function readLanguage(): Language {
  const kept = read('language')
  if (kept === 'en' || kept === 'zh') return kept
  const first = navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag)) ?? 'en'
  return first.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

// Storage may be refused (private windows); the page works the same without it.
function read(key: string): string | null {
  try {
    return localStorage.getItem(`attnscope.${key}`)
  } catch {
    return null
  }
}

function write(key: string, value: string) {
  try {
    localStorage.setItem(`attnscope.${key}`, value)
  } catch {
    return
  }
}
