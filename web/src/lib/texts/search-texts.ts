import { lazyTexts } from './lazy-texts.ts'

/** Texts of the search page, the palette and the search of settings, and the names of the account's sections. */
export const searchTexts = lazyTexts(() =>
  import('#locales/en/search.ts').then(({ searchTexts }) => searchTexts),
)
