import type { Role } from '@foyer/contract/permissions'
import type { Db } from '#db/database.ts'
import { Refusal } from '#kit/refusal.ts'

/**
 * Whether this user may sign in by single sign-on only (1/4.1). Password, passkey and connect sign-in check it only
 * after the credential was verified, so that it reveals nothing to strangers. Admins always keep their other methods.
 */
export type SsoRequired = (db: Db, user: { id: number; role: Role }) => Promise<boolean>

export async function assertNoSsoRequired(
  ssoRequired: SsoRequired,
  db: Db,
  user: { id: number; role: Role },
): Promise<void> {
  if (await ssoRequired(db, user)) throw new Refusal('sso_required')
}
