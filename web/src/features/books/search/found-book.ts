import { isRecord } from '#lib/is-record.ts'

/** A book from a library manager's search; missing fields are absent. */
export interface FoundBook {
  foreign_id: string
  title: string
  author: string | undefined
  author_foreign_id: string | undefined
  /** The address at the provider. */
  author_picture: string | undefined
  year: string | undefined
  series: string | undefined
  overview: string | undefined
  cover: string | undefined
  pages: number | undefined
  rating: number | undefined
  genres: readonly string[]
  /** Typed keys under which the library may know it by another id. */
  keys: readonly string[]
}

type Row = Record<string, unknown>

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function coverOf(row: Row): string | undefined {
  const images = listOf(row['images']).filter(isRecord)
  const image = images.find(one => one['coverType'] === 'cover') ?? images[0]
  return textOf(image?.['remoteUrl']) ?? textOf(row['remoteCover']) ?? httpOnly(textOf(image?.['url']))
}

/** Relative paths belong to the manager, so only absolute addresses can be shown. */
function httpOnly(address: string | undefined): string | undefined {
  return address && /^https?:/.test(address) ? address : undefined
}

function portraitOf(author: Row): string | undefined {
  const image = listOf(author['images']).find(isRecord)
  return textOf(author['remotePoster']) ?? textOf(image?.['remoteUrl'])
}

/** Maps both managers' id prefixes for the same work to the library's typed keys. */
function keysOf(row: Row): string[] {
  const works = [textOf(row['hardcoverBookId']), textOf(row['goodreadsWorkId'])]
  const isbns = listOf(row['editions'])
    .filter(isRecord)
    .map(edition => textOf(edition['isbn13']))
  return [
    ...works.flatMap(work => (work ? [`work:${work}`] : [])),
    ...isbns.flatMap(isbn => (isbn ? [`isbn13:${isbn}`] : [])),
  ]
}

function foundBook(row: unknown): FoundBook[] {
  if (!isRecord(row)) return []
  const foreign_id = textOf(row['foreignBookId'])
  const title = textOf(row['title'])
  if (!foreign_id || !title) return []
  const author = isRecord(row['author']) ? row['author'] : {}
  const ratings = isRecord(row['ratings']) ? row['ratings'] : {}
  return [
    {
      foreign_id,
      title,
      author: textOf(author['authorName']),
      author_foreign_id: textOf(author['foreignAuthorId']),
      author_picture: portraitOf(author),
      year: /^[12]\d{3}/.exec(textOf(row['releaseDate']) ?? '')?.[0],
      series: textOf(row['seriesTitle']),
      overview: textOf(row['overview']),
      cover: coverOf(row),
      pages: countOf(row['pageCount']),
      rating: countOf(ratings['value']),
      genres: listOf(row['genres']).flatMap(genre => textOf(genre) ?? []),
      keys: keysOf(row),
    },
  ]
}

/** Both formats of a book may be separate hits; each book is shown once. */
export function foundBooks(answer: unknown): FoundBook[] {
  const seen = new Set<string>()
  return listOf(answer)
    .flatMap(foundBook)
    .filter(({ foreign_id }) => !seen.has(foreign_id) && seen.add(foreign_id))
}

/**
 * chaptarr.md: `hc:12` finds itself; the list's `bp:12` is a Hardcover number; Readarr expects `work:` before bare
 * numbers.
 */
export function lookupTerm(foreign_id: string): string {
  if (/^bp:\d+$/.test(foreign_id)) return foreign_id.replace('bp:', 'hc:')
  return /^\d+$/.test(foreign_id) ? `work:${foreign_id}` : foreign_id
}

/** An author from a library manager's search. */
export interface FoundAuthor {
  name: string
  overview: string | undefined
  /** The address at the provider. */
  picture: string | undefined
}

/** The author with this id; similar hits are none. */
export function foundAuthor(answer: unknown, id: string): FoundAuthor | null {
  const row = listOf(answer)
    .filter(isRecord)
    .find(one => textOf(one['foreignAuthorId']) === id)
  const name = textOf(row?.['authorName'])
  if (!row || !name) return null
  return { name, overview: textOf(row['overview']), picture: portraitOf(row) }
}

/** chaptarr.md, 10: Readarr expects `author:` before bare numbers. */
export function authorTerm(id: string): string {
  return /^\d+$/.test(id) ? `author:${id}` : id
}

export interface NamedAuthor {
  id: string
  name: string
  picture: string | undefined
}

/** The authors of these books, each once. */
export function foundAuthors(books: readonly FoundBook[]): NamedAuthor[] {
  const authors = new Map<string, NamedAuthor>()
  for (const { author: name, author_foreign_id: id, author_picture: picture } of books)
    if (name && id && !authors.has(id)) authors.set(id, { id, name, picture })
  return [...authors.values()]
}
