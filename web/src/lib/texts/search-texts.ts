import { lazyTexts } from './lazy-texts.ts'

/** Texts of the search page, the palette and the search of settings. */
export const searchTexts = lazyTexts(() =>
  import('#locales/en/search.ts').then(({ searchTexts }) => searchTexts),
)
