import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Database } from '#db/database.ts'
import { isFetching, isOfScope, type QueueViews, wasImportedSince } from '#features/issue-detection/index.ts'
import type { IssueRecord } from '#features/issues/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ManagedTitle } from '#ports/manager-reads.ts'
import { AGENT, onlyAnswer } from '../../actions/agent-context.ts'
import { type Evidence, isNotAired } from './conclusion-rules.ts'
import { listActionsOf } from '../run-store.ts'

/** Imports of the last hours, even of a busy library. */
const EVENTS = 200
const REMOVALS: ReadonlySet<string> = new Set(['remediate_queue', 'delete_media_files'])

interface EvidenceParts {
  database: Pick<Database, 'read'>
  clock: Clock
  operations: Pick<LibraryOperations, 'reads'>
  queue_views: QueueViews
}

type Scope = { caller: typeof AGENT; instance_id: string; media_type: MediaType; signal: AbortSignal }

/**
 * Reads from the library of an issue what became of it, in the way problems are detected. Throws when the library cannot
 * be read: unknown is not gone.
 */
export function createEvidence({ database, clock, operations: { reads }, queue_views }: EvidenceParts) {
  async function readQueue(issue: IssueRecord, scope: Scope) {
    const view = await queue_views.one(scope, scope.signal)
    if (!view?.is_complete) throw unread()
    const is_problem_shown = view.problems.some(
      ({ download_id, problem_kind, scope: of }) =>
        (download_id !== null && download_id === issue.download_id) ||
        (isOfScope(of, issue) && (issue.problem_kind === null || issue.problem_kind === problem_kind)),
    )
    return { is_problem_shown, is_replacement_active: isFetching(view.active, issue) }
  }

  async function readHistory(issue: IssueRecord, scope: Scope) {
    const events = await queue_views.history(scope, EVENTS, scope.signal)
    if (!events) throw unread()
    const isOwn = (download_id: string | null) => download_id !== null && download_id === issue.download_id
    return {
      was_imported_since: wasImportedSince(events, issue, issue.created_at),
      was_own_imported: events.some(({ event }) => event.kind === 'imported' && isOwn(event.download_id)),
    }
  }

  async function hasFile(issue: IssueRecord, scope: Scope): Promise<boolean> {
    const { media_type, tmdb_id, season_number, episode_number } = issue
    if (media_type === 'movie' || media_type === 'tv') {
      if (tmdb_id === null) return false
      const season = media_type === 'tv' ? (season_number ?? undefined) : undefined
      const { files } = onlyAnswer(
        await reads.files({ ...scope, media_type, tmdb_id, season_number: season }),
      )
      return files.some(
        ({ episode_numbers = [] }) => episode_number === null || episode_numbers.includes(episode_number),
      )
    }
    const { titles } = onlyAnswer(await reads.titles({ ...scope, filter: 'all', query: issue.title }))
    const isWanted = ({ foreign_id, format }: ManagedTitle) =>
      isOfScope({ foreign_id, book_format: format }, issue)
    return titles.some(title => title.file_count > 0 && isWanted(title))
  }

  /** What has parts is there when the library lacks none of them: one episode is not the season (C50). */
  async function isComplete(issue: IssueRecord, scope: Scope): Promise<boolean> {
    const { media_type, episode_number } = issue
    const hasParts = (media_type === 'tv' && episode_number === null) || media_type === 'music'
    if (!hasParts) return true
    return onlyAnswer(await reads.missing({ ...scope, of: issue })).missing === 0
  }

  async function airsLater(issue: IssueRecord, scope: Scope): Promise<boolean> {
    const { media_type, tmdb_id, season_number, episode_number } = issue
    if (isNotAired(issue.problem_kind)) return true
    if (media_type !== 'tv' || tmdb_id === null || season_number === null) return false
    const { titles } = onlyAnswer(await reads.seasonTimeline({ ...scope, tmdb_id, season_number }))
    const now = clock.now().getTime()
    const parts = titles.filter(one => episode_number === null || one.episode_number === episode_number)
    return parts.some(({ airs_at }) => airs_at !== undefined && Date.parse(airs_at) > now)
  }

  return async function gather(issue: IssueRecord, signal: AbortSignal): Promise<Evidence> {
    const { instance_id, media_type } = issue
    if (instance_id === null || media_type === 'system') throw new Refusal('no_instance')
    const scope = { caller: AGENT, instance_id, media_type, signal }
    const { was_imported_since, was_own_imported } = await readHistory(issue, scope)
    const has_wanted = was_own_imported || ((await hasFile(issue, scope)) && (await isComplete(issue, scope)))
    const airs_later = await airsLater(issue, scope)
    // The queue last: what was imported meanwhile has left it.
    const queue = await readQueue(issue, scope)
    const actions = await listActionsOf(database.read, issue.id)
    const was_removed = actions.some(({ kind, status }) => status === 'executed' && REMOVALS.has(kind))
    return { ...queue, was_imported_since, has_wanted, airs_later, was_removed }
  }
}

export type GatherEvidence = ReturnType<typeof createEvidence>

function unread(): Refusal {
  return new Refusal('upstream_failed', { error: 'The library could not be read to its end.' })
}
