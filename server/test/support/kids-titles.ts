import type { Tmdb, World } from '@foyer/simulators'
import { countCalls, DISCOVERY_PARTS } from './discovery-calls.ts'

/** Both providers, a user without limits, and a kids account. */
export const KIDS_PARTS = { ...DISCOVERY_PARTS, users: ['uma'], kids: ['kim'] } as const

/** How many titles the metadata provider was asked to rate. */
export function countRatings(tmdb: Tmdb): number {
  return (
    countCalls(tmdb, 'GET /3/movie/:id/release_dates') + countCalls(tmdb, 'GET /3/tv/:id/content_ratings')
  )
}

type Catalogue = World['catalogue']

const ALLOWED_RATINGS = { movie: ['G', 'PG'], tv: ['TV-Y', 'TV-Y7', 'TV-G', 'TV-PG'] }
const UNRATED = ['', 'NR']

/** Whether `POLICY` allows a title, judged by the provider's own data. */
export function isFit(catalogue: Catalogue, id: number): boolean {
  const movie = catalogue.movie(id)
  const show = catalogue.show(id)
  if (movie) {
    const rated = (movie.releases['US'] ?? []).filter(row => !UNRATED.includes(row.certification))
    const theatrical = rated.filter(row => row.type === 3)
    const limited = rated.filter(row => row.type === 2)
    const counted = [theatrical, limited, rated].find(rows => rows.length > 0) ?? []
    const fits = counted.every(row => ALLOWED_RATINGS.movie.includes(row.certification))
    return counted.length > 0 && fits && !movie.adult && !movie.genre_ids.includes(27)
  }
  const codes = (show?.content_ratings ?? [])
    .filter(row => row.iso_3166_1 === 'US' && !UNRATED.includes(row.rating))
    .map(row => row.rating)
  const fits = codes.every(code => ALLOWED_RATINGS.tv.includes(code))
  return codes.length > 0 && fits && !show?.adult && !show?.genre_ids.includes(10_765)
}

/** Ids of all titles in a body, at any depth: items of the metadata provider, and of the list provider by `ids.tmdb`. */
export function titlesIn(catalogue: Catalogue, body: unknown): number[] {
  if (Array.isArray(body)) return body.flatMap(one => titlesIn(catalogue, one))
  if (typeof body !== 'object' || body === null) return []
  const inside = Object.values(body).flatMap(one => titlesIn(catalogue, one))
  const own = idOf(body)
  return own !== undefined && isNamed(catalogue, own, body) ? [own, ...inside] : inside
}

function idOf(body: object): number | undefined {
  const ids = 'ids' in body ? body.ids : undefined
  if (typeof ids === 'object' && ids !== null && 'tmdb' in ids && typeof ids.tmdb === 'number')
    return ids.tmdb
  return 'id' in body && typeof body.id === 'number' ? body.id : undefined
}

function isNamed(catalogue: Catalogue, id: number, body: object): boolean {
  const names = [catalogue.movie(id)?.title, catalogue.show(id)?.name]
  const own = ['title' in body ? body.title : undefined, 'name' in body ? body.name : undefined]
  return own.some(name => typeof name === 'string' && names.includes(name))
}
