import type { AiReason } from '@foyer/contract/assistant/ai-providers'
import type { AiSettings } from '@foyer/contract/assistant/ai-settings'
import { isLinked } from '../catalog.ts'

export type OwnReason =
  | 'storage_error'
  | 'no_access'
  | 'not_configured'
  | 'own_key_missing'
  | 'included_key_missing'
  | 'own_unlinked'
  | 'included_unlinked'
  | 'unavailable'

/** Which sentence explains that there is nothing to chat with (2/4.6). */
const SENTENCES: Readonly<Record<Exclude<AiReason, ''>, OwnReason>> = {
  storage_error: 'storage_error',
  shared_access_disabled: 'no_access',
  not_configured: 'not_configured',
  personal_credential_missing: 'own_key_missing',
  shared_credential_missing: 'included_key_missing',
  personal_oauth_a_disconnected: 'own_unlinked',
  shared_oauth_a_disconnected: 'included_unlinked',
  personal_oauth_b_disconnected: 'own_unlinked',
  shared_oauth_b_disconnected: 'included_unlinked',
  oauth_a_unavailable: 'unavailable',
  oauth_b_unavailable: 'unavailable',
}

export function ownReason(reason: AiReason): OwnReason | null {
  return reason === '' ? null : SENTENCES[reason]
}

export interface OwnStatus {
  /** Whose AI it is; `none` when nothing was chosen and nothing is included. */
  source: 'own_key' | 'own_account' | 'included' | 'none'
  state: 'ready' | 'failing' | 'off'
  reason: OwnReason | null
  /** Of one's own choice; what the server includes is for admins only (2:4.7). */
  chosen: AiSettings['personal']['config']
  /** What ending one's own choice leads to. */
  without_own: 'included' | 'nothing' | null
}

/** What is in use now. An own choice stays in use even while it does not work (2:4.6.4). */
export function ownStatus({ personal, shared, effective }: AiSettings): OwnStatus {
  const { available, source: whose, reason } = effective
  const chosen = personal.selected ? personal.config : null
  const source =
    whose === 'personal'
      ? chosen && isLinked(chosen.provider)
        ? 'own_account'
        : 'own_key'
      : whose === 'shared'
        ? 'included'
        : 'none'
  return {
    source,
    state: available ? 'ready' : source === 'none' ? 'off' : 'failing',
    reason: available ? null : ownReason(reason),
    chosen,
    without_own: personal.selected ? (shared.granted && shared.configured ? 'included' : 'nothing') : null,
  }
}
