import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import { z } from 'zod'
import type { Db } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { Settings } from '#settings/settings.ts'
import type { ApprovalRules } from '../rules/approval-rule.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import * as store from './action-store.ts'
import type { EarlierAttempt, ListedAction } from './action-store.ts'
import { reasonAgainst } from './blocked-action-rules.ts'

/** Of what was decided, a page shows no more. All that wait are shown: the oldest have waited longest. */
const MAX_LISTED = 200
const MAX_ATTEMPTS_READ = 1000
const MAX_ATTEMPTS_SHOWN = 10

const Params = z.record(z.string(), z.unknown())
const paramsIn = (text: string) => fromStorage(() => Params.parse(JSON.parse(text)))

export interface ActionViewsParts {
  settings: Pick<Settings, 'read'>
  inventory: Pick<Inventory, 'list'>
  rules: Pick<ApprovalRules, 'offerFor'>
}

type Offer = AgentAction['auto_approval_offer']

/** Actions as the API shows them. However many there are, the number of reads depends on the kinds of fix only. */
export function createActionViews({ settings, inventory, rules }: ActionViewsParts) {
  async function present(db: Db, actions: readonly ListedAction[]): Promise<AgentAction[]> {
    if (actions.length === 0) return []
    const choices = await settings.read(db, remediation)
    const instances = new Map((await inventory.list(db)).map(one => [one.id, one]))
    const priorOf = await readAttempts(db, actions)
    const offers = new Map<string, Offer>()
    const views: AgentAction[] = []
    for (const action of actions) {
      const isAwaiting = action.status === 'proposed'
      const blocked_reason = reasonAgainst(action, {
        settings: choices,
        issue_status: action.issue.status,
        instance: instances.get(action.instance_id),
      })
      const { problem_kind, kind, facet } = action
      const triple = JSON.stringify([problem_kind, kind, facet])
      if (isAwaiting && !offers.has(triple)) offers.set(triple, await rules.offerFor(db, action))
      const offer = isAwaiting ? offers.get(triple) : undefined
      const prior_attempts = priorOf(action)
      views.push({
        ...viewOf(action),
        can_decide: isAwaiting && blocked_reason === null,
        ...(isAwaiting && blocked_reason !== null && { blocked_reason }),
        ...(offer && { auto_approval_offer: offer }),
        ...(prior_attempts.length > 0 && { prior_attempts }),
      })
    }
    return views
  }

  return {
    /** Newest first. */
    async list(db: Db, which: 'awaiting' | 'all'): Promise<AgentAction[]> {
      const wanted = which === 'awaiting' ? ({ status: 'proposed' } as const) : { limit: MAX_LISTED }
      return present(db, await store.listActions(db, wanted))
    },
    /** All of one issue, newest first. */
    async ofIssue(db: Db, issue_id: number): Promise<AgentAction[]> {
      return present(db, await store.listActions(db, { issue_id, limit: MAX_LISTED }))
    },
    async find(db: Db, id: number): Promise<AgentAction | null> {
      const [view] = await present(db, await store.listActions(db, { id, limit: 1 }))
      return view ?? null
    },
  }
}

export type ActionViews = ReturnType<typeof createActionViews>

async function readAttempts(db: Db, actions: readonly ListedAction[]) {
  const subjects = [...new Set(actions.map(action => action.issue.subject_key))]
  const attempts = await store.attemptsAbout(db, subjects, MAX_ATTEMPTS_READ)
  const newest = await store.newestIssues(
    db,
    attempts.map(one => one.subject_key),
  )
  const bySubject = Map.groupBy(attempts, one => one.subject_key)
  return (action: ListedAction) =>
    (bySubject.get(action.issue.subject_key) ?? [])
      .filter(one => one.id < action.id)
      .slice(0, MAX_ATTEMPTS_SHOWN)
      .map(one => attemptOf(one, newest.get(one.subject_key)))
}

/** An action did not help permanently if its issue is still open, or if one about the same problem began afterwards. */
function attemptOf(
  { kind, facet, executed_at, issue_closed_at }: EarlierAttempt,
  newest_issue_at: string | undefined,
) {
  const recurred = issue_closed_at === null || (newest_issue_at ?? '') > executed_at
  return { kind, ...(facet !== '' && { facet }), executed_at, recurred }
}

function viewOf(action: ListedAction): Omit<AgentAction, 'can_decide'> {
  const { issue, decided_by_name, decided_at, deny_reason, executed_at, result_text, run_id } = action
  const { auto_rule_id, auto_rule_label } = action
  return {
    id: action.id,
    issue_id: action.issue_id,
    ...(run_id !== null && { run_id }),
    kind: action.kind,
    params: paramsIn(action.params),
    ...(action.approved_params !== null && { approved_params: paramsIn(action.approved_params) }),
    rationale: action.rationale,
    risk: action.risk,
    status: action.status,
    ...(decided_by_name !== null && { decided_by: decided_by_name }),
    ...(decided_at !== null && { decided_at }),
    ...(deny_reason !== null && { deny_reason }),
    ...(executed_at !== null && { executed_at }),
    ...(result_text !== null && { result_text }),
    created_at: action.created_at,
    issue_title: issue.title,
    issue_media_type: issue.media_type,
    ...(issue.category !== null && { issue_category: issue.category }),
    issue_status: issue.status,
    ...(issue.closed_at !== null && { issue_closed_at: issue.closed_at }),
    ...(issue.tmdb_id !== null && { issue_tmdb_id: issue.tmdb_id }),
    ...(issue.season_number !== null && { issue_season: issue.season_number }),
    ...(issue.episode_number !== null && { issue_episode: issue.episode_number }),
    issue_occurrences: issue.occurrences,
    instance_id: action.instance_id,
    instance_name: action.instance_name,
    instance_service_type: action.service_type,
    ...(auto_rule_id !== null && { auto_rule_id }),
    auto_approved: auto_rule_label !== null,
    ...(auto_rule_label !== null && { auto_rule_label }),
  }
}
