import { OPEN_ISSUE_STATUSES } from '@foyer/contract/issues/issue'
import { mediaTypeOf } from '@foyer/contract/instances/instance-types'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Inventory, ManagerRecord } from '#features/instances/index.ts'
import type { IssueRecord, Issues } from '#features/issues/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { findObservations, noteChecked, saveObservation } from './observation-store.ts'
import { SERVER } from './queue-views.ts'
import {
  describePrevention,
  isCheckDue,
  isPreventable,
  nextPrevention,
  type OpenPrevention,
  PREVENTABLE_KINDS,
  type PreventableKind,
  type PreventionStep,
  sectionsOf,
  titlesOf,
  windowStart,
} from './rules/prevention-rules.ts'
import type { Look } from './rules/watch-rules.ts'

export interface PreventionWatchParts {
  database: Database
  clock: Clock
  issues: Issues
  inventory: Pick<Inventory, 'find'>
  reads: Pick<LibraryOperations['reads'], 'settings'>
}

/** What is stored about one kind of a library. */
interface Known {
  kind: PreventableKind
  open: OpenPrevention | null
  titles: string[]
}

/** Of the settings, by kind. Null: they could not be read; absent: nobody asked. */
type Checks = ReadonlyMap<PreventableKind, string | null>

/** One issue for a setting that keeps causing the same problem, beside the issues of the single titles. */
export function createPreventionWatch(parts: PreventionWatchParts) {
  const { database, clock, issues, inventory, reads } = parts

  async function readKnown(db: Db, instance_id: string, shown: ReadonlySet<string>): Promise<Known[]> {
    const all = await issues.preventions(db, instance_id)
    const last = new Map(all.map(issue => [issue.problem_kind, issue]))
    const kinds = PREVENTABLE_KINDS.filter(kind => shown.has(kind) || isOpen(last.get(kind)))
    if (kinds.length === 0) return []
    const since = iso(windowStart(clock.now()))
    const asked = kinds.filter(kind => shown.has(kind))
    const problems = await issues.openedProblems(db, { instance_id, kinds: asked, since })
    const notes = await findObservations(
      db,
      kinds.flatMap(kind => last.get(kind)?.id ?? []),
    )
    return kinds.map(kind => {
      const issue = last.get(kind)
      const note = notes.find(one => one.issue_id === issue?.id)
      const { fingerprint = '', checked_at = null } = note ?? {}
      const own = problems.filter(one => one.problem_kind === kind)
      return {
        kind,
        open: issue && isOpen(issue) ? { ...issue, fingerprint, checked_at } : null,
        titles: titlesOf(own, issue?.closed_at ?? null),
      }
    })
  }

  function stepOf({ kind, open, titles }: Known, look: Look, checks: Checks): PreventionStep {
    const view = {
      titles: titles.length,
      is_shown: look.problems.some(one => one.problem_kind === kind),
      is_complete: look.is_complete,
      fingerprint: checks.get(kind) ?? null,
    }
    return nextPrevention(open, view, clock.now())
  }

  /** Null: one of the sections could not be read. */
  async function readFingerprint(
    manager: ManagerRecord,
    kind: PreventableKind,
    signal: AbortSignal,
  ): Promise<string | null> {
    const sections: unknown[] = []
    for (const section of sectionsOf(kind)) {
      const of = { instance_id: manager.id, media_type: mediaTypeOf(manager.service_type) }
      const [answer] = await reads.settings({ ...of, caller: SERVER, section, signal })
      if (!answer?.status_known) return null
      sections.push(answer.rows.toSorted((a, b) => Number(a['id']) - Number(b['id'])))
    }
    return sha256(JSON.stringify(sections))
  }

  async function apply(
    tx: Tx,
    manager: ManagerRecord,
    known: Known,
    step: PreventionStep,
    checks: Checks,
  ): Promise<void> {
    const { kind, open } = known
    if (open && (step === 'setting_changed' || step === 'settled')) {
      const closing = step === 'settled' ? NOT_SEEN : SETTING_CHANGED
      await issues.close(tx, open.id, { status: 'resolved', ...closing })
      return
    }
    if (open && (step === 'cleared' || step === 'seen_again'))
      await issues.noteClear(tx, open.id, step === 'cleared' ? iso(clock.now()) : null)
    const isTold = step === 'raise' || step === 'refresh'
    const id = isTold ? await prevent(tx, manager, known) : open?.id
    if (id === undefined || !checks.has(kind)) return
    const fingerprint = checks.get(kind) ?? open?.fingerprint ?? ''
    await note(tx, manager, { id, kind, fingerprint })
  }

  async function prevent(tx: Tx, manager: ManagerRecord, { kind, titles }: Known): Promise<number> {
    const { id, name, service_type } = manager
    const issue = await issues.prevent(tx, {
      instance: { id, name, service_type },
      media_type: mediaTypeOf(service_type),
      problem_kind: kind,
      titles: titles.length,
      ...describePrevention(kind, titles),
    })
    return issue.id
  }

  async function note(
    tx: Tx,
    manager: ManagerRecord,
    { id, kind, fingerprint }: { id: number; kind: PreventableKind; fingerprint: string },
  ): Promise<void> {
    const now = iso(clock.now())
    await saveObservation(tx, {
      issue_id: id,
      instance_id: manager.id,
      subject: JSON.stringify(['prevention', kind]),
      problem_kind: kind,
      download_id: null,
      fingerprint,
      changed_at: now,
      seen_at: now,
      checked_at: null,
    })
    await noteChecked(tx, [id], now)
  }

  return {
    /** After a look at a library that could be read. */
    async look(
      manager: ManagerRecord,
      look: Look,
      assertHeld: (tx: Tx) => Promise<void>,
      signal: AbortSignal,
    ): Promise<void> {
      const shown = new Set(look.problems.map(one => one.problem_kind).filter(isPreventable))
      const before = await readKnown(database.read, manager.id, shown)
      const checks = new Map<PreventableKind, string | null>()
      let isChanged = false
      for (const known of before) {
        const step = stepOf(known, look, checks)
        const isDue = known.open ? isCheckDue(known.open, clock.now()) : step === 'raise'
        if (isDue) checks.set(known.kind, await readFingerprint(manager, known.kind, signal))
        isChanged ||= isDue || step !== 'stay'
      }
      if (!isChanged) return
      await issues.lock(async tx => {
        await assertHeld(tx)
        // Removed, or it became another library while this one was read.
        if ((await inventory.find(tx, manager.id))?.url !== manager.url) return
        for (const known of await readKnown(tx, manager.id, shown)) {
          await apply(tx, manager, known, stepOf(known, look, checks), checks)
        }
      })
    },
  }
}

function isOpen(issue: IssueRecord | undefined): boolean {
  return OPEN_ISSUE_STATUSES.some(status => status === issue?.status)
}

const SETTING_CHANGED = {
  resolution: 'The settings of the library that it is about were changed.',
  resolution_kind: 'prevention_setting_changed',
} as const

const NOT_SEEN = {
  resolution: 'No title of the library had the problem for seven days.',
  resolution_kind: 'library_state_cleared',
} as const
