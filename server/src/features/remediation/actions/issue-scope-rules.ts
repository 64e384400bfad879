import type { MediaType } from '@foyer/contract/instances/instance-types'
import { countedDownloads, type IssueRecord } from '#features/issues/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ManagedTitle } from '#ports/manager-reads.ts'

/** What an issue is about. */
export type IssueScope = Pick<
  IssueRecord,
  | 'media_type'
  | 'tmdb_id'
  | 'tvdb_id'
  | 'foreign_id'
  | 'book_format'
  | 'season_number'
  | 'episode_number'
  | 'download_id'
>

/**
 * An action concerns the title of its issue and nothing else, whatever a report, a file name or a release says. The
 * sentences are for the model.
 */
export function outOfScope(sentence: string): Refusal {
  return new Refusal('validation', {
    error: `${sentence} An action may only concern the title of its issue.`,
  })
}

export function mediaTypeOf(issue: Pick<IssueScope, 'media_type'>, wanted: MediaType | undefined): MediaType {
  if (issue.media_type === 'system')
    throw new Refusal('validation', { error: 'This issue is not about a title, so no action is possible.' })
  if (wanted !== undefined && wanted !== issue.media_type)
    throw outOfScope(`media_type must be ${issue.media_type}.`)
  return issue.media_type
}

/** A movie or show by its id. The issue's own is taken when the agent names none. */
export function tmdbIdOf(issue: IssueScope, wanted: number | undefined): number | null {
  if (issue.tmdb_id === null) return null
  if (wanted !== undefined && wanted !== issue.tmdb_id) throw outOfScope(`tmdb_id must be ${issue.tmdb_id}.`)
  return issue.tmdb_id
}

interface Place {
  season?: number | undefined
  episode?: number | undefined
}

/**
 * Where a search looks: at most the season of the issue, because a pack may fix one episode. Where the issue names no
 * season, any may be chosen.
 */
export function searchPlaceOf(issue: IssueScope, wanted: Place): Place {
  if (issue.media_type !== 'tv') {
    if (wanted.season !== undefined || wanted.episode !== undefined)
      throw outOfScope('season and episode are for shows.')
    return {}
  }
  const { season_number, episode_number } = issue
  if (season_number === null) return wanted
  if (wanted.season !== undefined && wanted.season !== season_number)
    throw outOfScope(`season must be ${season_number}.`)
  if (wanted.episode !== undefined && episode_number !== null && wanted.episode !== episode_number)
    throw outOfScope(`episode must be ${episode_number}, or left out for the whole season.`)
  // Naming the season alone asks for all of it; naming nothing asks for what the issue is about.
  const episode = wanted.season === undefined ? (wanted.episode ?? episode_number) : wanted.episode
  return { season: season_number, ...(typeof episode === 'number' && { episode }) }
}

/** Whose files are deleted: never more than the issue is about. No episodes: the whole season, or the whole title. */
export function deletedPlaceOf(
  issue: IssueScope,
  wanted: { season?: number | undefined; episodes: readonly number[] },
): { season?: number; episodes: number[] } {
  if (issue.media_type !== 'tv') {
    if (wanted.season !== undefined || wanted.episodes.length > 0)
      throw outOfScope('season and episodes are for shows.')
    return { episodes: [] }
  }
  const { season_number, episode_number } = issue
  if (season_number !== null && wanted.season !== undefined && wanted.season !== season_number)
    throw outOfScope(`season must be ${season_number}.`)
  const season = season_number ?? wanted.season
  if (season === undefined) {
    if (wanted.episodes.length > 0) throw outOfScope('season is required together with episodes.')
    return { episodes: [] }
  }
  if (episode_number === null) return { season, episodes: sorted(wanted.episodes) }
  if (wanted.episodes.some(episode => episode !== episode_number))
    throw outOfScope(`episodes must be [${episode_number}].`)
  return { season, episodes: [episode_number] }
}

function sorted(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}

/** Whether a row of the library is about the title of the issue. */
export function isSameTitle(issue: IssueScope, title: ManagedTitle | null): boolean {
  if (!title) return false
  if (issue.media_type === 'movie') return issue.tmdb_id !== null && title.tmdb_id === issue.tmdb_id
  if (issue.media_type === 'tv') {
    if (issue.tvdb_id !== null) return title.tvdb_id === issue.tvdb_id
    return issue.tmdb_id !== null && title.tmdb_id === issue.tmdb_id
  }
  const isSameFormat =
    issue.book_format === null || title.format === undefined || title.format === issue.book_format
  return issue.foreign_id !== null && title.foreign_id === issue.foreign_id && isSameFormat
}

/** A download of the issue: its own, also when the library cannot tell what it is, or another one of the title. */
export function isDownloadOf(
  issue: IssueScope,
  row: { download_id: string | null; title: ManagedTitle | null },
): boolean {
  if (row.download_id !== null && row.download_id === issue.download_id) return true
  return isSameTitle(issue, row.title)
}

/**
 * Whether a rule may approve this: what was approved by hand fixed a download with this problem, so a rule is for the
 * downloads in which the problem was seen. Another one of the same title is for an admin to decide.
 */
export function isForRules(
  issue: Pick<IssueRecord, 'download_id' | 'counted_downloads'>,
  params: Readonly<Record<string, unknown>>,
): boolean {
  const touched = ['download_id', 'replaced_download_id'].filter(field => Object.hasOwn(params, field))
  const seen = [issue.download_id, ...countedDownloads(issue)]
  return touched.every(field => seen.some(download_id => download_id === params[field]))
}
