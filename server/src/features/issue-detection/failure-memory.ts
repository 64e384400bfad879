import { mediaTypeOf } from '@foyer/contract/instances/instance-types'
import type { ManagerRecord } from '#features/instances/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { type QueueView, type QueueViews, SERVER } from './queue-views.ts'
import { isOfScope } from './rules/scope-rules.ts'
import { type FoundProblem, problemsOfHistory } from './rules/sighting-rules.ts'

/** Downloads do not fail by the minute. */
const EVERY_MS = 5 * MINUTE_MS
const EVENTS = 250
/** A library that fails at everything has another problem. */
const MAX_TITLES = 10

export interface FailureMemoryParts {
  clock: Clock
  reads: Pick<LibraryOperations['reads'], 'missing'>
  views: Pick<QueueViews, 'history'>
}

/** Titles whose downloads fail again and again, as the history shows; read less often than the queue. */
export function createFailureMemory({ clock, reads, views }: FailureMemoryParts) {
  const known = new Map<string, { url: string; at: number; problems: FoundProblem[] }>()

  async function read(
    manager: ManagerRecord,
    view: QueueView,
    signal: AbortSignal,
  ): Promise<FoundProblem[] | null> {
    const of = { instance_id: manager.id, media_type: mediaTypeOf(manager.service_type) }
    const events = await views.history(of, EVENTS, signal)
    if (!events) return null
    const failed = problemsOfHistory(events, view.rows, clock.now()).slice(0, MAX_TITLES)
    const wanted: FoundProblem[] = []
    for (const problem of failed) {
      const [answer] = await reads.missing({ ...of, caller: SERVER, of: problem.scope, signal })
      if (!answer?.status_known) return null
      if (answer.missing > 0) wanted.push(problem)
    }
    return wanted
  }

  return {
    /** Null: the library could not be read. */
    async of(manager: ManagerRecord, view: QueueView, signal: AbortSignal): Promise<FoundProblem[] | null> {
      const before = known.get(manager.id)
      const now = clock.monotonicMs()
      if (before?.url === manager.url && now - before.at < EVERY_MS) {
        // What is in the queue again is not only history.
        return before.problems.filter(
          ({ scope }) => !view.rows.some(row => row.scope !== null && isOfScope(row.scope, scope)),
        )
      }
      const problems = await read(manager, view, signal)
      if (problems) known.set(manager.id, { url: manager.url, at: now, problems })
      return problems
    },
  }
}
