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
import { MINUTE_MS } from '#kit/durations.ts'

/** Shows without a match are resolved on the fly, as long as a page of cards may wait. */
const READ_BUDGET_MS = 2000
const CONCURRENT_LOOKUPS = 6
/** How long a result is trusted, a match by title or none; an admin's decision is stored and takes precedence. */
const FOUND_MS = 10 * MINUTE_MS
const FOUND_KEPT = 5000

export interface CardMatchParts {
  clock: Clock
  log: Log
  matches: Pick<Matches, 'resolve'>
}

/**
 * Resolves the series of shows for cards. Results are cached, so the next page has them even if this one could not
 * wait. One run at a time: other pages wait for it instead of starting another.
 */
export function createCardMatches({ clock, log, matches }: CardMatchParts) {
  const withinBudget = createReadBudget({ clock, log }, READ_BUDGET_MS, 'shows could not be matched')
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
      // The provider does not have this show, which does not affect the others.
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error
      remember(instance, tmdb_id, null)
    }
  }

  /** A provider that does not answer ends the run: the rest of the page would wait just as long. */
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
    const ended = await Promise.allSettled(Array.from({ length: CONCURRENT_LOOKUPS }, work))
    const failed = ended.find(one => one.status === 'rejected')
    if (failed) throw failed.reason
  }

  function runOnce(instance: InstanceRecord, ids: readonly number[]): Promise<void> {
    const key = keyOf(instance)
    const running = runs.get(key)
    if (running) return running
    const started = run(instance, ids).finally(() => runs.delete(key))
    runs.set(key, started)
    // Callers that could not wait do not handle the failure.
    started.catch((err: unknown) => {
      if (!(err instanceof UpstreamFault || err instanceof Refusal))
        log.error({ err }, 'matching shows ended')
    })
    return started
  }

  return {
    /** Null: it has none. Undefined: not looked up recently. */
    known(instance: InstanceRecord, tmdb_id: number): SeriesTarget | null | undefined {
      const one = found.get(keyOf(instance, tmdb_id))
      return one && one.until > clock.monotonicMs() ? one.target : undefined
    },
    settle: (instance: InstanceRecord, ids: readonly number[]) =>
      withinBudget(async read => void (await read(runOnce(instance, ids)))),
  }
}
