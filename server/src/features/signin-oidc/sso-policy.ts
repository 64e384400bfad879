import type { Db } from '#db/database.ts'
import type { SsoRequired } from '#features/sessions/index.ts'
import type { Settings } from '#settings/settings.ts'
import { oidcSettings, type SavedOidc } from './oidc-settings.ts'

/**
 * Whether single sign-on is the only way in for everybody but admins (1/4.1). It is not while the provider is off:
 * nobody could sign in at all. It stays in force while the provider does not answer or the external address is
 * missing: a fault must not permit what an admin has forbidden, and admins can still come in to mend it.
 */
export function ssoOnlyInForce({ enabled, sso_only }: SavedOidc): boolean {
  return enabled && sso_only
}

export function createSsoPolicy({ settings }: { settings: Settings }) {
  const isSsoOnly = async (db: Db) => ssoOnlyInForce(await settings.read(db, oidcSettings))
  const ssoRequired: SsoRequired = async (db, user) => user.role !== 'admin' && (await isSsoOnly(db))
  return { isSsoOnly, ssoRequired }
}
