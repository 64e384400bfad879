import type { Db, Tx } from '#db/database.ts'
import { findUser, hasSignInMethod, type UserView } from '#features/sessions/index.ts'
import * as store from './user-store.ts'

/** What a slice that makes users of accounts elsewhere needs to know and save about them. */
export function createImportedUsers({ view }: { view: UserView }) {
  return {
    /** Without a connect link: by password, passkey or a linked identity. */
    async canSignIn(db: Db, user_id: number): Promise<boolean> {
      const methods = await store.userMethods(db, user_id)
      if (!methods) return false
      const { sso_linked, invite_linked } = (await view.linksOf(db, [user_id]))(user_id)
      return hasSignInMethod({ ...methods, linked: sso_linked || invite_linked })
    },
    /** Keeps an address that is recorded already, and leaves alone one that somebody else has (1/4.1). */
    async recordEmail(tx: Tx, user_id: number, email: string): Promise<void> {
      const user = await findUser(tx, user_id)
      if (!user || user.invite_email !== '') return
      if (await store.isEmailOfAnother(tx, email, user_id)) return
      await store.setInviteEmail(tx, user_id, email)
    },
  }
}

export type ImportedUsers = ReturnType<typeof createImportedUsers>
