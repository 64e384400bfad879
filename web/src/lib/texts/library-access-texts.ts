import { lazyTexts } from './lazy-texts.ts'

/** Texts of asking for book and music libraries, and of giving them. */
export const libraryAccessTexts = lazyTexts(() =>
  import('#locales/en/library-access.ts').then(({ libraryAccessTexts }) => libraryAccessTexts),
)
