import type { Db } from '#db/database.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { ManagedTitle } from '#ports/manager-reads.ts'
import type { ShowsOfSeries } from './rules/scope-rules.ts'

/** Which shows these series are, from storage. */
export async function readShowsOfSeries(
  db: Db,
  matches: Pick<TvMatches, 'shows' | 'targets'>,
  titles: readonly (ManagedTitle | null)[],
): Promise<ShowsOfSeries> {
  const tvdb_ids = [...new Set(titles.flatMap(title => title?.tvdb_id ?? []))]
  if (tvdb_ids.length === 0) return new Map()
  const shows = await matches.shows(db, tvdb_ids)
  const targets = await matches.targets(db, [...new Set([...shows.values()].flat())])
  return new Map(
    [...shows].map(([tvdb_id, tmdb_ids]) => [
      tvdb_id,
      tmdb_ids.flatMap(tmdb_id => {
        const target = targets.get(tmdb_id)
        return target && target !== 'paused' ? [{ tmdb_id, season_map: target.season_map }] : []
      }),
    ]),
  )
}
