import type { Database } from '#db/database.ts'
import { notAvailable, type TitleGate } from '#features/kids/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Caller } from '#kit/caller.ts'
import type { ReportScope } from './report-rules.ts'

/** The scope with the ids that Foyer knows for it; 404 for a title that this person may not see (C9). */
export type ScopeJudge = (caller: Caller, scope: ReportScope) => Promise<ReportScope>

export function createScopeJudge(parts: {
  database: Database
  kids: Pick<TitleGate, 'assertAllowed' | 'isLimited'>
  tv_matches: Pick<TvMatches, 'shows'>
}): ScopeJudge {
  const { database, kids, tv_matches } = parts

  /** The shows that a series of a library is known to be. */
  async function showsOf(tvdb_id: number | null): Promise<readonly number[]> {
    if (tvdb_id === null) return []
    return (await tv_matches.shows(database.read, [tvdb_id])).get(tvdb_id) ?? []
  }

  async function judgeShow(caller: Caller, scope: ReportScope): Promise<ReportScope> {
    const shows = await showsOf(scope.tvdb_id)
    const [only = null] = shows.length === 1 ? shows : []
    const tmdb_id = scope.tmdb_id ?? only
    if (!(await kids.isLimited(caller))) {
      // Two ids of different shows: the report is about the one that it is shown as, and the agent touches no other.
      const isOther = tmdb_id !== null && shows.length > 0 && !shows.includes(tmdb_id)
      return { ...scope, tmdb_id, tvdb_id: isOther ? null : scope.tvdb_id }
    }
    const judged = scope.tmdb_id === null ? shows : [scope.tmdb_id]
    // A series that matches no known show cannot be checked, so it is not available to kids accounts.
    if (judged.length === 0) throw notAvailable()
    for (const one of judged) await kids.assertAllowed(caller, { kind: 'tv', tmdb_id: one })
    // Nor can it be smuggled in beside a show that is allowed.
    const isProven = scope.tmdb_id === null || shows.includes(scope.tmdb_id)
    return { ...scope, tmdb_id, tvdb_id: isProven ? scope.tvdb_id : null }
  }

  return async (caller, scope) => {
    if (scope.media_type === 'tv') return judgeShow(caller, scope)
    if (scope.media_type === 'movie' && scope.tmdb_id !== null)
      await kids.assertAllowed(caller, { kind: 'movie', tmdb_id: scope.tmdb_id })
    return scope
  }
}
