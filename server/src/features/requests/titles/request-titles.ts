import { z } from 'zod'
import type { Database } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import { again, defineJob, type Jobs } from '#jobs/index.ts'
import { within } from '#jobs/within.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Log } from '#kit/log.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { ReadTitle } from '../dependencies.ts'
import type { RequestAlerts } from '../notify/request-alerts.ts'
import type { RequestEvents } from '../notify/request-events.ts'
import { findRequest } from '../store/request-store.ts'
import { listUnverified, setTitle } from './title-store.ts'

/** C69: how long creating waits for the title of a book or an album. */
const AT_CREATION_MS = 2_000
/** How many creations may wait for one library at a time; the others get their title later. */
const WAITING_AT_ONCE = 8
/** How long to wait before reading from a library again that did not answer. */
const PAUSE_MS = 1_000
/** The most requests of one library whose titles are read in the background; the next sweep finds the rest. */
const READ_LATER_AT_MOST = 100
/** The interval between two sweeps over requests without a verified title. */
const SWEEP_MS = MINUTE_MS
const SWEPT_AT_ONCE = 20
/** Requests that wait for an admin come first. */
const WALKS = [['pending'], ['approved', 'denied', 'unknown']] as const

const sweepTitles = defineJob({ name: 'verify-request-titles', payload: z.object({}) })

export interface WaitingPlace {
  /** False: too many wait for that library already, or it did not answer just now. */
  take(request: Pick<RequestRecord, 'instance_id'>): boolean
  release(): void
}

export interface TitleParts {
  database: Database
  clock: Clock
  log: Log
  jobs: Jobs
  readTitle: ReadTitle
  deliveries: Pick<Deliveries, 'statesOf'>
  alerts: Pick<RequestAlerts, 'renamed'>
  events: Pick<RequestEvents, 'renamed'>
}

/** C69: requests show the provider's own title; the requester's is only a placeholder. */
export function createTitles(parts: TitleParts) {
  const { database, clock, log, jobs, readTitle, deliveries, alerts, events } = parts
  const waiting = new Map<string, number>()
  const paused = new Map<string, number>()
  /** Background reads by library; an entry exists while its titles are being read. */
  const background = new Map<string, RequestRecord[]>()
  // A background read must not delay the shutdown.
  const closing = new AbortController()
  const walks = WALKS.map(decisions => ({ decisions, after: 0 }))

  /**
   * Applies to every unverified request for the same title in that library. Holds the lock of decisions: an alert
   * raised by a decision at the same time would otherwise keep the requester's title for ever.
   */
  async function learn(request_id: number, title: string): Promise<void> {
    if (title.trim() === '') return
    await database.withWriteLock('requests', async tx => {
      const request = await findRequest(tx, request_id)
      if (!request?.title_unverified) return
      for (const named of await setTitle(tx, request, title.trim(), iso(clock.now()))) {
        const [delivery] = (await deliveries.statesOf(tx, [named.id])).get(named.id) ?? []
        await alerts.renamed(tx, named)
        if (delivery) await events.renamed(tx, named, delivery.state)
      }
    })
  }

  /** If the title cannot be written now, the next read that supplies it will write it. */
  async function learnQuietly(request_id: number, title: string): Promise<void> {
    try {
      await learn(request_id, title)
    } catch (err) {
      log.warn({ err, request_id }, 'the title of a request could not be corrected')
    }
  }

  /** `failed`: another read may find the title. */
  async function verify(
    request: RequestRecord,
    signal?: AbortSignal,
  ): Promise<'named' | 'unknown' | 'failed'> {
    try {
      const { title, is_library_silent } = await readTitle(request, signal)
      if (title === null) return is_library_silent ? 'failed' : 'unknown'
      await learn(request.id, title)
      return 'named'
    } catch (err) {
      if (!signal?.aborted)
        log.warn({ err, request_id: request.id }, 'the title of a request could not be verified')
      return 'failed'
    }
  }

  function mayWait(instance_id: string): boolean {
    const until = paused.get(instance_id) ?? 0
    return clock.monotonicMs() >= until && (waiting.get(instance_id) ?? 0) < WAITING_AT_ONCE
  }

  function countWaiting(instance_id: string, change: 1 | -1): void {
    const count = (waiting.get(instance_id) ?? 0) + change
    if (count > 0) waiting.set(instance_id, count)
    else waiting.delete(instance_id)
  }

  /** One at a time, and slowly while the library supplies nothing: it may be down or busy with exactly this. */
  async function readInBackground(instance_id: string, requests: RequestRecord[]): Promise<void> {
    const { signal } = closing
    for (let next = requests.shift(); next && !signal.aborted; next = requests.shift()) {
      const isNamed = (await verify(next, signal)) === 'named'
      if (!isNamed && !signal.aborted) await clock.sleep(PAUSE_MS, signal).catch(() => {})
    }
    background.delete(instance_id)
  }

  jobs.define(sweepTitles)
  jobs.handle(sweepTitles, async ({ signal }) => {
    for (const walk of walks) {
      const rows = await listUnverified(database.read, { ...walk, limit: SWEPT_AT_ONCE })
      walk.after = rows.length < SWEPT_AT_ONCE ? 0 : (rows.at(-1)?.id ?? 0)
      for (const row of rows) {
        signal.throwIfAborted()
        await verify(row, signal)
      }
    }
    return again(new Date(clock.now().getTime() + SWEEP_MS))
  })

  return {
    learn: learnQuietly,

    /**
     * The place of one creation among those that wait for a library's title. It is taken before the request is saved,
     * because many are saved by one commit and would otherwise all wait. Always release it.
     */
    createWaitingPlace(): WaitingPlace {
      let taken: string | null = null
      const release = () => {
        if (taken !== null) countWaiting(taken, -1)
        taken = null
      }
      return {
        take({ instance_id }) {
          release()
          if (!mayWait(instance_id)) return false
          countWaiting(instance_id, 1)
          taken = instance_id
          return true
        },
        release,
      }
    },

    /**
     * Call this once the request is saved. A read that takes longer continues, and its title is stored when it ends.
     */
    async verifyNew(request: RequestRecord): Promise<void> {
      const { instance_id } = request
      const verifying = verify(request, closing.signal)
      const isInTime = await within(clock, AT_CREATION_MS, verifying)
      // C69: a library that answered is waited for again at once, even if it does not know this title.
      const isAnswered = isInTime && (await verifying) !== 'failed'
      if (!isAnswered) paused.set(instance_id, clock.monotonicMs() + PAUSE_MS)
    },

    /** C69: the same without waiting for the read. */
    verifyInBackground(request: RequestRecord): void {
      const { instance_id } = request
      const before = background.get(instance_id)
      if (before) {
        if (before.length < READ_LATER_AT_MOST) before.push(request)
        return
      }
      const requests = [request]
      background.set(instance_id, requests)
      void readInBackground(instance_id, requests)
    },

    close: () => closing.abort(),

    /** Runs at every start; an existing job keeps its time. */
    async schedule(): Promise<void> {
      await database.transaction(async tx => {
        await jobs.enqueue(tx, sweepTitles, {}, { dedupe_key: 'all' })
      })
    },
  }
}

export type Titles = ReturnType<typeof createTitles>
