export { type BookIndex, readBookIndex, type ShelvedBook, type ShelvedTitle } from './book-index.ts'
export { combineFormats } from './book-rules.ts'
export type { SavedBooks } from './book-status.ts'
