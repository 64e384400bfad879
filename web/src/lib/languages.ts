/** A language that pages are written in; `tag` is its BCP 47 tag and the name of its folder in locales/. */
export interface Language {
  tag: string
  /** In the language itself. */
  name: string
  dir: 'ltr' | 'rtl'
}

const LANGUAGE_FILES = import.meta.glob<Omit<Language, 'tag'>>('../locales/*/language.json', {
  eager: true,
  import: 'default',
})

/** Every language with a folder, English first. */
export const LANGUAGES: readonly Language[] = Object.entries(LANGUAGE_FILES)
  .map(([path, language]) => ({ tag: path.split('/').at(-2) ?? '', ...language }))
  .sort((a, b) => Number(b.tag === 'en') - Number(a.tag === 'en') || a.name.localeCompare(b.name))

/**
 * The first wish that a language fits: the tag itself, then the same language in the same script. So `de-AT` is
 * German and `pt` Brazilian Portuguese, but `zh-TW` is not simplified Chinese.
 */
export function pickLanguage(
  wishes: readonly (string | null)[],
  languages: readonly Language[] = LANGUAGES,
): string {
  for (const wish of wishes) {
    const exact = languages.find(({ tag }) => tag.toLowerCase() === wish?.toLowerCase())
    const fitting = exact ?? languages.find(({ tag }) => wish && written(tag) === written(wish))
    if (fitting) return fitting.tag
  }
  return 'en'
}

/** Undefined: no tag. Chromium on a system without a locale wishes for `en-US@posix`. */
export function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

function written(tag: string): string | undefined {
  const locale = localeOf(tag)?.maximize()
  return locale && `${locale.language}-${locale.script ?? ''}`
}

/** The browser's regional variant of a language, so that dates follow `en-GB` rather than `en`. */
export function regional(language: string, wishes: readonly string[]): string {
  const variants = wishes.filter(wish => wish === language || wish.startsWith(`${language}-`))
  return variants.find(localeOf) ?? language
}
