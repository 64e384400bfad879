import {
  NOT_RESTORABLE_REASONS,
  type NotRestorableReason,
  type SettingsChangeDetail,
} from '@foyer/contract/tool-access/settings-changes'
import { ApiError } from '#lib/api-error.ts'

export type NoRestore = NotRestorableReason | 'is_restore' | 'failed' | 'unreadable'

type Facts = Pick<SettingsChangeDetail, 'not_restorable_reason' | 'status' | 'operation' | 'current_status'>

/** Why a change cannot be restored now, as exactly as its record says; null when it can be tried. */
export function whyNotRestorable(change: Facts): NoRestore | null {
  const { not_restorable_reason: reason, status, operation, current_status } = change
  if (operation === 'revert') return 'is_restore'
  if (reason === 'unsupported' && status === 'failed') return 'failed'
  return reason ?? (current_status === 'unavailable' ? 'unreadable' : null)
}

/** The reason in the server's refusal (C55). */
export function refusedReason(error: unknown): NotRestorableReason | undefined {
  if (!(error instanceof ApiError) || error.code !== 'not_restorable') return undefined
  return NOT_RESTORABLE_REASONS.find(reason => reason === error.details['reason'])
}
