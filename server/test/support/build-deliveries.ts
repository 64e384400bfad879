import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Insertable } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { createDeliveries } from '#features/deliveries/delivery-service.ts'
import { createMovieCourier } from '#features/deliveries/couriers/movie-courier.ts'
import type { ShowFacts } from '#features/deliveries/rules/delivery-default-rules.ts'
import { createMusicCourier } from '#features/deliveries/couriers/music-courier.ts'
import { createTvCourier } from '#features/deliveries/couriers/tv-courier.ts'
import { seasonUnits, updateRequest } from '#features/requests/index.ts'
import { createInventory } from '#features/instances/instance-inventory.ts'
import { createQuotas } from '#features/request-quotas/quota-service.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createTestLog } from './test-log.ts'
import type { Transport } from '#kit/outbound.ts'
import type { RequestFormat, RequestRecord } from '#ports/request-record.ts'
import { createSettings } from '#settings/settings.ts'
import { createLidarrShelf } from '#upstreams/lidarr/lidarr-adds.ts'
import { RADARR } from '#upstreams/radarr/radarr-product.ts'
import { createRadarrShelf } from '#upstreams/radarr/radarr-adds.ts'
import { createServarrTester } from '#upstreams/servarr/servarr-test.ts'
import { createSonarrShelf } from '#upstreams/sonarr/sonarr-adds.ts'
import { instanceRow } from './instance-row.ts'

export const MOVIES = 'in_movies'
export const SERIES = 'in_series'
export const MUSIC = 'in_music'
const AT = '2026-11-15T09:00:00.000Z'
const box = createSecretBox(new Uint8Array(32))

interface Manager {
  url: string
  api_key: string
}

/** Events in the order in which they were published. */
type Published = { type: string; data: Record<string, unknown> }[]

type Parts = Parameters<typeof createDeliveries>[0]

export interface DeliveryOptions {
  database: Database
  clock: Clock
  jobs: Jobs
  internal: Transport
  /** The match of every show, which a test may change while the courier runs. */
  match?: () => TvMatch
  /** What the metadata provider says about a show. */
  showFacts?: () => ShowFacts
  overrides?: Partial<Parts>
}

/** Deliveries over real storage, jobs, allowances and managers, without the rest of the server. */
export function buildDeliveries(options: DeliveryOptions) {
  const { database, clock, jobs, internal, match, showFacts, overrides } = options
  const published: Published = []
  const events: Parts['events'] = {
    publish: async (tx, event) => {
      if (tx) database.afterCommit(tx, () => void published.push(event))
      else published.push(event)
    },
  }
  const inventory = createInventory({ box, media_roots: [], registerSecret: () => {} })
  const settings = createSettings({ database, clock, box })
  const quotas = createQuotas({ clock, settings, events })
  const tester = createServarrTester(internal, RADARR)
  const current = () => match?.() ?? Promise.reject(new Error('These deliveries have no match.'))
  const deliveries = createDeliveries({
    database,
    clock,
    jobs,
    log: createTestLog(),
    events,
    inventory,
    kids: { assertAllowed: async () => {} },
    couriers: {
      movie: createMovieCourier({ shelf: createRadarrShelf(internal), defaultQualities: async () => [] }),
      tv: createTvCourier({
        shelf: createSonarrShelf(internal),
        matches: {
          resolve: async () => current(),
          isCurrent: async (_db, { revision }) => (await current()).revision === revision,
        },
        read: database.read,
        defaultQualities: async () => [],
        showFacts: async () => showFacts?.() ?? { genres: [], origins: [] },
      }),
      music: createMusicCourier({
        shelf: createLidarrShelf(internal),
        recordOf: async () => null,
        groupOf: async () => null,
        wasHidden: async () => false,
      }),
    },
    findRequest,
    updateRequest,
    findUser: (db, id) => db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst(),
    subscribersOf: async () => [],
    markBegun: (tx, { request_id }, request, seasons) =>
      quotas.begin(tx, { request_id, units: seasonUnits(request, seasons) }),
    refund: (tx, { request_id }, request, seasons) =>
      quotas.refund(tx, { request_id, units: seasonUnits(request, seasons) }),
    probe: async (instance, signal) => void (await tester.test(inventory.connectionOf(instance), signal)),
    libraryChanged: () => {},
    learnTitle: async () => {},
    ...overrides,
  })

  /** Saves a request as the intake does: request, delivery, job and charge in one transaction. */
  function saveRequest(
    columns: Partial<Insertable<Tables['requests']>> = {},
    formats: readonly RequestFormat[] = [''],
  ) {
    return database.withWriteLock('requests', async tx => {
      const { id } = await tx
        .insertInto('requests')
        .values({ ...BLANK, created_at: AT, updated_at: AT, ...columns })
        .returning('id')
        .executeTakeFirstOrThrow()
      const request = (await findRequest(tx, id)) as RequestRecord
      const { user_id, media_type, instance_id, tmdb_id, seasons } = request
      const title = request.foreign_id ?? `${tmdb_id}`
      const units = (seasons ?? [null]).map(season => (season === null ? title : `${tmdb_id}:${season}`))
      await quotas.charge(
        tx,
        { user_id, role: 'user' },
        id,
        units.map(unit => ({ media_type, book_format: '' as const, instance_id, unit })),
      )
      const { job_ids } = await deliveries.open(tx, request, formats, 'queued')
      return { id, job_ids }
    })
  }

  /** The state of a delivery, without its times. */
  async function stateOf(request_id: number) {
    const [row] = (await deliveries.statesOf(database.read, [request_id])).get(request_id) ?? []
    return row && { state: row.state, code: row.code, attempts: row.attempts, began: row.began }
  }

  return { deliveries, quotas, published, saveRequest, stateOf, database, jobs, clock }
}

