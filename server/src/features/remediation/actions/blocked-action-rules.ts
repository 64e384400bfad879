import { CLOSED_ISSUE_STATUSES, type IssueStatus } from '@foyer/contract/issues/issue'
import { REMEDIATION_SENTENCES } from '@foyer/contract/remediation/sentences'
import { fillSentence } from '@foyer/contract/sentences'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { SavedRemediation } from '#features/remediation-settings/index.ts'
import type { ActionRecord } from './agent-action.ts'

export interface Circumstances {
  settings: Pick<SavedRemediation, 'enabled' | 'mode'>
  issue_status: IssueStatus
  /** The instance of the action as it is now. */
  instance: Pick<InstanceRecord, 'service_type' | 'url'> | undefined
}

export function isClosed(status: IssueStatus): boolean {
  return CLOSED_ISSUE_STATUSES.some(closed => closed === status)
}

/** Why an action cannot be carried out now, in words; null: it can (2:4.9). */
export function reasonAgainst(
  action: Pick<ActionRecord, 'instance_name' | 'instance_url' | 'service_type'>,
  { settings, issue_status, instance }: Circumstances,
): string | null {
  if (isClosed(issue_status)) return REMEDIATION_SENTENCES.issue_closed
  if (!instance) return fillSentence(REMEDIATION_SENTENCES.library_gone, { value: action.instance_name })
  if (instance.url !== action.instance_url || instance.service_type !== action.service_type)
    return fillSentence(REMEDIATION_SENTENCES.library_moved, { value: action.instance_name })
  if (!settings.enabled) return REMEDIATION_SENTENCES.agent_off
  if (settings.mode === 'investigate_only') return REMEDIATION_SENTENCES.agent_only_investigates
  return null
}
