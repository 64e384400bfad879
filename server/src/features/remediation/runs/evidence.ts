import type { Database } from '#db/database.ts'
import type { IssueRecord } from '#features/issues/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { AGENT, onlyAnswer } from '../actions/agent-context.ts'
import { type Evidence, isAbout, isNotAired } from './conclusion-rules.ts'
import { listActionsOf } from './run-store.ts'

/** Of one title; of a whole library where it has no id of its own. */
const HISTORY = 200
const REMOVALS: ReadonlySet<string> = new Set(['remediate_queue', 'delete_media_files'])

interface EvidenceParts {
  database: Pick<Database, 'read'>
  clock: Clock
  operations: Pick<LibraryOperations, 'reads'>
}

type Scope = { caller: typeof AGENT; instance_id: string; signal: AbortSignal }

/** Reads from the library of an issue what became of it. Throws when the library cannot be read: unknown is not gone. */
export function createEvidence({ database, clock, operations: { reads } }: EvidenceParts) {
  async function readQueue(issue: IssueRecord, scope: Scope) {
    const queue = onlyAnswer(await reads.queue(scope))
    const { downloads, unread_rows } = onlyAnswer(await reads.diagnose(scope))
    if (unread_rows > 0)
      throw new Refusal('upstream_failed', { error: 'The queue is too long to be read whole.' })
    const download_ids = new Map(queue.entries.map(entry => [entry.queue_id, entry.download_id]))
    const isOwn = (queue_ids: readonly number[]) =>
      issue.download_id !== null && queue_ids.some(id => download_ids.get(id) === issue.download_id)
    const concerned = downloads.filter(one => isOwn(one.queue_ids) || isAbout(issue, one.title))
    const is_problem_shown = concerned.some(
      ({ severity, problems, queue_ids }) =>
        severity === 'problem' &&
        (isOwn(queue_ids) ||
          issue.problem_kind === null ||
          problems.some(({ problem }) => problem === issue.problem_kind)),
    )
    const is_replacement_active = concerned.some(({ severity }) => severity !== 'problem')
    return { is_problem_shown, is_replacement_active }
  }

  async function readHistory(
    issue: IssueRecord,
    scope: Scope,
  ): Promise<{ was_imported_since: boolean; was_own_imported: boolean }> {
    const { media_type } = issue
    if (media_type === 'system') throw new Error('an issue of the server itself has no library')
    const tmdb_id = media_type === 'movie' || media_type === 'tv' ? (issue.tmdb_id ?? undefined) : undefined
    const { events } = onlyAnswer(await reads.history({ ...scope, media_type, limit: HISTORY, tmdb_id }))
    const imports = events.filter(({ kind }) => kind === 'imported')
    return {
      was_imported_since: imports.some(one => one.at > issue.created_at && isAbout(issue, one.title)),
      was_own_imported: imports.some(
        one => one.download_id !== null && one.download_id === issue.download_id,
      ),
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
    if (media_type === 'system') return false
    const { titles } = onlyAnswer(
      await reads.titles({ ...scope, media_type, filter: 'all', query: issue.title }),
    )
    return titles.some(title => isAbout(issue, title) && title.file_count > 0)
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
    const { instance_id } = issue
    if (instance_id === null) throw new Refusal('no_instance')
    const scope = { caller: AGENT, instance_id, signal }
    const { was_imported_since, was_own_imported } = await readHistory(issue, scope)
    const has_wanted = was_own_imported || (await hasFile(issue, scope))
    const airs_later = await airsLater(issue, scope)
    // The queue last: what was imported meanwhile has left it.
    const queue = await readQueue(issue, scope)
    const actions = await listActionsOf(database.read, issue.id)
    const was_removed = actions.some(({ kind, status }) => status === 'executed' && REMOVALS.has(kind))
    return { ...queue, was_imported_since, has_wanted, airs_later, was_removed }
  }
}

export type GatherEvidence = ReturnType<typeof createEvidence>
