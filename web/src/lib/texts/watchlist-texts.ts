import { lazyTexts } from './lazy-texts.ts'

/** Texts of the watchlist and of the hearts on title pages. */
export const watchlistTexts = lazyTexts(() =>
  import('#locales/en/watchlist.ts').then(({ watchlistTexts }) => watchlistTexts),
)
