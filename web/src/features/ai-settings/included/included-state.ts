import type { AiReason } from '@foyer/contract/assistant/ai-providers'
import type { SharedAiProfile } from '@foyer/contract/credentials'

export type IncludedReason = 'storage_error' | 'not_configured' | 'key_missing' | 'unlinked' | 'unavailable'

/** Which sentence tells an admin what to do (2/4.6). */
const SENTENCES: Readonly<Record<Exclude<AiReason, ''>, IncludedReason>> = {
  storage_error: 'storage_error',
  shared_access_disabled: 'not_configured',
  not_configured: 'not_configured',
  personal_credential_missing: 'key_missing',
  shared_credential_missing: 'key_missing',
  personal_oauth_a_disconnected: 'unlinked',
  shared_oauth_a_disconnected: 'unlinked',
  personal_oauth_b_disconnected: 'unlinked',
  shared_oauth_b_disconnected: 'unlinked',
  oauth_a_unavailable: 'unavailable',
  oauth_b_unavailable: 'unavailable',
}

export interface IncludedState {
  state: 'ready' | 'failing' | 'off'
  reason: IncludedReason | null
}

/**
 * Complete settings still fail if the last check did (2:4.7.3). Without a choice of the admin's, what the environment
 * preselects is included as soon as its key is saved.
 */
export function includedState({ config, shared, health_check }: SharedAiProfile): IncludedState {
  if (!config && !shared.configured) return { state: 'off', reason: null }
  const reason = shared.configured || shared.reason === '' ? null : SENTENCES[shared.reason]
  const is_failing = !shared.configured || health_check.last_ok === false
  return { state: is_failing ? 'failing' : 'ready', reason }
}

export type CheckState = 'off' | 'never' | 'ok' | 'failed'

/** The result of the last check stays visible while checks are off only if it failed: it may still be true. */
export function checkState({ enabled, last_ok }: SharedAiProfile['health_check']): CheckState {
  if (last_ok === false) return 'failed'
  if (!enabled) return 'off'
  return last_ok === null ? 'never' : 'ok'
}
