import { MOVIE, status } from '@foyer/simulators'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { callForDays } from '#test/calls.ts'
import { eventually } from '#test/eventually.ts'
import { addInstance } from '#test/managers.ts'
import { create, REQUEST_PARTS } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/admin/attention'
const QUEUE = 'GET /api/v3/queue/details'

async function deliveriesAre(app: TestApp, request_id: number, state: 'retry' | 'attention'): Promise<void> {
  await app.database.transaction(tx =>
    tx.updateTable('request_deliveries').set({ state }).where('request_id', '=', request_id).execute(),
  )
}

it('an admin is told of requests that are stuck and of a service that does not answer', async () => {
  const { app, admin, radarr, jellyfin, asAdmin, asUma, instance_ids, settle } = await buildWorld({
    ...REQUEST_PARTS,
    products: ['tmdb', 'trakt', 'jellyfin'],
  })
  const calm = {
    services_down: [],
    webhooks_lost: [],
    stuck_requests: 0,
    retrying_requests: 0,
    pending_proposals: 0,
    issues_waiting: 0,
    issues_unread: 0,
    pending_actions: 0,
    access_asks: 0,
    included_ai: null,
    backup_problem: null,
  }
  expect((await asAdmin('GET', PATH)).body).toEqual(calm)

  const { request_id } = (await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'Heat' }))
    .body
  await settle()
  await deliveriesAre(app, request_id, 'attention')
  expect((await asAdmin('GET', PATH)).body).toEqual({ ...calm, stuck_requests: 1 })
  await deliveriesAre(app, request_id, 'retry')
  expect((await asAdmin('GET', PATH)).body).toEqual({ ...calm, retrying_requests: 1 })

  radarr.faults.always(QUEUE, status(401))
  // While no page is open, the queues are looked at every five minutes.
  app.clock.advance(5 * 60_000)
  const down = {
    instance_id: instance_ids.movies,
    service_type: 'movie_manager',
    name: 'Movies',
    category: 'unauthorized',
  }
  await eventually(async () => expect((await asAdmin('GET', PATH)).body.services_down).toEqual([down]))

  // Asking costs no call: what is known comes from looking at the queues anyway.
  const looks = radarr.journal.requests(QUEUE).length
  await asAdmin('GET', PATH)
  expect(radarr.journal.requests(QUEUE)).toHaveLength(looks)

  // A media server as well, once two checks failed, until it answers again.
  radarr.faults.clear()
  const { url, api_key } = jellyfin
  const form = { service_type: 'account_server_a', name: 'Cinema', url, api_key }
  const { id: instance_id } = await addInstance(app, admin.access_token, form)
  // A queue that was being read when the clock jumped counts as timed out until it is looked at again.
  const serverDown = async () =>
    (await asAdmin('GET', PATH)).body.services_down.filter(
      (one: { instance_id: string }) => one.instance_id === instance_id,
    )
  const waitFor = (services: readonly object[]) =>
    eventually(async () => expect(await serverDown()).toEqual(services))
  jellyfin.faults.always('GET /System/Info/Public', status(503))
  const before = radarr.journal.requests(QUEUE).length
  app.clock.advance(5 * 60_000)
  await eventually(() => expect(radarr.journal.requests(QUEUE).length).toBeGreaterThan(before))
  // What was just saved is checked after ten minutes.
  app.clock.advance(10 * 60_000)
  await eventually(() =>
    expect(app.log.entries.map(({ msg }) => msg)).toContain('a media server failed a check'),
  )
  await waitFor([])
  app.clock.advance(5 * 60_000)
  await waitFor([
    { instance_id, service_type: 'account_server_a', name: 'Cinema', category: 'upstream_error' },
  ])
  jellyfin.faults.clear()
  app.clock.advance(5 * 60_000)
  await waitFor([])
})

