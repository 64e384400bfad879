import type { Engine } from '#db/database.ts'
import { createTestClock } from './test-clock.ts'
import { startOn } from './app.ts'
import { type Ask, ask, setUpHousehold } from './household.ts'
import { insertInstance, openWorld } from './managers.ts'
import { signInAs } from './people.ts'

export const TRENDING = '/api/discover/books/trending'
export const connectionOf = (id: string) => `/api/admin/instances/${id}/book-list-connection`

/** A household with two book managers, a movie manager, and a book list provider that shares its clock. */
export async function startBookHouse(options: { engine?: Engine; oauth?: boolean } = {}) {
  const clock = createTestClock()
  const { hardcover } = await openWorld({ products: ['hardcover'], now: () => clock.now().getTime() })
  const env = {
    APP_HARDCOVER_URL: hardcover.url,
    APP_HARDCOVER_CDN_URL: hardcover.cdn_url,
    ...((options.oauth ?? true) && { APP_HARDCOVER_CLIENT_ID: hardcover.client_id }),
  }
  const app = await startOn(options.engine ?? 'sqlite', { env, overrides: { clock } })
  const { admin, asAdmin } = await setUpHousehold(app)
  await insertInstance(app, { id: 'in_b1', service_type: 'book_manager' })
  await insertInstance(app, { id: 'in_b2', service_type: 'book_manager' })
  await insertInstance(app, { id: 'in_m1', service_type: 'movie_manager' })
  const bob = await signInAs(app, 'bob', 'user')
  const queries = () => hardcover.journal.requests('POST /v1/graphql').length
  const connect = (id = 'in_b1', token = hardcover.token) => asAdmin('PUT', connectionOf(id), { token })
  return { app, clock, hardcover, admin, asAdmin, bob, asBob: ask(app, bob.access_token), queries, connect }
}

type House = Awaited<ReturnType<typeof startBookHouse>>

/** Links an instance by a code, as an admin with a phone would. */
export async function linkByCode(
  { asAdmin, hardcover }: Pick<House, 'hardcover'> & { asAdmin: Ask },
  id = 'in_b1',
) {
  const begun = (await asAdmin('POST', `${connectionOf(id)}/device/begin`)).body
  hardcover.oauth.approve(begun.user_code)
  return (await asAdmin('GET', `${connectionOf(id)}/device/${begun.flow_id}`)).body
}
