import type { Db, Tx } from '#db/database.ts'
import { type FindLinkedSignIns, hasSignInMethod } from '#features/sessions/index.ts'
import { Refusal } from '#kit/refusal.ts'
import * as store from './user-store.ts'
import type { UserSignInMethods } from './user-rules.ts'

/** Every admin with the methods that can sign them in now. */
export async function adminSignInMethods(
  db: Db,
  linkedSignIns: FindLinkedSignIns,
): Promise<UserSignInMethods[]> {
  const admins = await store.adminMethods(db)
  const linked = await linkedSignIns(
    db,
    admins.map(admin => admin.user_id),
  )
  return admins.map(admin => ({ ...admin, linked: linked.has(admin.user_id) }))
}

/** The methods that can sign this user in now; null when there is no such user. */
export async function signInMethodsOf(
  db: Db,
  user_id: number,
  linkedSignIns: FindLinkedSignIns,
): Promise<UserSignInMethods | null> {
  const methods = await store.userMethods(db, user_id)
  if (!methods) return null
  return { ...methods, linked: (await linkedSignIns(db, [user_id])).has(user_id) }
}

/** Changes a sign-in method of everybody, and refuses it if no admin could sign in afterwards (1/4.1). */
export async function changeMethodSafely(
  tx: Tx,
  linkedSignIns: FindLinkedSignIns,
  change: () => Promise<unknown>,
): Promise<void> {
  const canAnAdminSignIn = async () => (await adminSignInMethods(tx, linkedSignIns)).some(hasSignInMethod)
  const could = await canAnAdminSignIn()
  await change()
  if (could && !(await canAnAdminSignIn())) throw new Refusal('last_method')
}
