import type { TFunction } from 'i18next'

/** Why the chat cannot be used, and what to do about it (2/4.6). */
export function unavailableText(t: TFunction, reason: string | undefined, is_admin: boolean): string {
  switch (reason) {
    case 'storage_error':
      return t('chat.unavailable.storage_error')
    case 'personal_credential_missing':
      return t('chat.unavailable.own_missing')
    case 'personal_oauth_a_disconnected':
    case 'personal_oauth_b_disconnected':
      return t('chat.unavailable.own_disconnected')
    case 'shared_access_disabled':
      return is_admin
        ? t('chat.unavailable.shared_access_disabled_admin')
        : t('chat.unavailable.shared_access_disabled')
    case 'shared_credential_missing':
    case 'shared_oauth_a_disconnected':
    case 'shared_oauth_b_disconnected':
    case 'oauth_a_unavailable':
    case 'oauth_b_unavailable':
      return is_admin ? t('chat.unavailable.shared_broken_admin') : t('chat.unavailable.shared_broken')
    default:
      return is_admin ? t('chat.unavailable.not_configured_admin') : t('chat.unavailable.not_configured')
  }
}
