import type { Passkey } from '@foyer/contract/passkeys'
import type { Database, Tx } from '#db/database.ts'
import { type FindLinkedSignIns, findUser, hasSignInMethod } from '#features/sessions/index.ts'
import { Refusal } from '#kit/refusal.ts'
import * as store from './passkey-store.ts'

export function createOwnPasskeys(deps: { database: Database; linkedSignIns: FindLinkedSignIns }) {
  const { database, linkedSignIns } = deps

  /** 1/4.1: an admin keeps a password, another passkey or a linked identity. */
  async function assertNotLast(tx: Tx, user_id: number, passkeys: number): Promise<void> {
    const user = await findUser(tx, user_id)
    if (user?.role !== 'admin') return
    const left = {
      password: user.password_enabled === 1 && user.password_hash !== null,
      passkeys: passkeys - 1,
      linked: (await linkedSignIns(tx, [user_id])).has(user_id),
    }
    if (!hasSignInMethod(left)) throw new Refusal('last_method')
  }

  return {
    list: (user_id: number): Promise<Passkey[]> => store.listPasskeys(database.read, user_id),

    remove: (user_id: number, id: string): Promise<void> =>
      database.withWriteLock('users', async tx => {
        const own = await store.passkeysOf(tx, user_id)
        if (!own.some(passkey => passkey.id === id)) throw new Refusal('not_found')
        await assertNotLast(tx, user_id, own.length)
        await store.deletePasskey(tx, id)
      }),
  }
}

export type OwnPasskeys = ReturnType<typeof createOwnPasskeys>
