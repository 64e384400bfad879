import { MOVIE } from '@foyer/simulators'
import { expect, it } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { type Call, refusal } from '#test/calls.ts'
import { POLICY } from '#test/content-limits.ts'
import { create, REQUEST_PARTS } from '#test/request-calls.ts'
import { listenTo } from '#test/request-events.ts'
import { buildWorld } from '#test/world.ts'

const INBOX = '/api/notifications/inbox'

const listOf = async (as: Call, query = '') => (await as('GET', `${INBOX}${query}`)).body
const unreadOf = async (as: Call) => (await as('GET', `${INBOX}/unread`)).body.unread

let lastAlert = 900_000

/** As the fan-out writes it, for people who were judged by then. */
async function write(
  app: TestApp,
  user_id: number,
  type: string,
  data: Record<string, unknown>,
): Promise<void> {
  const { media_type = null, tmdb_id = null, instance_id = null } = data
  lastAlert += 1
  const row = {
    user_id,
    alert_id: lastAlert,
    type,
    media_type: media_type as string | null,
    tmdb_id: tmdb_id as number | null,
    instance_id: instance_id as string | null,
    data: JSON.stringify(data),
    created_at: app.clock.now().toISOString(),
    read_at: null,
  }
  await app.database.transaction(tx => tx.insertInto('inbox_entries').values(row).execute())
}

it('a decision is told live and kept to be read, by whom it concerns alone (1:4.14)', async () => {
  const { app, asAdmin, asUma, users, admin, settle } = await buildWorld(REQUEST_PARTS)
  const heard = listenTo(app, { uma: users.uma, admin })
  await asAdmin('PUT', `/api/admin/users/${users.uma.user.id}/request-settings`, { require_approval: true })
  const { request_id } = (await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'Heat' }))
    .body
  await settle()
  expect((await listOf(asAdmin)).entries).toMatchObject([
    { type: 'request_pending', path: '/approvals', read_at: null, data: { request_id, username: 'uma' } },
  ])
  expect(heard.of('admin', 'inbox_changed')).toEqual([{}])
  expect(await unreadOf(asUma)).toBe(0)

  await asAdmin('POST', `/api/admin/requests/${request_id}/deny`, { reason: 'No space' })
  await settle()
  const { entries, unread, next } = await listOf(asUma)
  expect({ unread, next }).toEqual({ unread: 1, next: null })
  expect(entries).toMatchObject([
    {
      type: 'request_decision',
      path: `/requests?open=${request_id}`,
      data: { request_id, decision: 'denied', reason: 'No space', media_type: 'movie' },
    },
  ])
  expect(heard.of('uma', 'inbox_changed')).toEqual([{}])

  const read = `${INBOX}/${entries[0].id}/read`
  expect(refusal(await asAdmin('POST', read, {}))).toEqual([404, 'not_found'])
  expect(await unreadOf(asUma)).toBe(1)
  expect((await asUma('POST', read, {})).body).toEqual({ unread: 0 })
  expect((await listOf(asUma)).entries[0].read_at).toBe(app.clock.now().toISOString())
  // The other pages of the same person hear of it.
  expect(heard.of('uma', 'inbox_changed')).toHaveLength(2)
})

it('a request that one admin decided waits in the inbox of no other', async () => {
  const { app, asAdmin, asUma, users, admin, addUser, settle } = await buildWorld(REQUEST_PARTS)
  const { session: eve, call: asEve } = await addUser('eve')
  await asAdmin('PATCH', `/api/admin/users/${eve.user.id}`, { role: 'admin' })
  await asAdmin('PUT', `/api/admin/users/${users.uma.user.id}/request-settings`, { require_approval: true })
  const ask = async (tmdb_id: number) =>
    (await create(asUma, { media_type: 'movie', tmdb_id, title: 'Heat' })).body.request_id as number
  const denied = await ask(MOVIE.absent)
  const withdrawn = await ask(MOVIE.above_pg_cap)
  await settle()
  expect([await unreadOf(asAdmin), await unreadOf(asEve)]).toEqual([2, 2])

  const heard = listenTo(app, { admin })
  await asEve('POST', `/api/admin/requests/${denied}/deny`, {})
  expect([await unreadOf(asAdmin), await unreadOf(asEve)]).toEqual([1, 1])
  expect(heard.of('admin', 'inbox_changed')).toEqual([{}])
  const { entries, unread } = await listOf(asAdmin)
  expect(unread).toBe(1)
  expect(entries).toMatchObject([
    { data: { request_id: withdrawn }, read_at: null },
    { data: { request_id: denied }, read_at: app.clock.now().toISOString() },
  ])
  await asUma('POST', `/api/requests/${withdrawn}/delivery`, { action: 'cancel' })
  expect(await unreadOf(asAdmin)).toBe(0)
})

