import user_page from './user-page.json'

/** Loaded with the page about one person; see lib/user-page-texts.ts. */
export const userPageTexts = { user_page }
