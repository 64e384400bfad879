import { artPath } from '../catalogue/art/art.ts'
import type { Mood } from '../catalogue/art/palettes.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { NARRATORS, SHELF } from './book-titles.ts'

export type BookFormat = 'ebook' | 'audiobook'

/** Ids without their provider prefix; each provider counts in a space of its own. */
export interface CatalogueAuthor {
  hardcover: number
  goodreads: number
  name: string
  genre: string
  overview: string
  photo_path: string
  books: CatalogueBook[]
}

export interface CatalogueBook {
  /** The work, as Hardcover and Goodreads number it. */
  hardcover: number
  goodreads: number
  title: string
  author_name: string
  series: { name: string; position: string } | null
  release_date: string
  genre: string
  overview: string
  rating: number
  votes: number
  pages: number
  minutes: number
  narrator: string
  cover_path: string
  editions: CatalogueEdition[]
}

export interface CatalogueEdition {
  hardcover: number
  goodreads: number
  format: BookFormat
  isbn13: string | null
  asin: string | null
  publisher: string
}

export interface BookCatalogue {
  authors: readonly CatalogueAuthor[]
  books: readonly CatalogueBook[]
  author: (hardcover: number) => CatalogueAuthor | undefined
  book: (hardcover: number) => CatalogueBook | undefined
}

/** Works that tests may name, by Hardcover id. */
export const BOOK = {
  /** The Drowned Parish, first of a series. */
  series_first: 4400,
  /** The Tidewater Ledger, by Ines Moor. */
  tidewater: 4401,
  /** The Committee for Unnecessary Bridges: in no series. */
  standalone: 4414,
} as const

export const AUTHOR = {
  ines_moor: 901,
  /** Hugo Vandermoor: nothing of his is ever stocked by itself. */
  absent: 914,
} as const

const FIRST_AUTHOR = 901
const FIRST_BOOK = 4400
const MOODS: Record<string, Mood> = {
  Mystery: 'd',
  Crime: 'd',
  Horror: 'd',
  Thriller: 'd',
  Fantasy: 'g',
  'Science Fiction': 'n',
  Humour: 'b',
  Children: 'b',
  Romance: 'w',
  Historical: 'w',
}

let built: BookCatalogue | undefined

/** What the book providers know: one shelf, the same in every world. */
export function bookCatalogue(): BookCatalogue {
  built ??= build()
  return built
}

function build(): BookCatalogue {
  const authors: CatalogueAuthor[] = []
  let series = '-'
  for (const line of SHELF.split('\n').filter(text => text.trim() !== '')) {
    const [first = '', second = '', third = ''] = line.split('|').map(part => part.trim())
    const author = authors.at(-1)
    if (!line.startsWith(' ')) {
      series = third
      authors.push(buildAuthor(authors.length, first, second))
    } else if (author) {
      const place = third.startsWith('#') ? { name: series, position: third.slice(1) } : null
      const number = authors.reduce((count, one) => count + one.books.length, 0)
      author.books.push(buildBook(author, number, { title: first, year: Number(second), series: place }))
    }
  }
  const books = authors.flatMap(author => author.books)
  return {
    authors,
    books,
    author: id => authors.find(author => author.hardcover === id),
    book: id => books.find(book => book.hardcover === id),
  }
}

function buildAuthor(index: number, name: string, genre: string): CatalogueAuthor {
  return {
    hardcover: FIRST_AUTHOR + index,
    goodreads: 5005 + index * 7,
    name,
    genre,
    overview: `${name} writes ${genre.toLowerCase()} in a converted signal box and answers letters on Sundays.`,
    photo_path: artPath('f', MOODS[genre] ?? 'c', `author:${name}`),
    books: [],
  }
}

function buildBook(
  author: CatalogueAuthor,
  number: number,
  own: { title: string; year: number; series: CatalogueBook['series'] },
): CatalogueBook {
  const random = createRandom(`book:${own.title}`)
  const pages = author.genre === 'Children' ? random.int(48, 120) : random.int(180, 640)
  const month = String(random.int(1, 12)).padStart(2, '0')
  const day = String(random.int(1, 28)).padStart(2, '0')
  return {
    hardcover: FIRST_BOOK + number,
    goodreads: 77_001 + number,
    title: own.title,
    author_name: author.name,
    series: own.series,
    release_date: `${own.year}-${month}-${day}`,
    genre: author.genre,
    overview: `${own.title} is ${author.name} at full stretch: ${random.pick(BLURBS)}`,
    rating: Math.round((3.2 + random.next() * 1.5) * 10) / 10,
    votes: random.int(20, 9000),
    pages,
    minutes: Math.round(pages * 1.7),
    narrator: random.pick(NARRATORS),
    cover_path: artPath('p', MOODS[author.genre] ?? 'c', `book:${own.title}`),
    editions: [buildEdition(random, number, 'ebook'), buildEdition(random, number, 'audiobook')],
  }
}

const BLURBS = [
  'patient, sly, and impossible to put down before the kettle boils dry.',
  'a story about what people keep and what keeps them.',
  'told by someone who was there and someone who was not.',
  'funny for two hundred pages, and then suddenly not.',
  'a small place, a large secret, and a ferry that runs twice a week.',
]

function buildEdition(random: Random, number: number, format: BookFormat): CatalogueEdition {
  const ebook = format === 'ebook'
  const id = 99_000 + number * 2 + (ebook ? 0 : 1)
  return {
    hardcover: id,
    goodreads: id + 300_000,
    format,
    isbn13: ebook ? isbn13(`978${String(100_000_000 + number)}`) : null,
    asin: ebook ? null : `B0${random.int(10_000_000, 99_999_999)}`,
    publisher: random.pick(['Pier & Sons', 'Copper Kettle Press', 'Signal Box Books']),
  }
}

/** With the check digit that makes it a real ISBN in form. */
function isbn13(twelve: string): string {
  const sum = twelve.split('').reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return `${twelve}${(10 - (sum % 10)) % 10}`
}
