import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Database } from '#db/database.ts'
import { diagnoseQueue, type LibraryOperations } from '#features/library-operations/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { ManagedTitle, QueueEntry } from '#ports/manager-reads.ts'
import { scopeOfTitle } from './rules/scope-rules.ts'
import {
  activeRows,
  type FoundProblem,
  type PlacedEvent,
  type PlacedRow,
  problemsOfQueue,
} from './rules/sighting-rules.ts'
import { readShowsOfSeries } from './shows-of-series.ts'

/** The server itself looks, at everything. */
export const SERVER = { user_id: 0, role: 'admin' } as const

export interface QueueViewParts {
  database: Pick<Database, 'read'>
  clock: Clock
  reads: Pick<LibraryOperations['reads'], 'queue' | 'history'>
  tv_matches: Pick<TvMatches, 'shows' | 'targets'>
}

/** The queue of one library, as it is now. */
export interface QueueView {
  rows: PlacedRow[]
  active: PlacedRow[]
  problems: FoundProblem[]
  /** False: the queue is longer than what is read of it, so that what is not in `rows` may still be there. */
  is_complete: boolean
}

/** Queues and histories in the metadata provider's numbers. */
export function createQueueViews({ database, clock, reads, tv_matches }: QueueViewParts) {
  async function place<T extends { title: ManagedTitle | null }>(all: readonly T[]) {
    const titles = all.map(one => one.title)
    const shows = await readShowsOfSeries(database.read, tv_matches, titles)
    return (one: T) => (one.title === null ? null : scopeOfTitle(one.title, shows))
  }

  async function viewOf(
    entries: readonly QueueEntry[],
    total: number,
    media_type: MediaType,
  ): Promise<QueueView> {
    const scopeOf = await place(entries)
    const rows = entries.map(entry => ({ entry, scope: scopeOf(entry) }))
    const diagnoses = diagnoseQueue(entries, { media_type, now: clock.now() })
    return {
      rows,
      active: activeRows(rows, diagnoses),
      problems: problemsOfQueue(rows, diagnoses),
      is_complete: entries.length >= total,
    }
  }

  return {
    /** Null: it could not be read. */
    async one(
      { instance_id, media_type }: { instance_id: string; media_type: MediaType },
      signal?: AbortSignal,
    ): Promise<QueueView | null> {
      const [answer] = await reads.queue({ caller: SERVER, media_type, instance_id, signal })
      return answer?.status_known ? viewOf(answer.entries, answer.total, media_type) : null
    },

    /** The newest events of a library, newest first. Null: it could not be read. */
    async history(
      { instance_id, media_type }: { instance_id: string; media_type: MediaType },
      limit: number,
      signal?: AbortSignal,
    ): Promise<PlacedEvent[] | null> {
      const [answer] = await reads.history({ caller: SERVER, media_type, instance_id, limit, signal })
      if (!answer?.status_known) return null
      const scopeOf = await place(answer.events)
      return answer.events.map(event => ({ event, scope: scopeOf(event) }))
    },
  }
}

export type QueueViews = ReturnType<typeof createQueueViews>
