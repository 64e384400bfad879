import type { TFunction } from 'i18next'

/** What the server says about a chat that cannot be used (2/4.6). */
export interface Unavailable {
  reason?: string | undefined
  /** On whose account it would run: `personal`, `shared` or `none`. */
  source?: string | undefined
}

/** What is in the way: one's own AI, the server's, no access to that, nothing set up, or nobody can tell. */
export type Obstacle = 'own' | 'shared' | 'no_access' | 'not_set_up' | 'unreadable'

export function obstacleOf({ reason = '', source }: Unavailable): Obstacle {
  if (reason === 'storage_error') return 'unreadable'
  if (reason === 'shared_access_disabled') return 'no_access'
  // 2:4.6.4: an own choice fails as one's own. `oauth_a_unavailable` is about either.
  const is_off = reason.endsWith('_unavailable')
  if (reason.startsWith('personal_') || (is_off && source === 'personal')) return 'own'
  return reason.startsWith('shared_') || is_off ? 'shared' : 'not_set_up'
}

/** Why the chat cannot be used, and what to do about it (2/4.6). */
export function unavailableText(t: TFunction, unavailable: Unavailable, is_admin: boolean): string {
  switch (obstacleOf(unavailable)) {
    case 'unreadable':
      return t('chat.unavailable.storage_error')
    case 'own':
      return ownText(t, unavailable.reason)
    case 'no_access':
      return is_admin
        ? t('chat.unavailable.shared_access_disabled_admin')
        : t('chat.unavailable.shared_access_disabled')
    case 'shared':
      return is_admin ? t('chat.unavailable.shared_broken_admin') : t('chat.unavailable.shared_broken')
    case 'not_set_up':
      return is_admin ? t('chat.unavailable.not_configured_admin') : t('chat.unavailable.not_configured')
  }
}

function ownText(t: TFunction, reason = ''): string {
  if (reason === 'personal_credential_missing') return t('chat.unavailable.own_missing')
  if (reason.endsWith('_disconnected')) return t('chat.unavailable.own_disconnected')
  return t('chat.unavailable.own_unavailable')
}
