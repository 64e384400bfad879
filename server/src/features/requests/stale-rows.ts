import type { Database, Db } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import { type LiveStatus, reconcile } from '#features/library-status/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { DeliveryRecord, RequestRecord } from '#ports/request-record.ts'
import type { LiveView } from './live-view.ts'
import type { Live } from './neighbours.ts'
import { REQUESTS_LOCK } from './request-intake.ts'

/** A row that changed a moment ago may be younger than what was read of the library. */
const SETTLED_MS = 30_000

export interface StaleRowParts {
  database: Database
  clock: Clock
  log: Log
  deliveries: Pick<Deliveries, 'statesOf' | 'complete' | 'correct'>
}

type Lives = ReadonlyMap<number, Live>

/** What the library says of this delivery's part of the request; null when it is not known. */
function liveOf(live: Live | undefined, { format }: DeliveryRecord): LiveStatus | null {
  if (!live?.known) return null
  return format === '' ? live.status : (live.formats?.[format] ?? null)
}

function staleIn(request: RequestRecord, live: Live | undefined, rows: readonly DeliveryRecord[]) {
  return rows.flatMap(row => {
    const status = liveOf(live, row)
    // sonarr.md: a pilot is wanted without its season, so nothing of it shows before it is there.
    if (!status || (status === 'unavailable' && request.season_scope === 'pilot')) return []
    return reconcile(status, [row]).map(stale => ({ ...stale, row, request }))
  })
}

/**
 * 1:3, 1:4.8.8: whoever looks at a request while its library can be read leaves the saved rows true. What a
 * row says is then also right where the library is not asked.
 */
export function reconciling(look: LiveView, { database, clock, log, deliveries }: StaleRowParts): LiveView {
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

  async function settle(requests: readonly RequestRecord[], live: Lives): Promise<void> {
    const known = requests.filter(({ id }) => live.get(id)?.known)
    if (known.length === 0) return
    const seen = await findStale(database.read, known, live)
    if (seen.length === 0) return
    const looked = [...new Set(seen.map(one => one.request))]
    await database.withWriteLock(REQUESTS_LOCK, async tx => {
      // Read again under the lock: an attempt or a person may have moved a row meanwhile.
      for (const { request, row, from, code } of await findStale(tx, looked, live)) {
        if (from === 'complete') await deliveries.correct(tx, row, code)
        else await deliveries.complete(tx, request.id, row.format, code)
      }
    })
  }

  /** What cannot be written now is written when somebody looks next; the answer is true without it. */
  async function settleQuietly(requests: readonly RequestRecord[], live: Lives): Promise<void> {
    try {
      await settle(requests, live)
    } catch (err) {
      log.warn({ err }, 'requests could not be brought up to date with their library')
    }
  }

  return {
    async many(person, requests) {
      const seen = await look.many(person, requests)
      // Lists tell shows by their records alone, which is not enough to write it down.
      await settleQuietly(
        requests.filter(request => request.media_type !== 'tv'),
        seen.live,
      )
      return seen
    },
    async one(person, request) {
      const live = await look.one(person, request)
      await settleQuietly([request], new Map([[request.id, live]]))
      return live
    },
  }
}
