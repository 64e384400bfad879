import i18next from 'i18next'

/** Words that come with the pages which say them: whoever never opens one never downloads them. */
export function lateWords(load: () => Promise<object>): () => Promise<void> {
  let words: Promise<void> | undefined
  return () => {
    words ??= load().then(
      found => void i18next.addResourceBundle('en', 'translation', found, true, true),
      (error: unknown) => {
        words = undefined
        throw error
      },
    )
    return words
  }
}
