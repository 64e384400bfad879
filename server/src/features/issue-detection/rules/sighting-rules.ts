import { PROBLEM_KINDS, type ProblemKind } from '@foyer/contract/issues/problem-kinds'
import { REMEDIATION_SENTENCES } from '@foyer/contract/remediation/sentences'
import { fillSentence } from '@foyer/contract/sentences'
import type { Diagnosis } from '#features/library-operations/index.ts'
import { DAY_MS } from '#kit/durations.ts'
import type { HistoryEvent, QueueEntry } from '#ports/manager-reads.ts'
import { type IssueScope, isOfScope, isWholeScope, scopeOfRows } from './scope-rules.ts'

/** A row of a queue with the scope it is about; null: the manager does not know which title it is. */
export interface PlacedRow {
  entry: QueueEntry
  scope: IssueScope | null
}

/** A problem of one download, or of the last attempts to download a title. */
export interface FoundProblem {
  problem_kind: ProblemKind
  title: string
  scope: IssueScope
  download_id: string | null
  /** For admins, in words. */
  detail: string
  /** Differs as soon as the library shows something else. */
  fingerprint: string
}

const MAX_MESSAGES = 12
const MAX_DETAIL = 4000

/**
 * The problems of a queue, one for each download: a season pack is one (2/4.9). What only waits for somebody's own
 * choice is none: a delay profile, a pause, a download of another program.
 */
export function problemsOfQueue(rows: readonly PlacedRow[], diagnoses: readonly Diagnosis[]): FoundProblem[] {
  const byId = new Map(rows.map(row => [row.entry.queue_id, row]))
  return diagnoses.flatMap(diagnosis => {
    const kind = kindOf(diagnosis)
    if (kind === null) return []
    const own = diagnosis.queue_ids.flatMap(id => byId.get(id) ?? [])
    const [first] = own
    if (!first) return []
    const { entry } = first
    return [
      {
        problem_kind: kind,
        title: entry.title?.title ?? entry.release,
        scope: scopeOfRows(own.flatMap(row => row.scope ?? [])),
        download_id: entry.download_id,
        detail: detailOf(diagnosis, entry),
        fingerprint: fingerprintOf(kind, diagnosis, entry),
      },
    ]
  })
}

const KINDS: ReadonlySet<string> = new Set(PROBLEM_KINDS)

function kindOf({ severity, problems }: Diagnosis): ProblemKind | null {
  const [main] = problems
  // It is to be waited for, except that no release can be of what has not aired.
  if (severity !== 'problem' && main?.problem !== 'not_aired_yet') return null
  const found = problems.find(one => KINDS.has(one.problem))
  return (found?.problem as ProblemKind | undefined) ?? null
}

function detailOf({ problems }: Diagnosis, { release, download_client }: QueueEntry): string {
  const messages = [...new Set(problems.flatMap(one => one.messages))]
  const more = messages.length - MAX_MESSAGES
  const lines = [
    ...problems.map(one => one.sentence),
    fillSentence(REMEDIATION_SENTENCES.release, { value: release }),
    ...(download_client === null
      ? []
      : [fillSentence(REMEDIATION_SENTENCES.download_client, { value: download_client })]),
    ...messages.slice(0, MAX_MESSAGES).map(text => `“${text}”`),
    ...(more > 0 ? [fillSentence(REMEDIATION_SENTENCES.more_messages, { value: String(more) })] : []),
  ]
  return lines.join('\n').slice(0, MAX_DETAIL)
}

/** The age of a download does not count as a change; its messages and its progress do. */
function fingerprintOf(kind: ProblemKind, { problems }: Diagnosis, entry: QueueEntry): string {
  const messages = problems.flatMap(one => one.messages).toSorted()
  return JSON.stringify([kind, entry.download_id, entry.status, entry.state, entry.left_bytes, messages])
}

/** The rows of downloads that are on their way: nothing is wrong with them, and nothing holds them back. */
export function activeRows(rows: readonly PlacedRow[], diagnoses: readonly Diagnosis[]): PlacedRow[] {
  const active = new Set(
    diagnoses.filter(one => one.severity === 'none').flatMap(diagnosis => diagnosis.queue_ids),
  )
  return rows.filter(row => active.has(row.entry.queue_id))
}

/** Whether anything of this scope is on its way, if only one episode of a season. */
export function isFetching(active: readonly PlacedRow[], scope: IssueScope): boolean {
  return active.some(row => row.scope !== null && isOfScope(row.scope, scope))
}

