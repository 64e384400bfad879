import { permissionsOf } from '@foyer/contract/permissions'
import type { ActionStatus } from '@foyer/contract/remediation/agent-actions'
import type { Database, Tx } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import { findUser } from '#features/sessions/index.ts'
import { done, type JobHandler, type Jobs, retry } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Settings } from '#settings/settings.ts'
import type { ApprovalRules } from '../rules/approval-rule.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import type { ActionAnnouncements } from './action-announcements.ts'
import { orderOf } from './action-params.ts'
import * as store from './action-store.ts'
import { keptText } from './action-text.ts'
import type { ActionRecord } from './agent-action.ts'
import { AGENT } from './agent-context.ts'
import { isClosed, reasonAgainst } from './blocked-action-rules.ts'
import { dispatchAction } from './dispatch-job.ts'
import { isDefinite, verdictOf } from './outcome-rules.ts'
import type { ReconcileAction } from './reconcile-action.ts'
import { sendAction } from './send-action.ts'

const MAX_RESULT = 2000

interface Parts {
  database: Database
  clock: Clock
  jobs: Jobs
  settings: Pick<Settings, 'read'>
  scrubber: Pick<Scrubber, 'scrub'>
  inventory: Pick<Inventory, 'find'>
  operations: LibraryOperations
  rules: Pick<ApprovalRules, 'isActive' | 'actionEnded'>
  announcements: ActionAnnouncements
  reconcile: ReconcileAction
  actionEnded(tx: Tx, action: ActionRecord): Promise<void>
}

type Run = Parameters<JobHandler<{ action_id: number }>>[0]

interface End {
  status: Extract<ActionStatus, 'executed' | 'failed' | 'superseded' | 'outcome_unknown'>
  text: string
}

/** The approval no longer holds, so nothing is sent. */
class Withdrawn extends Refusal {
  readonly status_after: 'failed' | 'superseded'

  constructor(error: string, status_after: 'failed' | 'superseded' = 'failed') {
    super('action_blocked', { error })
    this.status_after = status_after
  }
}

/**
 * Carries out approved actions, each at most once. `sent_at` is committed right before the change is sent; whoever
 * finds it set asks the library what happened, and never sends.
 */
export function createDispatch(parts: Parts): void {
  const { database, clock, jobs, settings, scrubber, inventory, operations, rules, announcements } = parts
  const now = () => iso(clock.now())

  async function assertApproved(tx: Tx, id: number): Promise<void> {
    const action = await store.findAction(tx, id)
    if (action?.status !== 'executing') throw new Withdrawn('This action is no longer to be carried out.')
    const issue_status = await store.findIssueStatus(tx, action.issue_id)
    if (!issue_status || isClosed(issue_status))
      throw new Withdrawn('The issue was closed before this was carried out.', 'superseded')
    const reason = reasonAgainst(action, {
      settings: await settings.read(tx, remediation),
      issue_status,
      instance: await inventory.find(tx, action.instance_id),
    })
    if (reason) throw new Withdrawn(reason)
    if (action.auto_rule_label === null) {
      const admin = action.decided_by === null ? undefined : await findUser(tx, action.decided_by)
      if (!admin || !permissionsOf(admin.role).includes('remediation:manage'))
        throw new Withdrawn('Whoever approved this may no longer do so.')
    } else if (action.auto_rule_id === null || !(await rules.isActive(tx, action.auto_rule_id))) {
      throw new Withdrawn('The rule that approved this was paused or deleted.')
    }
  }

  async function send(action: ActionRecord, { lease, signal }: Run): Promise<End | 'unknown'> {
    let isSent = false
    /** Asked right before each change. Only the first of an action sets the mark. */
    const confirm = async () => {
      await database.withWriteLock('issues', async tx => {
        await assertApproved(tx, action.id)
        await lease.assertHeld(tx)
        // While the server stops, nothing is marked that would not be sent any more.
        signal.throwIfAborted()
        if (!isSent && !(await store.markSent(tx, action.id, now())))
          throw new Withdrawn('This action was sent before.')
      })
      isSent = true
    }
    const { user_id, role } = AGENT
    const actor = {
      user_id: action.decided_by ?? user_id,
      role,
      source: 'remediation',
      client_name: '',
    } as const
    const context = { actor, signal, confirm, progress: () => undefined }
    try {
      const result = await sendAction(operations.actions, orderOf(action), action.instance_id, context)
      if (result.outcome === 'outcome_unknown') return 'unknown'
      return { status: result.partial ? 'failed' : 'executed', text: result.message }
    } catch (error) {
      if (error instanceof Withdrawn) return { status: error.status_after, text: unchanged(error.message) }
      if (error instanceof Refusal)
        return { status: 'failed', text: isSent ? error.text() : unchanged(error.text()) }
      if (!(error instanceof UpstreamFault)) throw error
      if (isSent && !isDefinite(error)) return 'unknown'
      return { status: 'failed', text: unchanged(error.message) }
    }
  }

  async function lookAt(action: ActionRecord, sent_at: string, signal: AbortSignal) {
    const instance = await inventory.find(database.read, action.instance_id)
    // Another library cannot know.
    if (instance?.url !== action.instance_url) return 'unreadable'
    const { instance_id } = action
    return parts.reconcile({
      action: { instance_id, sent_at },
      order: orderOf(action),
      now: clock.now(),
      signal,
    })
  }

  /** The end and everything that follows from it in one transaction; the investigation goes on once. */
  async function save(action: ActionRecord, { status, text }: End, run: Run, outcome = done()) {
    return database.withWriteLock('issues', async tx => {
      if (status !== action.status) {
        const ended = await store.changeAction(tx, action.id, ['executing', 'outcome_unknown'], {
          status,
          result_text: keptText(scrubber, text, MAX_RESULT),
          ...(status === 'executed' && { executed_at: now() }),
        })
        if (ended) {
          if (action.status === 'executing' && status !== 'superseded') {
            await rules.actionEnded(tx, ended)
            await parts.actionEnded(tx, ended)
          }
          await announcements.decided(tx, ended)
        }
      }
      return run.lease.conclude(tx, outcome)
    })
  }

  async function reconcile(action: ActionRecord, sent_at: string, run: Run) {
    const evidence = await lookAt(action, sent_at, run.signal)
    const waited_ms = clock.now().getTime() - Date.parse(sent_at)
    const { end, looks_again } = verdictOf(evidence, { waited_ms, look: run.attempt })
    return save(action, end, run, looks_again ? retry({ reason: 'outcome_unknown' }) : done())
  }

  jobs.define(dispatchAction)
  jobs.handle(dispatchAction, async run => {
    const action = await store.findAction(database.read, run.payload.action_id)
    if (action?.status !== 'executing' && action?.status !== 'outcome_unknown') return done()
    if (action.sent_at !== null) return reconcile(action, action.sent_at, run)
    const end = await send(action, run)
    if (end !== 'unknown') return save(action, end, run)
    const sent = await store.findAction(database.read, action.id)
    return reconcile(action, sent?.sent_at ?? now(), run)
  })
}

/** Some refusals say so themselves. */
function unchanged(text: string): string {
  return text.includes('Nothing was') ? text : `${text} Nothing was changed.`
}
