import watchlist from './watchlist.json'

/** Loaded with the hearts and the watchlist; see lib/texts/watchlist-texts.ts. */
export const watchlistTexts = { watchlist }
