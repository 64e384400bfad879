import library_access from './library-access.json'

/** Loaded with the pages of books and music, people and discovery settings; see lib/texts/library-access-texts.ts. */
export const libraryAccessTexts = { library_access }
