import type { StatusResponse, TitleCard } from '@foyer/contract/title-statuses'
import { type Call, expectOk } from './calls.ts'
import type { World } from './world.ts'

/** Two instances of movies and two of series; Bob may use the default ones, and Kim is a kid. */
export const LIBRARY_PARTS = {
  products: ['tmdb'],
  instances: ['movies', 'movies_4k', 'series', 'anime'],
  users: ['bob'],
  kids: ['kim'],
} as const
export type LibraryWorld = World<'tmdb', (typeof LIBRARY_PARTS)['instances'][number], 'bob' | 'kim'>

/** Just longer than a library's answer is reused (1/4.6). */
export const PAST_REUSE_MS = 15_001

export const getStatus = (as: Call, path: string) => as('GET', `/api/requests/${path}`)

export async function movieStatus(as: Call, tmdb_id: number): Promise<StatusResponse> {
  return expectOk(await getStatus(as, `${tmdb_id}/status?media_type=movie`))
}

export async function showStatus(as: Call, tmdb_id: number): Promise<StatusResponse> {
  return expectOk(await getStatus(as, `${tmdb_id}/status?media_type=tv`))
}

export async function statusCards(
  as: Call,
  titles: readonly [media_type: string, tmdb_id: number][],
): Promise<TitleCard[]> {
  const items = titles.map(([media_type, tmdb_id]) => ({ media_type, tmdb_id }))
  return expectOk(await as('POST', '/api/requests/statuses', { items })).items
}