it('pages go on where the last one ended, and what comes meanwhile stays unread', async () => {
  const { app, asUma, users, instance_ids } = await buildWorld(REQUEST_PARTS)
  const tell = (title: string) =>
    write(app, users.uma.user.id, 'new_movie', {
      media_type: 'movie',
      tmdb_id: 603,
      title,
      instance_id: instance_ids.movies,
    })
  for (const title of ['a', 'b', 'c', 'd', 'e']) await tell(title)
  const first = await listOf(asUma, '?limit=2')
  const titles = (page: { entries: { data: { title: string } }[] }) =>
    page.entries.map(({ data }) => data.title)
  expect(titles(first)).toEqual(['e', 'd'])
  await tell('f')
  const second = await listOf(asUma, `?limit=2&before=${first.next}`)
  expect(titles(second)).toEqual(['c', 'b'])
  expect(second.unread).toBe(6)
  const last = await listOf(asUma, `?limit=2&before=${second.next}`)
  expect([titles(last), last.next]).toEqual([['a'], null])
  const through = first.entries[0].id
  expect((await asUma('POST', `${INBOX}/read`, { through })).body).toEqual({ unread: 1 })
  expect((await asUma('POST', `${INBOX}/read`, {})).body).toEqual({ unread: 0 })
  expect(refusal(await asUma('GET', `${INBOX}?limit=101`))).toEqual([400, 'validation'])
  expect(refusal(await asUma('GET', `${INBOX}?before=0`))).toEqual([400, 'validation'])
})

it('who lost the role, the library or the right to a title no longer reads of it (0.4, 0.6, 1:1.4)', async () => {
  const { app, asAdmin, addUser, instance_ids } = await buildWorld(REQUEST_PARTS)
  const { session: kim, call: asKim } = await addUser('kim')
  const told = (tmdb_id: number, title: string) =>
    write(app, kim.user.id, 'new_movie', {
      media_type: 'movie',
      tmdb_id,
      title,
      instance_id: instance_ids.movies,
    })
  await told(MOVIE.absent, 'fit')
  await told(MOVIE.above_pg_cap, 'unfit')
  await write(app, kim.user.id, 'new_episode', {
    media_type: 'tv',
    title: 'unnumbered',
    instance_id: instance_ids.movies,
  })
  await write(app, kim.user.id, 'new_movie', {
    media_type: 'movie',
    title: 'elsewhere',
    instance_id: 'in_gone',
  })
  await write(app, kim.user.id, 'request_pending', { title: 'the queue', request_id: 1 })
  await write(app, kim.user.id, 'new_book', { media_type: 'book', foreign_id: 'b', title: 'a book' })
  const titles = async () => {
    const { entries, unread } = await listOf(asKim)
    expect(unread).toBe(entries.length)
    return entries.map(({ data }: { data: { title: string } }) => data.title)
  }
  expect(await titles()).toEqual(['a book', 'unnumbered', 'unfit', 'fit'])
  await asAdmin('PUT', `/api/admin/users/${kim.user.id}/content-policy`, POLICY)
  expect(await titles()).toEqual(['a book', 'fit'])
  expect(await unreadOf(asKim)).toBe(2)

  expect((await asAdmin('DELETE', `/api/admin/users/${kim.user.id}`)).status).toBe(200)
  const left = await app.database.read.selectFrom('inbox_entries').select('id').execute()
  expect(left).toEqual([])
})
