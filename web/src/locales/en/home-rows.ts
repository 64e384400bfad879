import home_rows from './home-rows.json'

/** Loaded with the reader's own rows on Home; see lib/texts/home-texts.ts. */
export const homeRows = { home_rows }
