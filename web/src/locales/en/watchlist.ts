import watchlist from './watchlist.json'

/** Loaded with the hearts and the watchlist; see lib/watchlist-texts.ts. */
export const watchlistTexts = { watchlist }
