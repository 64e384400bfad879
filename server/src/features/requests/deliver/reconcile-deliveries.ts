import type { Database, Db } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import { type LiveStatus, reconcile } from '#features/library-status/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { DeliveryRecord, RequestRecord } from '#ports/request-record.ts'
import type { LiveView } from '../follow/live-view.ts'
import type { Live, LiveReader } from '../dependencies.ts'
import type { Titles } from '../titles/request-titles.ts'

/** A row that changed a moment ago may be newer than the library snapshot. */
const SETTLED_MS = 30_000
/** The most requests that are read fresh for one response; the others follow with the next read. */
const READ_FRESH = 4

export interface ReconcileParts {
  database: Database
  clock: Clock
  log: Log
  inventory: Pick<Inventory, 'find'>
  live: Pick<LiveReader, 'fresh'>
  quotas: Pick<Quotas, 'refund'>
  titles: Pick<Titles, 'learn'>
  deliveries: Pick<Deliveries, 'statesOf' | 'complete' | 'correct'>
}

type Lives = ReadonlyMap<number, Live>
const NOTHING_READ: Lives = new Map()

/** The library's status for this delivery's part of the request; null when unknown. */
function liveOf(live: Live | undefined, { format }: DeliveryRecord): LiveStatus | null {
  if (!live?.known) return null
  return format === '' ? live.status : (live.formats?.[format] ?? null)
}

function staleIn(request: RequestRecord, live: Live | undefined, rows: readonly DeliveryRecord[]) {
  return rows.flatMap(row => {
    const status = liveOf(live, row)
    // sonarr.md: a pilot is monitored without its season, so the library shows nothing of it until the file is there.
    if (!status || (status === 'unavailable' && request.season_scope === 'pilot')) return []
    return reconcile(status, [row]).map(stale => ({ ...stale, row, request }))
  })
}

/**
 * 1:3, 1:4.8.8: reading a request while its library answers also corrects the saved rows, so that they are right later
 * when the library is not read.
 */
export function reconciling(liveView: LiveView, parts: ReconcileParts): LiveView {
  const { database, clock, log, inventory, quotas, deliveries } = parts

  async function findStale(db: Db, requests: readonly RequestRecord[], live: Lives) {
    const settled = iso(clock.now().getTime() - SETTLED_MS)
    const states = await deliveries.statesOf(
      db,
      requests.map(request => request.id),
    )
    return requests.flatMap(request => {
      const rows = (states.get(request.id) ?? []).filter(row => row.updated_at <= settled)
      return staleIn(request, live.get(request.id), rows)
    })
  }

  /** C57: the library is read fresh before a request is ended without having been sent. */
  async function readFresh(requests: readonly RequestRecord[]): Promise<Lives> {
    const read = requests.slice(0, READ_FRESH).map(async (request): Promise<[number, Live][]> => {
      const instance = await inventory.find(database.read, request.instance_id)
      return instance ? [[request.id, await parts.live.fresh(instance, request)]] : []
    })
    return new Map((await Promise.all(read)).flat())
  }

  async function write(requests: readonly RequestRecord[], live: Lives, fresh: Lives): Promise<void> {
    const sure = new Map([...live, ...fresh])
    await database.withWriteLock('requests', async tx => {
      // Read again under the lock: a delivery attempt or a user may have changed a row in the meantime.
      for (const { request, row, from, code } of await findStale(tx, requests, sure)) {
        if (from === 'complete') await deliveries.correct(tx, row, code)
        else if (fresh.has(request.id)) {
          await deliveries.complete(tx, request.id, row.format, code)
          // C57: charges for work that was sent are marked, and are not refunded.
          await quotas.refund(tx, { request_id: request.id, format: row.format })
        }
      }
    })
  }

  /** Returns the statuses that were read fresh. */
  async function settle(requests: readonly RequestRecord[], live: Lives): Promise<Lives> {
    const known = requests.filter(({ id }) => live.get(id)?.known)
    const stale = known.length > 0 ? await findStale(database.read, known, live) : []
    if (stale.length === 0) return NOTHING_READ
    const unsent = stale.filter(one => one.from !== 'complete').map(one => one.request)
    const fresh = await readFresh([...new Set(unsent)])
    await write([...new Set(stale.map(one => one.request))], live, fresh)
    return fresh
  }

  /** If the rows cannot be written now, the next read corrects them. The response is right either way. */
  async function settleQuietly(requests: readonly RequestRecord[], live: Lives): Promise<Lives> {
    try {
      return await settle(requests, live)
    } catch (err) {
      log.warn({ err }, 'requests could not be brought up to date with their library')
      return NOTHING_READ
    }
  }

  /** C69: once the library has a title, the library's name for it is used. */
  async function learnTitles(requests: readonly RequestRecord[], live: Lives): Promise<void> {
    for (const { id, title_unverified } of requests) {
      const seen = title_unverified ? live.get(id) : undefined
      if (seen?.known && seen.title !== undefined) await parts.titles.learn(id, seen.title)
    }
  }

  return {
    async many(person, requests) {
      const seen = await liveView.many(person, requests)
      await learnTitles(requests, seen.live)
      // Lists derive the status of a show from its series record alone, which is not reliable enough to store.
      const fresh = await settleQuietly(
        requests.filter(request => request.media_type !== 'tv'),
        seen.live,
      )
      // The fresh read replaced the cached status, and access is checked again.
      return fresh.size === 0 ? seen : liveView.many(person, requests)
    },
    async one(person, request) {
      const live = await liveView.one(person, request)
      await learnTitles([request], new Map([[request.id, live]]))
      const fresh = await settleQuietly([request], new Map([[request.id, live]]))
      return fresh.size === 0 ? live : liveView.one(person, request)
    },
  }
}
