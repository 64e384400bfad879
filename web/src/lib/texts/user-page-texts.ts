import { lazyTexts } from './lazy-texts.ts'

/** Texts of the page about one person. */
export const userPageTexts = lazyTexts(() =>
  import('#locales/en/user-page.ts').then(({ userPageTexts }) => userPageTexts),
)
