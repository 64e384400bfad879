import type { Hardcover } from '@foyer/simulators'
import type { Call } from './calls.ts'
import { insertInstance } from './managers.ts'
import { buildWorld, type WorldParts } from './world.ts'

export const TRENDING = '/api/discover/books/trending'
export const connectionOf = (id: string) => `/api/admin/instances/${id}/book-list-connection`

/** The provider of book lists; two instances of books and one of movies, whose services are never called. */
export async function buildBookLists(parts: Pick<WorldParts, 'engine' | 'env'> = {}) {
  const world = await buildWorld({ products: ['hardcover'], users: ['bob'], ...parts })
  const { app, asAdmin, hardcover } = world
  await insertInstance(app, { id: 'in_b1', service_type: 'book_manager' })
  await insertInstance(app, { id: 'in_b2', service_type: 'book_manager' })
  await insertInstance(app, { id: 'in_m1', service_type: 'movie_manager' })
  return {
    ...world,
    connect: (id = 'in_b1', token = hardcover.token) => asAdmin('PUT', connectionOf(id), { token }),
    /** How many queries the provider has received. */
    queries: () => hardcover.journal.requests('POST /v1/graphql').length,
  }
}

/** Links an instance by a code, as an admin with a phone would. */
export async function linkByCode(
  { asAdmin, hardcover }: { asAdmin: Call; hardcover: Hardcover },
  id = 'in_b1',
) {
  const begun = (await asAdmin('POST', `${connectionOf(id)}/device/begin`)).body
  hardcover.oauth.approve(begun.user_code)
  return (await asAdmin('GET', `${connectionOf(id)}/device/${begun.flow_id}`)).body
}
