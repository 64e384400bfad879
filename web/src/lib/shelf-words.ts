import i18next from 'i18next'

let words: Promise<void> | undefined

/** What the pages of books and music say comes with them; whoever never opens one never downloads it. */
export function shelfWords(): Promise<void> {
  words ??= import('../locales/en/shelves.ts').then(
    ({ shelves }) => void i18next.addResourceBundle('en', 'translation', shelves, true, true),
    (error: unknown) => {
      words = undefined
      throw error
    },
  )
  return words
}
