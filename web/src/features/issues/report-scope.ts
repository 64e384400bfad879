import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Issue } from '@foyer/contract/issues/issue'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import { isClosedStatus } from './issue-words.ts'

interface Library {
  id: string
  name: string
}

/** The title, or the part of it, that a report is about. */
export interface ReportTarget {
  media_type: MediaType
  name: string
  tmdb_id?: number | undefined
  tvdb_id?: number | undefined
  foreign_id?: string | undefined
  book_format?: 'ebook' | 'audiobook' | undefined
  season_number?: number | undefined
  episode_number?: number | undefined
  /** Where it is, or may be; the likeliest first. */
  libraries: readonly Library[]
}

interface Known {
  media_type: MediaType
  /** The account's libraries of this type. */
  libraries: readonly Library[]
  /** Undefined while loading. */
  answer: StatusResponse | undefined
  /** The status could not be loaded. */
  failed: boolean
  season_number?: number | undefined
}

const OWNED: ReadonlySet<string> = new Set(['available', 'partial'])

/**
 * The libraries in which a problem can be reported: those that have the title, then those that cannot be read, because
 * unknown is not absent (1:4.8.8). The page's own library precedes its equals.
 */
export function reportableIn(known: Known): readonly Library[] {
  const { libraries, answer, failed } = known
  if (!answer) return failed ? libraries : []
  const here = answer.instance_id ?? libraries[0]?.id
  return libraries
    .map(library => ({ library, certainty: certaintyIn(library.id, here, known) }))
    .filter(({ certainty }) => certainty > 0)
    .toSorted(
      (a, b) => b.certainty - a.certainty || Number(b.library.id === here) - Number(a.library.id === here),
    )
    .map(({ library }) => library)
}

/** 2: has it, 1: cannot tell, 0: does not have it. */
function certaintyIn(
  id: string,
  here: string | undefined,
  { answer, season_number, media_type }: Known,
): 0 | 1 | 2 {
  if (!answer || (id !== here && !answer.instance_statuses)) return 1
  const there = id === here ? answer : answer.instance_statuses?.[id]
  if (!there || there.status_known === false) return 1
  if (id === here && answer.seasons && media_type === 'tv') {
    // A new season may be requested or downloading while the others can be watched.
    const of = answer.seasons.filter(
      one => season_number === undefined || one.season_number === season_number,
    )
    if (of.some(one => one.episode_file_count > 0)) return 2
    if (of.length > 0) return 0
  }
  return OWNED.has(there.status) ? 2 : 0
}

/** The reader's open report of this exact scope, to which a second one is added (2/4.9). */
export function openReportOf(
  issues: readonly Issue[],
  target: Omit<ReportTarget, 'libraries' | 'name'> & { instance_id: string },
): Issue | undefined {
  return issues.find(
    issue =>
      !isClosedStatus(issue.status) &&
      issue.media_type === target.media_type &&
      issue.tmdb_id === target.tmdb_id &&
      issue.foreign_id === target.foreign_id &&
      issue.book_format === target.book_format &&
      issue.season_number === target.season_number &&
      issue.episode_number === target.episode_number &&
      // A reporter's view may leave the library out.
      (issue.instance_id ?? target.instance_id) === target.instance_id,
  )
}
