import type { ContentPolicy } from '@foyer/contract/kids'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { World } from '@foyer/simulators'
import type { TestAnswer, TestAppOptions } from './app.ts'
import { type DiscoveryHouse, startDiscovery } from './discovery-world.ts'
import { addPerson, ask } from './household.ts'

export const POLICY: ContentPolicy = {
  max_movie_rating: 'PG',
  max_tv_rating: 'TV-PG',
  rating_region: 'US',
  block_unrated: true,
  blocked_movie_genres: [27],
  blocked_tv_genres: [10_765],
}

export interface KidsHouse extends DiscoveryHouse {
  kid: TokenResponse
  user: TokenResponse
  asKid(path: string): Promise<TestAnswer>
  asUser(path: string): Promise<TestAnswer>
  asAdmin(path: string): Promise<TestAnswer>
  limit(change: Partial<ContentPolicy>): Promise<void>
  /** How many titles were looked up to judge them. */
  lookups(): number
}

/** A household with an admin, a user without limits and a kids account, all before the same providers. */
export async function startKidsHouse(options: TestAppOptions = {}): Promise<KidsHouse> {
  const house = await startDiscovery(options)
  const asAdmin = ask(house.app, house.admin.access_token)
  const kid = await addPerson(house.app, asAdmin, 'kim')
  const user = await addPerson(house.app, asAdmin, 'uma')
  async function limit(change: Partial<ContentPolicy>): Promise<void> {
    const path = `/api/admin/users/${kid.user.id}/content-policy`
    const answer = await asAdmin('PUT', path, { ...POLICY, ...change })
    if (answer.status !== 200) throw new Error(`saving limits answered ${answer.status}`)
  }
  await limit({})
  const get = (token: string) => (path: string) => ask(house.app, token)('GET', path)
  return {
    ...house,
    kid,
    user,
    asKid: get(kid.access_token),
    asUser: get(user.access_token),
    asAdmin: get(house.admin.access_token),
    limit,
    lookups: () =>
      house.asked('GET /3/movie/:id/release_dates') + house.asked('GET /3/tv/:id/content_ratings'),
  }
}

type Catalogue = World['catalogue']

const ALLOWED_RATINGS = { movie: ['G', 'PG'], tv: ['TV-Y', 'TV-Y7', 'TV-G', 'TV-PG'] }
const UNRATED = ['', 'NR']

/** What POLICY means for a title, told from what the provider itself knows of it. */
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

/** Every title that a body names, wherever in it: the provider's items, and the list provider's by `ids.tmdb`. */
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