it('C60 a webhook that worked and is lost needs an admin; one that never worked does not', async () => {
  const { app, asAdmin, instance_ids } = await buildWorld({ instances: ['movies', 'series'] })
  const at = app.clock.now().toISOString()
  const row = { is_reported: 1, updated_at: at } as const
  await app.database.transaction(async tx => {
    await tx.deleteFrom('webhook_states').execute()
    for (const [instance_id, state, is_lost] of [
      [instance_ids.movies, 'disabled', 1],
      [instance_ids.series, 'no_callback_url', 0],
    ] as const)
      await tx
        .insertInto('webhook_states')
        .values({ instance_id, state, is_lost, ...row })
        .execute()
  })
  expect((await asAdmin('GET', PATH)).body.webhooks_lost).toEqual([
    { instance_id: instance_ids.movies, name: 'Movies', state: 'disabled' },
  ])
})

it('2:4.8 a proposed change counts until it is decided or expires', async () => {
  const { app, asAdmin } = await buildWorld({})
  const count = async () => (await asAdmin('GET', PATH)).body.pending_proposals
  const now = app.clock.now()
  const proposal = {
    status: 'pending',
    service_type: 'movie_manager',
    instance_id: 'in_a',
    instance_name: 'Movies',
    instance_url_hash: '',
    profile_id: 4,
    profile_name: 'HD-1080p',
    proposed_by: null,
    proposed_by_name: 'ana',
    source_client: 'Claude',
    diff: '[]',
    requested: '{}',
    before_document: '{}',
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + 60_000).toISOString(),
  } as const
  expect(await count()).toBe(0)
  await app.database.transaction(tx =>
    tx
      .insertInto('profile_proposals')
      .values([proposal, { ...proposal, profile_id: 5, status: 'rejected' }])
      .execute(),
  )
  expect(await count()).toBe(1)
  app.clock.advance(60_000)
  expect(await count()).toBe(0)
})

it('an admin is told of backups that are not made, until one is, and not while they are off', async () => {
  const { app, admin } = await buildWorld({})
  const asAdmin = callForDays(() => app, admin)
  const HOUR = 3_600_000
  const operations = '/api/admin/operations'
  const problem = async () => (await asAdmin('GET', PATH)).body.backup_problem
  // As if each try failed: the job waits, and no file appears.
  const holdBack = () =>
    app.database.transaction(tx =>
      tx
        .updateTable('jobs')
        .set({ run_at: '2099-01-01T00:00:00.000Z' })
        .where('name', '=', 'nightly-backup')
        .execute(),
    )
  await holdBack()
  app.clock.advance(47 * HOUR)
  expect(await problem()).toBeNull()
  app.clock.advance(2 * HOUR)
  expect(await problem()).toEqual({ reason: 'overdue', last_at: null })

  const made = await asAdmin('POST', `${operations}/backups`)
  // Of several servers on one database, another one may have the file.
  rmSync(join(app.config.data_dir, 'backups'), { recursive: true })
  expect(await problem()).toBeNull()
  app.clock.advance(49 * HOUR)
  expect(await problem()).toEqual({ reason: 'overdue', last_at: made.body.created_at })

  // Two weeks count from the moment that they were chosen; so do two days.
  await asAdmin('PUT', `${operations}/backup-schedule`, { every: 'weekly' })
  await holdBack()
  app.clock.advance(13 * 24 * HOUR)
  expect(await problem()).toBeNull()
  await asAdmin('PUT', `${operations}/backup-schedule`, { keep: 3 })
  await holdBack()
  app.clock.advance(25 * HOUR)
  expect(await problem()).toEqual({ reason: 'overdue', last_at: made.body.created_at })
  await asAdmin('PUT', `${operations}/backup-schedule`, { every: 'off' })
  expect(await problem()).toBeNull()
  await asAdmin('PUT', `${operations}/backup-schedule`, { every: 'daily' })
  expect(await problem()).toBeNull()
})

it('a folder of backups that cannot be read needs an admin at once', async () => {
  const { app, asAdmin } = await buildWorld({})
  const folder = join(app.config.data_dir, 'backups')
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'not a folder')
  expect((await asAdmin('GET', PATH)).body).toMatchObject({
    backup_problem: { reason: 'unreadable', last_at: null },
    services_down: [],
  })
})
