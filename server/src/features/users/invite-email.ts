import type { Tx } from '#db/database.ts'
import { findUser } from '#features/sessions/index.ts'
import { Refusal } from '#kit/refusal.ts'
import * as store from './user-store.ts'

/** 1/4.1: no two people have the same address. In a transaction that holds the lock of the users. */
export async function recordInviteEmail(tx: Tx, user_id: number, email: string): Promise<void> {
  if (await store.isEmailOfAnother(tx, email, user_id)) throw new Refusal('email_in_use')
  await store.setInviteEmail(tx, user_id, email)
}

/** Keeps an address that is recorded already, and leaves alone one that somebody else has (1/4.1). */
export async function recordShareEmail(tx: Tx, user_id: number, email: string): Promise<void> {
  const user = await findUser(tx, user_id)
  if (!user || user.invite_email !== '') return
  if (await store.isEmailOfAnother(tx, email, user_id)) return
  await store.setInviteEmail(tx, user_id, email)
}
