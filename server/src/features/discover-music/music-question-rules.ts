import { MUSIC_GENRES, MUSIC_PERIODS, type MusicPeriod } from '@foyer/contract/discover-music'

/** 1/4.3 */
export const MAX_PAGE = 500
const MAX_QUERY_CHARACTERS = 300
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type MusicGenre = (typeof MUSIC_GENRES)[number]

/** The query parameters, unparsed. */
export interface QueryText {
  page?: string | undefined
  genre?: string | undefined
  query?: string | undefined
  include_singles?: string | undefined
  period?: string | undefined
}

type Read<T> = { value: T } | { problem: string }

function readPage(text = '1'): Read<number> {
  const page = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0
  return page >= 1 && page <= MAX_PAGE
    ? { value: page }
    : { problem: `Use a whole number from 1 to ${MAX_PAGE}.` }
}

function readQuery(text = ''): Read<string> {
  const query = text.trim()
  const characters = Array.from(query).length
  return characters >= 1 && characters <= MAX_QUERY_CHARACTERS
    ? { value: query }
    : { problem: `Use 1 to ${MAX_QUERY_CHARACTERS} characters.` }
}

function readGenre(text: string | undefined): Read<MusicGenre> {
  const value = MUSIC_GENRES.find(({ id }) => id === text)
  return value ? { value } : { problem: `Use one of: ${MUSIC_GENRES.map(({ id }) => id).join(', ')}.` }
}

function readNoGenre(text: string | undefined): Read<null> {
  return text === undefined ? { value: null } : { problem: 'This list has no genres.' }
}

function readPeriod(text = 'this_week'): Read<MusicPeriod> {
  const value = MUSIC_PERIODS.find(period => period === text)
  return value ? { value } : { problem: `Use one of: ${MUSIC_PERIODS.join(', ')}.` }
}

function readFlag(text = 'false'): Read<boolean> {
  return text === 'true' || text === 'false'
    ? { value: text === 'true' }
    : { problem: 'Use one of: true, false.' }
}

const READERS = {
  page: readPage,
  query: readQuery,
  genre: readGenre,
  no_genre: readNoGenre,
  period: readPeriod,
  include_singles: readFlag,
}
type Readers = typeof READERS
type Value<N extends keyof Readers> = Extract<ReturnType<Readers[N]>, { value: unknown }>['value']
type Values<N extends keyof Readers> = { [K in N]: Value<K> }

/** The named parameters, or the problem of each invalid one by name. */
export function readQuestion<const N extends keyof Readers>(
  params: QueryText,
  names: readonly N[],
): { question: Values<N> } | { problems: Record<string, string> } {
  const question: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  const all: readonly (keyof Readers)[] = names
  for (const name of all) {
    const field = name === 'no_genre' ? 'genre' : name
    const read = READERS[name](params[field])
    if ('problem' in read) problems[field] = read.problem
    else question[name] = read.value
  }
  if (Object.keys(problems).length > 0) return { problems }
  // Every name was read above by the reader of that name.
  return { question: question as Values<N> }
}

export function isMusicId(id: string): boolean {
  return UUID.test(id)
}
