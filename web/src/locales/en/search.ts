import operation_pages from './operation-pages.json'
import search from './search.json'

/** Loaded with the search page, the palette and the search of settings; see lib/texts/search-texts.ts. */
export const searchTexts = { operation_pages, search }
