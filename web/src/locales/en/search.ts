import account_sections from './account-sections.json'
import operation_pages from './operation-pages.json'
import search from './search.json'

/** Loaded with the search page, the palette, the search of settings and the account page; see lib/texts/search-texts.ts. */
export const searchTexts = { account_sections, operation_pages, search }