const BLANK = {
  user_id: 1,
  made_by: null,
  media_type: 'movie',
  identity: 'movie:1',
  tmdb_id: null,
  tvdb_id: null,
  foreign_id: null,
  catalog_provider: null,
  catalog_id: null,
  title: 'A title',
  title_key: 'a title',
  search_term: null,
  poster_path: null,
  instance_id: MOVIES,
  instance_name: 'Movies',
  season_scope: null,
  seasons: null,
  quality_profile_id: null,
  match: null,
  repair_of: null,
  approval_required: 0,
  decision: 'approved',
  decided_at: null,
  decided_by: null,
  deny_reason: null,
} as const

/** Inserts a user and these instances: movies and series as defaults, music with a grant (0.6). */
export async function insertUserAndInstances(
  database: Database,
  managers: { movies?: Manager; series?: Manager; music?: Manager },
): Promise<void> {
  await database.transaction(async tx => {
    await tx
      .insertInto('users')
      .values({
        username: 'ben',
        username_key: 'ben',
        role: 'user',
        password_hash: null,
        password_enabled: 0,
        passkey_enabled: 0,
        ai_shared_enabled: 0,
        invite_email: '',
        created_at: AT,
      })
      .execute()
    const rows = [
      ['movie_manager', MOVIES, 'Movies', managers.movies],
      ['tv_manager', SERIES, 'Series', managers.series],
      ['music_manager', MUSIC, 'Music', managers.music],
    ] as const
    for (const [service_type, id, name, manager] of rows) {
      if (!manager) continue
      const api_key_box = box.seal(manager.api_key, `instance ${id}`)
      const row = instanceRow(id, service_type, { name, url: manager.url, api_key_box, is_default: 1 })
      await tx.insertInto('instances').values(row).execute()
    }
    const grant = { user_id: 1, instance_id: MUSIC, created_at: AT }
    if (managers.music) await tx.insertInto('instance_grants').values(grant).execute()
  })
}

async function findRequest(db: Db, id: number): Promise<RequestRecord | null> {
  const row = await db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  return {
    ...row,
    seasons: row.seasons === null ? null : JSON.parse(row.seasons),
    match: row.match === null ? null : JSON.parse(row.match),
    approval_required: row.approval_required === 1,
    title_unverified: row.title_unverified === 1,
  }
}
