import i18next from 'i18next'

/** Texts that are loaded together with the pages that use them, not before. */
export function lazyTexts(load: () => Promise<object>): () => Promise<void> {
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
