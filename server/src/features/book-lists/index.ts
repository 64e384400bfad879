export type { BookLists } from './book-lists.ts'
