import type { SearchType } from '@foyer/contract/search'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import { type Found, groupOf, type Outcome } from './search-rules.ts'
import type { SearchSource } from './search-sources.ts'

/** C61: each source has three seconds, its place in a provider's queue included. */
const SOURCE_MS = 3000
/**
 * Rights come from the database and rows from caches, so this is enough time to check again. An answer that is not
 * cached is read again within what is left of the three seconds.
 */
const AGAIN_MS = 500

export interface SearchParts {
  sources: Readonly<Record<SearchType, SearchSource>>
  clock: Clock
  log: Log
  currentCaller: CurrentCaller
  asRefusal(error: unknown): Refusal
}

interface SearchCall {
  caller: Caller
  /** Ends when the client leaves. */
  leaving(): AbortSignal
}

interface Asked {
  query: string
  types: readonly SearchType[]
  limit: number
}

/** One search over all sources (C61). None waits for another, and what fails is said for that source alone. */
export function createSearch({ sources, clock, log, currentCaller, asRefusal }: SearchParts) {
  async function ask(
    type: SearchType,
    ms: number,
    leaving: AbortSignal,
    find: (signal: AbortSignal) => MaybeAsync<Found>,
  ): Promise<Outcome> {
    const budget = new AbortController()
    const stop = clock.after(ms, () => budget.abort(new Refusal('timeout')))
    const signal = AbortSignal.any([leaving, budget.signal])
    try {
      const soon = find(signal)
      return { found: soon instanceof Promise ? await untilAborted(soon, signal) : soon }
    } catch (error) {
      // What the source makes of the end of its time says less than that end.
      const refusal = asRefusal(budget.signal.aborted ? budget.signal.reason : error)
      if (refusal.status >= 500 && !leaving.aborted)
        log.warn(
          { source: type, code: refusal.code, err: refusal.details.cause ?? refusal },
          'a search failed',
        )
      return { refused: refusal.code }
    } finally {
      stop()
    }
  }

  return async function searchAll(call: SearchCall, { query, types, limit }: Asked): Promise<Ready> {
    const leaving = call.leaving()
    const over_at = clock.monotonicMs() + SOURCE_MS
    const outcomes = await Promise.all(
      types.map(type =>
        ask(type, SOURCE_MS, leaving, signal => sources[type].find({ caller: call.caller, query, signal })),
      ),
    )
    const caller = await currentCaller(call.caller)
    const again_ms = Math.max(AGAIN_MS, over_at - clock.monotonicMs())
    const groups = types.map(async (type, at) => {
      const first = outcomes[at] ?? { refused: 'internal' }
      if ('refused' in first) return groupOf(type, first, limit)
      const last = await ask(type, again_ms, leaving, signal =>
        sources[type].again({ caller, query, signal }, first.found),
      )
      return groupOf(type, last, limit)
    })
    return readyJson({ groups: await Promise.all(groups) })
  }
}

export type Search = ReturnType<typeof createSearch>
