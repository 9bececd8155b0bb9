/** The languages of the page. */
export type Language = 'en' | 'zh'

/** The same in each of them. */
export type InBoth<T> = Readonly<Record<Language, T>>
