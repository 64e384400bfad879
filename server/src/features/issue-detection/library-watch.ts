import { type IssueStatus, OPEN_ISSUE_STATUSES, type OpenIssueStatus } from '@foyer/contract/issues/issue'
import { mediaTypeOf } from '@foyer/contract/instances/instance-types'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Inventory, ManagerRecord } from '#features/instances/index.ts'
import { isObserved, type IssueRecord, type Issues, type Sighting } from '#features/issues/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Settings } from '#settings/settings.ts'
import { createFailureMemory } from './failure-memory.ts'
import { escalateToAdmin } from './escalate.ts'
import { findObservations, lastObservations, noteChecked, saveObservation } from './observation-store.ts'
import { createPreventionWatch } from './prevention-watch.ts'
import { type QueueView, type QueueViews, SERVER } from './queue-views.ts'
import type { ReportObservation } from './report-observation.ts'
import { healthLines, isExplainedByHealth } from './rules/health-rules.ts'
import type { FoundProblem } from './rules/sighting-rules.ts'
import {
  decide,
  type Decision,
  isSettledByPeople,
  isToBeChecked,
  type Look,
  wasWaitingForAir,
  type WatchedIssue,
} from './rules/watch-rules.ts'

/** Titles that a library is asked about in one look. */
const MAX_CHECKS = 10
/** Issues that are changed in one transaction: others want to write, too. */
const AT_ONCE = 50

export interface LibraryWatchParts {
  database: Database
  clock: Clock
  settings: Settings
  issues: Issues
  inventory: Pick<Inventory, 'find'>
  reads: Pick<LibraryOperations['reads'], 'missing' | 'health' | 'settings'>
  views: QueueViews
  reports: Pick<ReportObservation, 'look'>
}

