import { MANAGER_OF } from '@foyer/contract/instances/instance-types'
import type { IssueStatus } from '@foyer/contract/issues/issue'
import { NewReport, type SentReport } from '@foyer/contract/issues/issues'
import type { Database, Db, Tx } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { oneLine } from '#features/notifications/index.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import { limitsStamp } from '#features/requests/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { ParseInput } from '#kit/parse-input.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import type { IssueRecord } from '../issue.ts'
import type { IssueNotices } from '../lifecycle/issue-notices.ts'
import type { IssueThread } from '../lifecycle/issue-thread.ts'
import type { IssueChanges } from '../lifecycle/issues.ts'
import { newIssue } from '../lifecycle/new-issue.ts'
import { subjectOfReport } from '../lifecycle/subject-rules.ts'
import { findIssue, findOpenOf, insertIssue } from '../store/issue-store.ts'
import { cleanText } from '../text-rules.ts'
import type { ReportFacts } from './report-facts.ts'
import { MAX_TITLE_BYTES, namelessTitle, readReport, type Report } from './report-rules.ts'
import type { ScopeJudge } from './scope-judge.ts'

/** Rights or limits changed while the library was read. That is rare, so a few attempts are enough. */
const TRIES = 3

export interface ReportIntakeParts {
  database: Database
  clock: Clock
  settings: Settings
  parseInput: ParseInput
  inventory: Pick<Inventory, 'visibleTo'>
  judgeScope: ScopeJudge
  facts: ReportFacts
  currentCallerIn: (db: Db) => CurrentCaller
  changes: IssueChanges
  thread: Pick<IssueThread, 'takeReporterText'>
  notices: IssueNotices
  /** The hook of this name, in the transaction of the report. */
  issueReported(tx: Tx, issue: IssueRecord): Promise<void>
}

/** Everything that is read outside the transaction that saves the report. */
interface Prepared extends Report {
  sent: NewReport
  instance: InstanceRecord
  is_recovering: boolean
  /** The limits that the title was judged by. */
  limits: string
}

export interface TakenReport {
  is_new: boolean
  answer: { issue_id: number; status: IssueStatus }
}

/** The prepared facts no longer hold: prepare again. */
class StaleFacts extends Error {}

/** Saves a report of somebody, or continues the open one that they have of exactly the same (2/4.9). */
export function createReportIntake(parts: ReportIntakeParts) {
  const { database, clock, settings, inventory, judgeScope, facts, changes, thread, notices } = parts
  const { issues, change, write } = changes

  async function assertReporting(db: Db): Promise<void> {
    const { allow_reporting } = await settings.read(db, remediation)
    if (!allow_reporting) throw new Refusal('reporting_disabled')
  }

  /** An unknown instance and one that somebody cannot see are the same to them, so that ids cannot be probed (0.6). */
  async function instanceOf(db: Db, caller: Caller, { instance_id }: SentReport) {
    const visible = await inventory.visibleTo(db, caller)
    const instance = visible.find(one => one.id === instance_id)
    if (!instance && caller.role !== 'admin') throw new Refusal('instance_forbidden')
    return instance
  }

  /** Admins see every library, so one that is missing comes after what is wrong with the report (0.3). */
  function assertFits(instance: InstanceRecord | undefined, { media_type }: NewReport): InstanceRecord {
    if (!instance) throw new Refusal('instance_not_found')
    if (instance.service_type !== MANAGER_OF[media_type]) throw new Refusal('wrong_service_type')
    return instance
  }

  /** 0.3: what is forbidden first, then what is wrong, what may not be seen, and the library last. */
  async function prepare(caller: Caller, body: SentReport): Promise<Prepared> {
    const { read } = database
    await assertReporting(read)
    const visible_instance = await instanceOf(read, caller, body)
    const sent = parts.parseInput(NewReport, body)
    const instance = assertFits(visible_instance, sent)
    const found = readReport(sent)
    if ('problems' in found) throw new Refusal('validation', { fields: found.problems })
    const { report } = found
    const limits = await limitsStamp(read, caller)
    const judged = await judgeScope(caller, report.scope)
    const scope = await facts.withFormat(instance, judged)
    const [known_title, is_recovering] = await Promise.all([
      facts.title(instance, scope, caller),
      facts.isRecovering(instance, scope),
    ])
    // No text has more letters than bytes.
    const title = (known_title ?? oneLine(report.title, MAX_TITLE_BYTES)) || namelessTitle(scope)
    return { ...report, sent, instance, scope, limits, is_recovering, title }
  }

  async function authoriseAgain(tx: Tx, asking: Caller, { sent, limits }: Prepared): Promise<Caller> {
    const caller = await parts.currentCallerIn(tx)(asking)
    await assertReporting(tx)
    assertFits(await instanceOf(tx, caller, sent), sent)
    if (limits !== (await limitsStamp(tx, caller))) throw new StaleFacts()
    return caller
  }

  async function continueReport(tx: Tx, open: IssueRecord, body: string): Promise<IssueRecord> {
    const now = iso(clock.now())
    const issue = await change(tx, open.id, {
      occurrences: open.occurrences + 1,
      last_seen_at: now,
      clear_since: null,
      admin_read: 0,
    })
    if (body !== '') return thread.takeReporterText(tx, issue, body)
    await notices.publish(tx, 'issue_updated', issue)
    return issue
  }

  async function open(tx: Tx, caller: Caller, prepared: Prepared, body: string): Promise<IssueRecord> {
    const { instance, scope, category, title, is_recovering } = prepared
    const now = iso(clock.now())
    const id = await insertIssue(tx, {
      ...newIssue(now, subjectOfReport(caller.user_id, instance.id, scope)),
      ...scope,
      source: 'user',
      status: is_recovering ? 'recovering' : 'observing',
      category,
      reporter_id: caller.user_id,
      title,
      instance_id: instance.id,
      instance_name: instance.name,
      service_type: MANAGER_OF[scope.media_type],
      detail: body,
      admin_read: 0,
    })
    if (body !== '')
      await write(tx, id, { author_kind: 'user', author_id: caller.user_id, body, is_internal: false })
    const issue = await findIssue(tx, id)
    if (!issue) throw new Error('the report that was just saved is not there')
    await notices.publish(tx, 'issue_created', issue)
    await notices.alertAdmins(tx, 'issue_created', issue, caller.username)
    await parts.issueReported(tx, issue)
    return issue
  }

  async function save(tx: Tx, asking: Caller, prepared: Prepared): Promise<TakenReport> {
    const caller = await authoriseAgain(tx, asking, prepared)
    const { instance, scope, reason } = prepared
    const body = cleanText(reason)
    const existing = await findOpenOf(tx, subjectOfReport(caller.user_id, instance.id, scope))
    const { id, status } = existing
      ? await continueReport(tx, existing, body)
      : await open(tx, caller, prepared, body)
    return { is_new: !existing, answer: { issue_id: id, status } }
  }

  return async (caller: Caller, sent: SentReport): Promise<TakenReport> => {
    for (let tries = 1; ; tries += 1) {
      const prepared = await prepare(caller, sent)
      try {
        return await issues.lock(tx => save(tx, caller, prepared))
      } catch (error) {
        if (!(error instanceof StaleFacts)) throw error
        if (tries >= TRIES) throw new Refusal('unavailable', { cause: error })
      }
    }
  }
}

export type ReportIntake = ReturnType<typeof createReportIntake>
