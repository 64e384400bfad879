import type { Db, Tx } from '#db/database.ts'
import { type FindLinkedSignIns, findUser, hasSignInMethod } from '#features/sessions/index.ts'
import { signInMethodsOf } from './sign-in-methods.ts'
import * as store from './user-store.ts'

/** What a slice that makes users of accounts elsewhere needs to know and save about them. */
export function createImportedUsers({ linkedSignIns }: { linkedSignIns: FindLinkedSignIns }) {
  return {
    /** Without a connect link: by password, passkey or a linked identity. */
    async canSignIn(db: Db, user_id: number): Promise<boolean> {
      const methods = await signInMethodsOf(db, user_id, linkedSignIns)
      return methods !== null && hasSignInMethod(methods)
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
