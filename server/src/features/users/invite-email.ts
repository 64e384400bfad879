import type { Tx } from '#db/database.ts'
import { Refusal } from '#kit/refusal.ts'
import * as store from './user-store.ts'

/** 1/4.1: no two people have the same address. In a transaction that holds the lock of the users. */
export async function recordInviteEmail(tx: Tx, user_id: number, email: string): Promise<void> {
  if (await store.isEmailOfAnother(tx, email, user_id)) throw new Refusal('email_in_use')
  await store.setInviteEmail(tx, user_id, email)
}
