import type { Sighting } from '../issue.ts'
import type { ReportScope } from '../reports/report-rules.ts'

type Scope = Omit<ReportScope, 'media_type'> & { media_type: string; title?: string }

/**
 * The title and the part of it. Managers of shows know TVDB ids, people look at TMDB pages: each side prefers the id
 * that it always has.
 */
function scopeKey(scope: Scope, prefers: 'tmdb' | 'tvdb'): string {
  const { tmdb_id, tvdb_id, foreign_id, title, book_format, season_number, episode_number } = scope
  const by_tmdb = tmdb_id === null ? null : `tmdb:${tmdb_id}`
  const by_tvdb = tvdb_id === null ? null : `tvdb:${tvdb_id}`
  const by_screen = prefers === 'tmdb' ? (by_tmdb ?? by_tvdb) : (by_tvdb ?? by_tmdb)
  const identity = by_screen ?? foreign_id ?? `named:${(title ?? '').normalize('NFKC').toLowerCase()}`
  return JSON.stringify([scope.media_type, identity, season_number, episode_number, book_format])
}

/** 2/4.9: one open report of each person and exact scope; another person's report is an issue of its own. */
export function subjectOfReport(reporter_id: number, instance_id: string, scope: ReportScope): string {
  return `report ${reporter_id} ${instance_id} ${scopeKey(scope, 'tmdb')}`
}

/** One issue per problem and title, however often and in however many downloads it occurs. */
export function subjectOfSighting(sighting: Sighting): string {
  const scope = {
    media_type: sighting.media_type,
    title: sighting.title,
    tmdb_id: sighting.tmdb_id ?? null,
    tvdb_id: sighting.tvdb_id ?? null,
    foreign_id: sighting.foreign_id ?? null,
    book_format: sighting.book_format ?? null,
    season_number: sighting.season_number ?? null,
    episode_number: sighting.episode_number ?? null,
  }
  const prefers = sighting.media_type === 'tv' ? 'tvdb' : 'tmdb'
  return `problem ${sighting.problem_kind} ${sighting.instance.id} ${scopeKey(scope, prefers)}`
}

/** One issue per library and kind: it is about a setting, not about a title. */
export function subjectOfPrevention({
  instance,
  problem_kind,
}: Pick<Sighting, 'instance' | 'problem_kind'>): string {
  return `prevention ${problem_kind} ${instance.id}`
}

export function subjectOfSystem(key: string): string {
  return `system ${key}`
}
