import tv_matches from './tv-matches.json'

/** Loaded with its pages; see lib/texts/tv-match-texts.ts. */
export const tvMatchTexts = { tv_matches }
