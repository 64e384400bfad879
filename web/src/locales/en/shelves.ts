import books from './books.json'
import media_files from './media-files.json'
import music from './music.json'
import shelf from './shelf.json'

/** Loaded with the pages of books and music, and with downloads; see lib/shelf-words.ts. */
export const shelves = { books, media_files, music, shelf }
