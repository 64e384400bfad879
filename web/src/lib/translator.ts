export interface Catalogue {
  [key: string]: string | Catalogue
}

export type Values = Readonly<Record<string, string | number | null | undefined>>

/** `{{name}}`, or `{{count, number}}` for one written the way the language writes numbers. */
const PLACEHOLDER = /\{\{(\w+)(, number)?\}\}/g

/**
 * Texts by key and language with their plural forms and placeholders: the part of i18next that our catalogues use. What
 * a language lacks is said in the fallback's words, and what nobody has as its key.
 */
export function createTranslator(fallback: string) {
  const catalogues: Record<string, Catalogue> = {}
  const plurals = once(language => new Intl.PluralRules(language))
  const numbers = once(language => new Intl.NumberFormat(language))

  function find(language: string, key: string): string | undefined {
    let at: string | Catalogue | undefined = catalogues[language]
    for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined
    return typeof at === 'string' ? at : undefined
  }

  function textOf(language: string, key: string, count: unknown): string | undefined {
    const form = typeof count === 'number' ? plurals(language).select(count) : undefined
    return (form && find(language, `${key}_${form}`)) ?? find(language, key)
  }

  return {
    has: (language: string) => language in catalogues,

    /** Joins what the language has already; a slice comes whole. */
    add(language: string, more: Catalogue) {
      catalogues[language] = { ...catalogues[language], ...more }
    },

    say(language: string, key: string, values: Values = {}): string {
      const { count } = values
      const text = textOf(language, key, count) ?? textOf(fallback, key, count) ?? key
      return text.replace(PLACEHOLDER, (whole, name: string, number?: string) => {
        const value = values[name]
        return number && typeof value === 'number' ? numbers(language).format(value) : String(value ?? whole)
      })
    },
  }
}

/** Intl's objects are dear to make and good for ever. */
function once<T>(make: (language: string) => T): (language: string) => T {
  const made: Record<string, T> = {}
  return language => (made[language] ??= make(language))
}
