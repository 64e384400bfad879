import type { AiProvider, AiReason } from '@foyer/contract/assistant/ai-providers'
import type { AiAvailability } from '@foyer/contract/assistant/ai-settings'
import type { LinkState } from '#features/ai-links/index.ts'
import { isOauth } from './shared-ai-rules.ts'

/** Whether the key or the linked account of a choice is there. */
export type CredentialState = 'present' | 'missing' | LinkState['state']

/** 2/4.6: why a chosen account cannot be used; empty when it can. */
export function credentialReason(
  source: 'personal' | 'shared',
  provider: AiProvider,
  state: CredentialState,
): AiReason {
  if (state === 'present' || state === 'connected') return ''
  if (state === 'missing' || !isOauth(provider)) return `${source}_credential_missing`
  return state === 'unavailable' ? `${provider}_unavailable` : `${source}_${provider}_disconnected`
}

export interface PersonalChoice {
  provider: AiProvider
  model: string
  reason: AiReason
}

/** What the server includes; null: no profile. */
export type SharedChoice = { reason: AiReason } | null

/**
 * 2:4.6.4: an own choice always counts, and fails as such; it never falls back to what the server includes. What is
 * included stays without its provider and model, which are for admins (2:4.7).
 */
export function effectiveAvailability(
  personal: PersonalChoice | null,
  granted: boolean,
  shared: SharedChoice,
): AiAvailability {
  if (personal) {
    const { provider, model, reason } = personal
    return { available: reason === '', provider, model, source: 'personal', reason }
  }
  const reason = sharedReason(granted, shared)
  const source = granted && shared ? 'shared' : 'none'
  return { available: reason === '', provider: '', model: '', source, reason }
}

/** Why this person cannot use what the server includes. */
export function sharedReason(granted: boolean, shared: SharedChoice): AiReason {
  if (!granted) return 'shared_access_disabled'
  return shared ? shared.reason : 'not_configured'
}
