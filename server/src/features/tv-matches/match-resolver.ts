import { MATCH_SENTENCES } from '@foyer/contract/tv-matches/match-sentences'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Database, Db } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { FoundSeries, SeriesLookup } from '#ports/series-lookup.ts'
import type { ShowBridge } from '#ports/show-bridge.ts'
import { decidedMatch, type Finding, foundMatch, type LocalMatch } from './match-rules.ts'
import * as store from './match-store.ts'
import type { ReadShow, Show } from './show-reader.ts'
import { chooseByTitle, type TitleChoice } from './title-rules.ts'

export interface ResolverParts {
  database: Database
  clock: Clock
  inventory: Pick<Inventory, 'connectionOf'>
  keys: { configured(db: Db): Promise<{ lists: boolean }> }
  readShow: ReadShow
  lists: ShowBridge
  lookup: SeriesLookup
}

/** 1/4.7 */
const IDENTITY_MS = 30 * DAY_MS
/** An unresolved show is looked up again as often as a library is read, because the result may change there. */
const GUESS_MS = 15_000
const GUESSES = { max_bytes: 1024 * 1024, size_of: () => 200 }

const BECAUSE = {
  none: MATCH_SENTENCES.no_series_found,
  several: MATCH_SENTENCES.several_series_found,
} as const

/** Resolves shows without a decision to a series. */
export function createMatchResolver(parts: ResolverParts) {
  const { database, clock, inventory, keys, readShow, lists, lookup } = parts
  const listed = createValueCache<{ tvdb_id: number | null }>({ name: 'tv-matches', clock, ...GUESSES })
  const titled = createValueCache<TitleChoice<FoundSeries>>({ name: 'tv-matches', clock, ...GUESSES })

  async function readListProvider(tmdb_id: number, signal?: AbortSignal): Promise<number | null> {
    if (!(await keys.configured(database.read)).lists) return null
    const keep = { ttl_ms: GUESS_MS, ...(signal && { signal }) }
    const { tvdb_id } = await listed.get(String(tmdb_id), keep, async inner => ({
      tvdb_id: await lists.findTvdbId(tmdb_id, inner),
    }))
    return tvdb_id
  }

  /** The id bridge: the stored result, then the metadata provider, then the list provider. */
  async function bridge({ tmdb_id, tvdb_id }: Show, signal?: AbortSignal): Promise<number | null> {
    const now = clock.now().getTime()
    const stored = await store.findIdentity(database.read, tmdb_id)
    if (stored && now - Date.parse(stored.found_at) < IDENTITY_MS) return stored.tvdb_id
    const found = tvdb_id ?? (await readListProvider(tmdb_id, signal))
    const source = tvdb_id === null ? 'lists' : 'metadata'
    if (found === null && !stored) return null
    await database.transaction(tx =>
      found === null
        ? store.deleteIdentity(tx, tmdb_id)
        : store.saveIdentity(tx, { tmdb_id, tvdb_id: found, source, found_at: iso(now) }),
    )
    return found
  }

  async function guess(show: Show, instance: InstanceRecord | null, signal?: AbortSignal): Promise<Finding> {
    if (!instance) return { tvdb_id: null, message: MATCH_SENTENCES.no_library }
    const keep = { ttl_ms: GUESS_MS, ...(signal && { signal }) }
    // An edited instance may point to another library with other series.
    const key = `${instance.id} ${instance.updated_at} ${show.tmdb_id}`
    const choice = await titled.get(key, keep, async inner =>
      chooseByTitle(show, await lookup.search(inventory.connectionOf(instance), show.title, inner)),
    )
    if (!choice.chosen) return { tvdb_id: null, message: BECAUSE[choice.because] }
    const { tvdb_id, title } = choice.chosen
    return { tvdb_id, provenance: 'title', target_title: title }
  }

  /** 1/4.7: the id bridge, then a unique title. Throws when a provider does not answer; that is not "not found". */
  async function find(show: Show, instance: InstanceRecord | null, signal?: AbortSignal): Promise<Finding> {
    const tvdb_id = await bridge(show, signal)
    return tvdb_id === null ? guess(show, instance, signal) : { tvdb_id, provenance: 'metadata' }
  }

  return {
    /** The same when the local match is already known. */
    async resolveShow(
      show: Show,
      local: LocalMatch | null,
      instance: InstanceRecord,
      signal?: AbortSignal,
    ): Promise<TvMatch> {
      const decided = decidedMatch(show.tmdb_id, local)
      if (decided) return { ...decided, title: show.title }
      return foundMatch(show, local?.local_revision ?? 0, await find(show, instance, signal))
    },
    /** Null instance: the library is gone, so titles cannot be looked up. */
    async resolve(tmdb_id: number, instance: InstanceRecord | null, signal?: AbortSignal): Promise<TvMatch> {
      const local = await store.findLocalMatch(database.read, tmdb_id)
      const decided = decidedMatch(tmdb_id, local)
      if (decided) return decided
      const show = await readShow(tmdb_id)
      return foundMatch(show, local?.local_revision ?? 0, await find(show, instance, signal))
    },
  }
}

export type MatchResolver = ReturnType<typeof createMatchResolver>
