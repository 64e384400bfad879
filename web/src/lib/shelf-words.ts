import { lateWords } from './late-words.ts'

/** What the pages of books and music say, and downloads. */
export const shelfWords = lateWords(() => import('../locales/en/shelves.ts').then(({ shelves }) => shelves))