/** Looks at one library and keeps its issues in step with what it shows. */
export function createLibraryWatch(parts: LibraryWatchParts) {
  const { database, clock, settings, issues, inventory, reads, views, reports } = parts
  const failures = createFailureMemory(parts)
  const prevention = createPreventionWatch(parts)

  /** Detected issues that are open, with what was noted of them. */
  async function watched(db: Db, instance_id: string): Promise<WatchedIssue[]> {
    const open = (await issues.inStatus(db, OPEN_ISSUE_STATUSES, instance_id)).filter(
      issue => issue.source === 'auto' && !issue.is_prevention,
    )
    const noted = await findObservations(
      db,
      open.map(issue => issue.id),
    )
    const byIssue = new Map(noted.map(one => [one.issue_id, one]))
    return open.flatMap(issue => {
      const observation = byIssue.get(issue.id)
      return observation && isOpen(issue) ? [{ ...issue, ...observation, id: issue.id }] : []
    })
  }

  /** Without problems that people have ended while the library still shows them. */
  async function withoutSettled(db: Db, instance_id: string, found: readonly Decision[]) {
    const fresh = found.filter(one => one.issue === null).map(one => one.subject)
    const last = await lastObservations(db, instance_id, fresh)
    const shownAgain = found.flatMap(({ subject, problem }) => {
      const before = last.get(subject)
      return before && before.download_id === problem?.download_id ? [before] : []
    })
    const ended = await issues.findMany(
      db,
      shownAgain.map(one => one.issue_id),
    )
    const settled = new Set(ended.filter(isSettledByPeople).map(issue => issue.id))
    const hidden = new Set(shownAgain.filter(one => settled.has(one.issue_id)).map(one => one.subject))
    return found.filter(one => !hidden.has(one.subject))
  }

  async function changesOf(db: Db, instance_id: string, look: Look): Promise<Decision[]> {
    const minutes = await settings.read(db, remediation)
    const found = decide(await watched(db, instance_id), look, minutes, clock.now())
    return withoutSettled(db, instance_id, found)
  }

  /** Which of these the library has no more wish for. Null: it could not be asked. */
  async function check(
    manager: ManagerRecord,
    changes: readonly Decision[],
    signal: AbortSignal,
  ): Promise<Map<number, boolean>> {
    const answers = new Map<number, boolean>()
    const due = changes.filter(one => isToBeChecked(one, clock.now())).slice(0, MAX_CHECKS)
    for (const { issue } of due) {
      if (!issue) continue
      const scope = { caller: SERVER, instance_id: manager.id, media_type: mediaTypeOf(manager.service_type) }
      const isKnown = issue.tmdb_id !== null || issue.tvdb_id !== null || issue.foreign_id !== null
      const [answer] = isKnown ? await reads.missing({ ...scope, of: issue, signal }) : []
      if (!isKnown) answers.set(issue.id, true)
      else if (answer?.status_known) answers.set(issue.id, answer.missing === 0)
    }
    return answers
  }

  async function note(tx: Tx, manager: ManagerRecord, change: Decision): Promise<number | null> {
    const { subject, problem, changed_at } = change
    if (!problem || !change.is_to_be_noted) return change.issue?.id ?? null
    const issue = await issues.sight(tx, sightingOf(manager, problem))
    // Somebody wants to hear no more of it.
    if (!isOpen(issue)) return null
    const { problem_kind, download_id, fingerprint } = problem
    await saveObservation(tx, {
      issue_id: issue.id,
      instance_id: manager.id,
      subject,
      problem_kind,
      download_id,
      fingerprint,
      changed_at,
      seen_at: iso(clock.now()),
      checked_at: null,
    })
    return issue.id
  }

  async function apply(
    tx: Tx,
    manager: ManagerRecord,
    change: Decision,
    checked: ReadonlyMap<number, boolean>,
  ): Promise<void> {
    const id = await note(tx, manager, change)
    if (id === null) return
    switch (change.step) {
      case 'stay':
        return
      case 'recover':
        if (change.issue?.clear_since) await issues.noteClear(tx, id, null)
        return void (await issues.move(tx, id, { from: ['observing'], to: 'recovering' }))
      case 'observe':
        return void (await issues.move(tx, id, { from: ['recovering'], to: 'observing' }))
      case 'open':
        return void (await issues.move(tx, id, { from: ['observing'], to: 'open' }))
      case 'seen_again':
        return issues.noteClear(tx, id, null)
      case 'cleared':
        return issues.noteClear(tx, id, iso(clock.now()))
      case 'hand_over':
        return escalateToAdmin(issues, tx, id, CAME_BACK)
      case 'settled':
        return change.issue ? close(tx, change.issue, checked) : undefined
    }
  }

  async function close(tx: Tx, issue: WatchedIssue, checked: ReadonlyMap<number, boolean>): Promise<void> {
    if (wasWaitingForAir(issue)) {
      await issues.close(tx, issue.id, { status: 'resolved', ...REMOVED_BEFORE_AIR })
      return
    }
    if (issue.status === 'waiting' && checked.get(issue.id) === false)
      return escalateToAdmin(issues, tx, issue.id, IN_VAIN)
    if (!isObserved(issue.status) && checked.get(issue.id) !== true) return
    await issues.close(tx, issue.id, { status: 'resolved', ...CLEARED })
  }

  async function lookOf(manager: ManagerRecord, view: QueueView, signal: AbortSignal): Promise<Look | null> {
    const failed = await failures.of(manager, view, signal)
    return failed && { ...view, problems: [...view.problems, ...failed] }
  }

  /** With what the manager says of its own health, where a problem that it may explain is noted. */
  async function explain(
    manager: ManagerRecord,
    look: Look,
    changes: readonly Decision[],
    signal: AbortSignal,
  ): Promise<Look> {
    const isWanted = changes.some(
      one => one.is_to_be_noted && one.problem && isExplainedByHealth(one.problem.problem_kind),
    )
    if (!isWanted) return look
    const [answer] = await reads.health({ caller: SERVER, instance_id: manager.id, signal })
    if (!answer?.status_known) return look
    const problems = look.problems.map(one => ({
      ...one,
      detail: [one.detail, ...healthLines(one.problem_kind, answer.issues)].join('\n'),
    }))
    return { ...look, problems }
  }

  async function keepInStep(
    manager: ManagerRecord,
    shown: Look,
    assertHeld: (tx: Tx) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const changes = await changesOf(database.read, manager.id, shown)
    if (changes.length === 0) return
    const look = await explain(manager, shown, changes, signal)
    const checked = await check(manager, changes, signal)
    const handled = new Set<string>()
    let isOver = false
    while (!isOver) {
      isOver = await issues.lock(async tx => {
        await assertHeld(tx)
        // Removed, or it became another library while this one was read.
        if ((await inventory.find(tx, manager.id))?.url !== manager.url) return true
        const left = (await changesOf(tx, manager.id, look)).filter(one => !handled.has(one.subject))
        for (const change of left.slice(0, AT_ONCE)) {
          handled.add(change.subject)
          await apply(tx, manager, change, checked)
        }
        await noteChecked(tx, [...checked.keys()], iso(clock.now()))
        return left.length <= AT_ONCE
      })
    }
  }

  return {
    /** Changes nothing where the library cannot be read: unknown is not absent. */
    async look(
      manager: ManagerRecord,
      assertHeld: (tx: Tx) => Promise<void>,
      signal: AbortSignal,
    ): Promise<void> {
      const media_type = mediaTypeOf(manager.service_type)
      const view = await views.one({ instance_id: manager.id, media_type }, signal)
      const look = view && (await lookOf(manager, view, signal))
      if (!look || !view) return
      await reports.look(manager, view, assertHeld, signal)
      await keepInStep(manager, look, assertHeld, signal)
      await prevention.look(manager, look, assertHeld, signal)
    },
  }
}

const IN_VAIN = 'Nothing is on its way any more, and the library still lacks what was wanted.'
const CAME_BACK = 'The problem is there again, so the fix did not help.'

const CLEARED = {
  resolution: 'The library no longer shows the problem.',
  resolution_kind: 'library_state_cleared',
} as const

const REMOVED_BEFORE_AIR = {
  resolution: 'The release was removed. The library looks for another one when the episode has aired.',
  resolution_kind: 'removed_waiting_for_air',
} as const

const OPEN: ReadonlySet<IssueStatus> = new Set(OPEN_ISSUE_STATUSES)

function isOpen(issue: IssueRecord): issue is IssueRecord & { status: OpenIssueStatus } {
  return OPEN.has(issue.status)
}

function sightingOf({ id, name, service_type }: ManagerRecord, problem: FoundProblem): Sighting {
  const { scope, problem_kind, download_id, title, detail } = problem
  return {
    instance: { id, name, service_type },
    media_type: mediaTypeOf(service_type),
    problem_kind,
    download_id,
    title,
    detail,
    tmdb_id: scope.tmdb_id ?? undefined,
    tvdb_id: scope.tvdb_id ?? undefined,
    foreign_id: scope.foreign_id ?? undefined,
    book_format: scope.book_format ?? undefined,
    season_number: scope.season_number ?? undefined,
    episode_number: scope.episode_number ?? undefined,
  }
}
