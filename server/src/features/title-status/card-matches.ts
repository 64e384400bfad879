import type { InstanceRecord } from '#features/instances/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import {
  createReadBudget,
  keyOf,
  type Matches,
  type SeriesTarget,
  targetOf,
} from '#features/library-status/index.ts'

/** Shows that nobody ever opened are matched on the way, as far as a page of cards may wait for it. */
const READ_BUDGET_MS = 2000
const AT_ONCE = 6
/** How long what was found is believed, a match by title or none; what an admin says is stored and comes first. */
const FOUND_MS = 10 * 60_000
const FOUND_KEPT = 5000

export interface CardMatchParts {
  clock: Clock
  log: Log
  matches: Pick<Matches, 'resolve'>
}

/**
 * Settles which series shows are, for cards. What is found is kept, so the next page knows it even when this
 * one could not wait. One run at a time: pages that come meanwhile wait for it and start no other.
 */
export function createCardMatches({ clock, log, matches }: CardMatchParts) {
  const patiently = createReadBudget({ clock, log }, READ_BUDGET_MS, 'shows could not be matched')
  const found = new Map<string, { target: SeriesTarget | null; until: number }>()
  const runs = new Map<string, Promise<void>>()

  function remember(instance: InstanceRecord, tmdb_id: number, target: SeriesTarget | null): void {
    if (found.size >= FOUND_KEPT) found.clear()
    found.set(keyOf(instance, tmdb_id), { target, until: clock.monotonicMs() + FOUND_MS })
  }

  async function settleOne(instance: InstanceRecord, tmdb_id: number): Promise<void> {
    try {
      remember(instance, tmdb_id, targetOf(await matches.resolve(tmdb_id, instance)))
    } catch (error) {
      // The provider has no such show, which says nothing of the others.
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error
      remember(instance, tmdb_id, null)
    }
  }

  /** A provider that is out ends the run: asking for the rest of a page would only wait as long again. */
  async function run(instance: InstanceRecord, ids: readonly number[]): Promise<void> {
    const waiting = [...ids]
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        try {
          await settleOne(instance, id)
        } catch (error) {
          waiting.length = 0
          throw error
        }
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
    const failed = ended.find(one => one.status === 'rejected')
    if (failed) throw failed.reason
  }

  function runOnce(instance: InstanceRecord, ids: readonly number[]): Promise<void> {
    const key = keyOf(instance)
    const running = runs.get(key)
    if (running) return running
    const started = run(instance, ids).finally(() => runs.delete(key))
    runs.set(key, started)
    // Those who could not wait do not hear how it ended.
    started.catch((err: unknown) => {
      if (!(err instanceof UpstreamFault || err instanceof Refusal))
        log.error({ err }, 'matching shows ended')
    })
    return started
  }

  return {
    /** Null: it has none. Undefined: nobody looked lately. */
    known(instance: InstanceRecord, tmdb_id: number): SeriesTarget | null | undefined {
      const one = found.get(keyOf(instance, tmdb_id))
      return one && one.until > clock.monotonicMs() ? one.target : undefined
    },
    settle: (instance: InstanceRecord, ids: readonly number[]) =>
      patiently(async read => void (await read(runOnce(instance, ids)))),
  }
}
