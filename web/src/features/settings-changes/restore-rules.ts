import {
  NOT_RESTORABLE_REASONS,
  type NotRestorableReason,
  type SettingsChangeDetail,
} from '@foyer/contract/tool-access/settings-changes'
import { ApiError } from '#lib/api-error.ts'

export type NoRestore = NotRestorableReason | 'failed' | 'unreadable' | 'other'

type Facts = Pick<
  SettingsChangeDetail,
  'can_revert' | 'status' | 'operation' | 'resource_type' | 'current_status'
>

/** Why a change cannot be restored now, as far as its record says; null when it can be tried. */
export function whyNotRestorable(change: Facts): NoRestore | null {
  const { can_revert, status, operation, resource_type, current_status } = change
  if (operation !== 'update' || resource_type !== 'quality_profile') return 'unsupported'
  if (status === 'executing' || status === 'outcome_unknown' || status === 'failed') return status
  if (!can_revert) return 'other'
  if (current_status === 'unavailable') return 'unreadable'
  return current_status === 'different' ? 'drifted' : null
}

/** The reason in the server's refusal (C55). */
export function refusedReason(error: unknown): NotRestorableReason | undefined {
  if (!(error instanceof ApiError) || error.code !== 'not_restorable') return undefined
  return NOT_RESTORABLE_REASONS.find(reason => reason === error.details['reason'])
}
