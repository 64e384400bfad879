import { lazyTexts } from './lazy-texts.ts'

/** Texts of the pages about shows and their series. */
export const tvMatchTexts = lazyTexts(() =>
  import('#locales/en/tv-matches.ts').then(({ tvMatchTexts }) => tvMatchTexts),
)
