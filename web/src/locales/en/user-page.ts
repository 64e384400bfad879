import user_page from './user-page.json'

/** Loaded with the page about one person; see lib/texts/user-page-texts.ts. */
export const userPageTexts = { user_page }
