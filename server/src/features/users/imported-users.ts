import type { Db } from '#db/database.ts'
import { type FindLinkedSignIns, hasSignInMethod } from '#features/sessions/index.ts'
import { recordShareEmail } from './invite-email.ts'
import { signInMethodsOf } from './sign-in-methods.ts'

/** What a slice that makes users of accounts elsewhere needs to know and save about them. */
export function createImportedUsers({ linkedSignIns }: { linkedSignIns: FindLinkedSignIns }) {
  return {
    /** Without a connect link: by password, passkey or a linked identity. */
    async canSignIn(db: Db, user_id: number): Promise<boolean> {
      const methods = await signInMethodsOf(db, user_id, linkedSignIns)
      return methods !== null && hasSignInMethod(methods)
    },
    recordEmail: recordShareEmail,
  }
}

export type ImportedUsers = ReturnType<typeof createImportedUsers>
