import type { SeasonMap, TvMatch } from '@foyer/contract/tv-match'
import type { Db } from '#db/database.ts'
import { createMatchEditor } from './match-editor.ts'
import { createMatchResolver, type ResolverParts } from './match-resolver.ts'
import { decidedMatch, isStillCurrent } from './match-rules.ts'
import * as store from './match-store.ts'
import { createShowReader, type ShowReaderParts } from './show-reader.ts'

export type TvMatchesParts = Omit<ResolverParts, 'readShow' | 'keys' | 'inventory'> &
  ShowReaderParts &
  Pick<ResolverParts, 'keys'> &
  Pick<Parameters<typeof createMatchEditor>[0], 'inventory'>

/** Where a show is in every library; `same`: its seasons keep their numbers. */
export type StoredTarget = { tvdb_id: number; season_map: SeasonMap | 'same' } | 'paused'

/** Which series and seasons of a library a show is (1/4.7). */
export function createTvMatches(parts: TvMatchesParts) {
  const readShow = createShowReader(parts)
  const resolver = createMatchResolver({ ...parts, readShow })
  return {
    editor: createMatchEditor({ ...parts, readShow, resolver }),
    /** The show as the metadata provider has it. Throws UpstreamFault, or refuses when there is no such show or key. */
    show: readShow,
    /**
     * Local word, bundled set, id bridge, unique title. A show that is nowhere found is `unresolved`; what
     * cannot be asked right now throws UpstreamFault. The library is asked only when no provider knows an id.
     */
    resolve: resolver.resolve,
    /** By what is stored only, so that it can be asked inside a transaction: does this look still hold? */
    async isCurrent(db: Db, match: TvMatch): Promise<boolean> {
      const local = await store.findLocalMatch(db, match.tmdb_id)
      const identity = await store.findIdentity(db, match.tmdb_id)
      return isStillCurrent(match, { local, known_tvdb_id: identity?.tvdb_id ?? null })
    },
    /** For whole pages of cards, by what is stored only; a show that is missing must be resolved first. */
    async targets(db: Db, tmdb_ids: readonly number[]): Promise<Map<number, StoredTarget>> {
      const said = await store.findLocalMatches(db, tmdb_ids)
      const local = new Map(said.map(match => [match.tmdb_id, match]))
      const known = new Map((await store.findIdentities(db, tmdb_ids)).map(one => [one.tmdb_id, one.tvdb_id]))
      const found = tmdb_ids.map((tmdb_id): [number, StoredTarget | undefined] => {
        const decided = decidedMatch(tmdb_id, local.get(tmdb_id) ?? null)
        if (decided?.state === 'paused') return [tmdb_id, 'paused']
        if (decided?.tvdb_id !== undefined) {
          return [tmdb_id, { tvdb_id: decided.tvdb_id, season_map: decided.season_map }]
        }
        const tvdb_id = known.get(tmdb_id)
        return [tmdb_id, tvdb_id === undefined ? undefined : { tvdb_id, season_map: 'same' }]
      })
      return new Map(found.filter((one): one is [number, StoredTarget] => one[1] !== undefined))
    },
  }
}

export type TvMatches = ReturnType<typeof createTvMatches>
