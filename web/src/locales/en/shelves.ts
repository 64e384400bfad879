import books from './books.json'
import music from './music.json'
import shelf from './shelf.json'

/** Loaded with the pages of books and music, see lib/shelf-words.ts. */
export const shelves = { books, music, shelf }
