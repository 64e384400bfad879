import type { Selection } from '@foyer/contract/requests/requests'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { TestAnswer } from './app.ts'
import { type Call, expectOk } from './calls.ts'
import { insertInstance } from './managers.ts'
import type { World } from './world.ts'

/** Everything that requests for movies and shows need, and somebody to make them. */
export const REQUEST_PARTS = {
  products: ['tmdb', 'trakt'],
  instances: ['movies', 'series'],
  users: ['uma'],
} as const
export type RequestWorld = World<'tmdb' | 'trakt', 'movies' | 'series', 'uma'>

/** A book or music instance whose service never answers, granted to these users. */
export async function addUnansweredInstance(
  { app, asAdmin }: Pick<World, 'app' | 'asAdmin'>,
  service_type: 'book_manager' | 'music_manager',
  users: readonly TokenResponse[],
): Promise<string> {
  const id = `in_${service_type}`
  await insertInstance(app, { id, service_type })
  const user_ids = users.map(({ user }) => user.id)
  expectOk(await asAdmin('PUT', `/api/admin/instances/${id}/grant-users`, { user_ids }))
  return id
}

export function create(as: Call, selection: Selection): Promise<TestAnswer> {
  return as('POST', '/api/requests', selection)
}

/** How many units of an allowance the caller has used. */
export async function spent(as: Call, media_type: string, book_format?: string): Promise<number> {
  const { allowances } = (await as('GET', '/api/me/request-quotas')).body
  const found = allowances.find(
    (one: { media_type: string; book_format?: string }) =>
      one.media_type === media_type && one.book_format === book_format,
  )
  return found.used
}
