import { lazyTexts } from './lazy-texts.ts'

/** Texts of the search page and the palette. */
export const searchTexts = lazyTexts(() =>
  import('../locales/en/search.ts').then(({ searchTexts }) => searchTexts),
)
