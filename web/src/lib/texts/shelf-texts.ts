import { lazyTexts } from './lazy-texts.ts'

/** Texts of the book and music pages, and of downloads. */
export const shelfTexts = lazyTexts(() => import('#locales/en/shelves.ts').then(({ shelves }) => shelves))
