import search from './search.json'

/** Loaded with the search page and the palette; see lib/search-texts.ts. */
export const searchTexts = { search }
