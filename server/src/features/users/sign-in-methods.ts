import type { Db } from '#db/database.ts'
import type { FindLinkedSignIns } from '#features/sessions/index.ts'
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
