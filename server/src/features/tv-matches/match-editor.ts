import type {
  TvMatchCandidate,
  TvMatchChange,
  TvMatchDetail,
  TvMatchRow,
} from '@foyer/contract/tv-matches/tv-matches'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { FoundSeries, SeriesLookup } from '#ports/series-lookup.ts'
import { BUNDLED_MATCHES } from './bundled-matches.ts'
import { assertTargetsExist, changedMatch, isSameDecision, presentDetail } from './change-rules.ts'
import { decidedMatch, type LocalMatch } from './match-rules.ts'
import type { MatchResolver } from './match-resolver.ts'
import * as store from './match-store.ts'
import type { ReadShow, Show } from './show-reader.ts'

export interface EditorParts {
  database: Database
  clock: Clock
  inventory: Pick<Inventory, 'resolve' | 'connectionOf'>
  readShow: ReadShow
  resolver: MatchResolver
  lookup: SeriesLookup
}

/** A match as an admin saw it, with everything that was read for it. */
interface MatchView {
  show: Show
  local: LocalMatch | null
  match: TvMatch
  target: FoundSeries | null
}

const EXACT_ID = /^(?:tvdb:)?\s*(\d+)$/i

/** Lists and edits matches for admins (1:4.7). */
export function createMatchEditor(parts: EditorParts) {
  const { database, clock, inventory, readShow, resolver, lookup } = parts

  const libraryOf = (caller: Caller, instance_id?: string) =>
    inventory.resolve(database.read, caller, 'tv_manager', instance_id)

  async function findTarget(instance: InstanceRecord, tvdb_id: number | undefined) {
    return tvdb_id === undefined ? null : lookup.find(inventory.connectionOf(instance), tvdb_id)
  }

  async function readView(instance: InstanceRecord, tmdb_id: number): Promise<MatchView> {
    const local = await store.findLocalMatch(database.read, tmdb_id)
    const show = await readShow(tmdb_id)
    const match = await resolver.resolveShow(show, local, instance)
    return { show, local, match, target: await findTarget(instance, match.tvdb_id) }
  }

  function present({ match, show, target }: Omit<MatchView, 'local'>, { id }: InstanceRecord): TvMatchDetail {
    return presentDetail(match, show.seasons, target, id)
  }

  async function refuseStale(instance: InstanceRecord, view: MatchView): Promise<never> {
    throw new Refusal('stale_revision', { extra: { current: present(view, instance) } })
  }

  /** Reads everything the response needs before writing, because nothing may fail afterwards. */
  async function previewChange(
    instance: InstanceRecord,
    view: MatchView,
    change: TvMatchChange,
  ): Promise<MatchView> {
    const { show, local: before } = view
    if (change.mode === 'custom') {
      const target = await findTarget(instance, change.tvdb_id)
      assertTargetsExist(change, target)
      const local = changedMatch(show, before, change, target)
      return { show, local, target, match: await resolver.resolveShow(show, local, instance) }
    }
    const local = changedMatch(show, before, change, null)
    const match = await resolver.resolveShow(show, local, instance)
    return { show, local, match, target: await findTarget(instance, match.tvdb_id) }
  }

  /** False: it was changed since it was read. */
  function write(caller: Caller, before: LocalMatch | null, after: LocalMatch): Promise<boolean> {
    return database.withWriteLock('tv-matches', async tx => {
      await assertStillMay(tx, caller, 'requests:manage')
      const now = await store.findLocalMatch(tx, after.tmdb_id)
      if ((now?.local_revision ?? 0) !== (before?.local_revision ?? 0)) return false
      await store.saveLocalMatch(tx, after, {
        updated_at: iso(clock.now()),
        updated_by: caller.user_id,
      })
      return true
    })
  }

  return {
    /** Calls no provider: decisions are stored or bundled. */
    async list(): Promise<TvMatchRow[]> {
      const local_matches = await store.listLocalMatches(database.read)
      const released = await store.findLocalMatches(database.read, [...BUNDLED_MATCHES.keys()])
      const named = new Set(local_matches.map(({ tmdb_id }) => tmdb_id))
      const decided = local_matches.flatMap(({ updated_at, updated_by, ...local }) => {
        const match = decidedMatch(local.tmdb_id, local)
        return match ? [{ ...match, updated_at, ...(updated_by !== null && { updated_by }) }] : []
      })
      const bundled = [...BUNDLED_MATCHES.keys()].flatMap(tmdb_id => {
        const local = released.find(one => one.tmdb_id === tmdb_id) ?? null
        return named.has(tmdb_id) ? [] : (decidedMatch(tmdb_id, local) ?? [])
      })
      return [...decided, ...bundled]
    },

    async candidates(
      caller: Caller,
      { q, instance_id }: { q: string; instance_id?: string | undefined },
    ): Promise<TvMatchCandidate[]> {
      const instance = await libraryOf(caller, instance_id)
      const id = EXACT_ID.exec(q)?.[1]
      const term = id === undefined ? q : `tvdb:${id}`
      const found = await lookup.search(inventory.connectionOf(instance), term)
      // 1/4.7: an id names one series; the manager may answer with others that resemble it.
      const named = id === undefined ? found : found.filter(({ tvdb_id }) => tvdb_id === Number(id))
      return named.map(({ seasons, series_id, ...series }) => ({
        ...series,
        seasons: seasons.map(season => season.season_number),
        in_library: series_id !== undefined,
      }))
    },

    async detail(caller: Caller, tmdb_id: number, instance_id?: string): Promise<TvMatchDetail> {
      const instance = await libraryOf(caller, instance_id)
      return present(await readView(instance, tmdb_id), instance)
    },

    async change(caller: Caller, tmdb_id: number, change: TvMatchChange): Promise<TvMatchDetail> {
      const instance = await libraryOf(caller, change.instance_id)
      const view = await readView(instance, tmdb_id)
      if (change.revision !== view.match.revision) return refuseStale(instance, view)
      const next = await previewChange(instance, view, change)
      if (!next.local || isSameDecision(view.local, next.local)) return present(view, instance)
      const isWritten = await write(caller, view.local, next.local)
      return isWritten ? present(next, instance) : refuseStale(instance, await readView(instance, tmdb_id))
    },
  }
}

export type MatchEditor = ReturnType<typeof createMatchEditor>
