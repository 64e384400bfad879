import type { SeasonMap, TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Db } from '#db/database.ts'
import { BUNDLED_MATCHES } from './bundled-matches.ts'
import { createMatchEditor, type EditorParts } from './match-editor.ts'
import { createMatchResolver, type ResolverParts } from './match-resolver.ts'
import { decidedMatch, isStillCurrent } from './match-rules.ts'
import * as store from './match-store.ts'
import { createShowReader, type ShowReaderParts } from './show-reader.ts'

export type TvMatchesParts = Omit<ResolverParts, 'readShow' | 'keys' | 'inventory'> &
  ShowReaderParts &
  Pick<ResolverParts, 'keys'> &
  Pick<EditorParts, 'inventory'>

/** The target of a show in every library; `same`: its seasons keep their numbers. */
export type StoredTarget = { tvdb_id: number; season_map: SeasonMap | 'same' } | 'paused'

/** Which series and seasons of a library belong to a show (1/4.7). */
export function createTvMatches(parts: TvMatchesParts) {
  const readShow = createShowReader(parts)
  const resolver = createMatchResolver({ ...parts, readShow })

  async function targets(db: Db, tmdb_ids: readonly number[]): Promise<Map<number, StoredTarget>> {
    const local_matches = await store.findLocalMatches(db, tmdb_ids)
    const local = new Map(local_matches.map(match => [match.tmdb_id, match]))
    const known = new Map((await store.findIdentities(db, tmdb_ids)).map(one => [one.tmdb_id, one.tvdb_id]))
    const found = new Map<number, StoredTarget>()
    for (const tmdb_id of tmdb_ids) {
      const target = storedTarget(decidedMatch(tmdb_id, local.get(tmdb_id) ?? null), known.get(tmdb_id))
      if (target) found.set(tmdb_id, target)
    }
    return found
  }

  /** Reads only storage, so that it can run inside a transaction: is this revision still valid? */
  async function isCurrent(db: Db, match: TvMatch): Promise<boolean> {
    const local = await store.findLocalMatch(db, match.tmdb_id)
    const identity = await store.findIdentity(db, match.tmdb_id)
    return isStillCurrent(match, { local, known_tvdb_id: identity?.tvdb_id ?? null })
  }

  return {
    editor: createMatchEditor({ ...parts, readShow, resolver }),
    /** The show from the metadata provider. Throws UpstreamFault, or refuses when there is no such show or key. */
    show: readShow,
    /**
     * Local decision, bundled set, id bridge, unique title. A show found nowhere is `unresolved`; a provider that does
     * not answer throws UpstreamFault. The library is read only when no provider knows an id.
     */
    resolve: resolver.resolve,
    isCurrent,
    /** For whole pages of cards, from storage only; a missing show must be resolved first. */
    targets,
    /** The reverse lookup from storage: the shows of these series. */
    async shows(db: Db, tvdb_ids: readonly number[]): Promise<Map<number, number[]>> {
      const bundled = [...BUNDLED_MATCHES].filter(([, match]) => tvdb_ids.includes(match.tvdb_id))
      const pointing = (await store.findByTarget(db, tvdb_ids)).map(one => one.tmdb_id)
      const tmdb_ids = [...new Set([...pointing, ...bundled.map(([tmdb_id]) => tmdb_id)])]
      const found = new Map<number, number[]>()
      // One source may override another, so every candidate is checked as a whole.
      for (const [tmdb_id, target] of await targets(db, tmdb_ids)) {
        if (target === 'paused' || !tvdb_ids.includes(target.tvdb_id)) continue
        found.set(target.tvdb_id, [...(found.get(target.tvdb_id) ?? []), tmdb_id])
      }
      return found
    },
  }
}

function storedTarget(decided: TvMatch | null, known: number | undefined): StoredTarget | undefined {
  if (decided?.state === 'paused') return 'paused'
  if (decided?.tvdb_id !== undefined) return { tvdb_id: decided.tvdb_id, season_map: decided.season_map }
  return known === undefined ? undefined : { tvdb_id: known, season_map: 'same' }
}

export type TvMatches = ReturnType<typeof createTvMatches>