/** C50: whether a download of exactly this scope is on its way. */
export function isReplacing(active: readonly PlacedRow[], scope: IssueScope): boolean {
  const keyOf = ({ entry }: PlacedRow) => entry.download_id ?? `row ${entry.queue_id}`
  const downloads = [...Map.groupBy(active, keyOf).values()]
  return downloads.some(rows =>
    isWholeScope(
      rows.flatMap(row => row.scope ?? []),
      scope,
    ),
  )
}

/** How long failures of a title belong together. */
const FAILURES_MS = 7 * DAY_MS
/** A manager tries the next release by itself; after so many it does not find a good one. */
const FAILURES = 3

export interface PlacedEvent {
  event: HistoryEvent
  scope: IssueScope | null
}

/**
 * Titles whose downloads failed again and again and of which nothing is in the queue any more, so that only the
 * history knows. An import in between starts the count again. `events` are newest first. Whether the library still
 * wants them is for the caller to find out.
 */
export function problemsOfHistory(
  events: readonly PlacedEvent[],
  queue: readonly PlacedRow[],
  now: Date,
): FoundProblem[] {
  const recent = events.filter(({ event }) => now.getTime() - Date.parse(event.at) <= FAILURES_MS)
  const titles = new Map<string, { scope: IssueScope; failed: HistoryEvent[]; isOver: boolean }>()
  for (const rows of groupEvents(recent)) {
    const scope = scopeOfRows(rows.map(row => row.scope))
    const [{ event }] = rows
    const name = event.title?.title ?? event.release
    const key = subjectOf({ problem_kind: 'download_failed', scope, title: name })
    const title = titles.get(key) ?? { scope, failed: [], isOver: false }
    titles.set(key, title)
    if (event.kind === 'imported') title.isOver = true
    else if (!title.isOver) title.failed.push(event)
  }
  return [...titles.values()].flatMap(({ scope, failed }) => {
    const [last] = failed
    if (!last || failed.length < FAILURES) return []
    if (queue.some(row => row.scope !== null && isOfScope(row.scope, scope))) return []
    return [
      {
        problem_kind: 'download_failed' as const,
        title: last.title?.title ?? last.release,
        scope,
        download_id: last.download_id,
        detail: failureDetail(failed),
        fingerprint: JSON.stringify(['history', failed.map(one => one.download_id ?? one.at)]),
      },
    ]
  })
}

type Placed = PlacedEvent & { scope: IssueScope }

/** The failures and imports of each download, newest first; a pack has an event for every episode. */
function groupEvents(events: readonly PlacedEvent[]): [Placed, ...Placed[]][] {
  const told = events.filter(
    (one): one is Placed =>
      one.scope !== null && (one.event.kind === 'download_failed' || one.event.kind === 'imported'),
  )
  const keyOf = ({ event }: Placed) => `${event.kind} ${event.download_id ?? event.at}`
  return [...Map.groupBy(told, keyOf).values()] as [Placed, ...Placed[]][]
}

function failureDetail(failed: readonly HistoryEvent[]): string {
  const lines = [
    fillSentence(REMEDIATION_SENTENCES.downloads_failed, { value: String(failed.length) }),
    ...failed
      .slice(0, MAX_MESSAGES)
      .map(({ release, reason }) => (reason === null ? release : `${release}: “${reason}”`)),
  ]
  return lines.join('\n').slice(0, MAX_DETAIL)
}

/** Says the same of a found problem in every look, whether or not its show is matched by then. */
export function subjectOf({
  problem_kind,
  scope,
  title,
}: Pick<FoundProblem, 'problem_kind' | 'scope' | 'title'>): string {
  const { tmdb_id, tvdb_id, foreign_id, book_format, season_number, episode_number } = scope
  const by_screen = tvdb_id ? `tvdb ${tvdb_id}` : tmdb_id && `tmdb ${tmdb_id}`
  const id = by_screen || foreign_id || title.normalize('NFKC').toLowerCase()
  return JSON.stringify([
    problem_kind,
    id,
    book_format ?? null,
    season_number ?? null,
    episode_number ?? null,
  ])
}

/** One problem for each subject; of several downloads that show it, the one that is known already. */
export function onePerSubject(
  problems: readonly FoundProblem[],
  known: ReadonlyMap<string, { download_id: string | null }>,
): Map<string, FoundProblem> {
  const found = new Map<string, FoundProblem>()
  for (const problem of problems) {
    const subject = subjectOf(problem)
    const isKnown = known.get(subject)?.download_id === problem.download_id
    if (!found.has(subject) || isKnown) found.set(subject, problem)
  }
  return found
}
