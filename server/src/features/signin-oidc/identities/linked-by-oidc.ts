import type { FindLinkedSignIns } from '#features/sessions/index.ts'
import { usersLinkedTo } from '#features/sign-in/index.ts'
import type { ReadOidcConfiguration } from '../oidc-configuration.ts'

/** Identities let people in only while the provider is on, and only those of the provider that is configured now. */
export function createLinkedByOidc(readConfiguration: ReadOidcConfiguration): FindLinkedSignIns {
  return async (db, user_ids) => {
    const { saved, is_complete } = await readConfiguration(db)
    if (!saved.enabled || !is_complete) return new Set()
    return usersLinkedTo(db, { provider: 'oidc', issuer: saved.issuer }, user_ids)
  }
}
