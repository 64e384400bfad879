import type { Db } from '#db/database.ts'
import { policyOf } from '#features/kids/index.ts'
import { findCaller } from '#features/sessions/index.ts'
import { type Caller, sessionRevoked } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import * as store from './set-top-box-store.ts'

/** 1:5.6, 2:4.12: kids accounts may use none of this. */
export async function assertAdult(db: Db, { user_id }: Pick<Caller, 'user_id'>): Promise<void> {
  if (await policyOf(db, user_id)) throw new Refusal('not_available')
}

/** The box, for an admin or an adult with a grant. Others do not learn whether the box exists. */
export async function enterBox(db: Db, caller: Caller, box_id: string): Promise<store.BoxRow> {
  await assertAdult(db, caller)
  const box = await store.findBox(db, box_id)
  if (caller.role === 'admin') {
    if (!box) throw new Refusal('not_found')
    return box
  }
  if (!box || !(await store.isGranted(db, box_id, caller.user_id))) throw new Refusal('not_available')
  return box
}

/** CONTRIBUTING rule 3: the caller as stored now. */
export async function readCaller(db: Db, caller: Caller): Promise<Caller> {
  const now = await findCaller(db, caller)
  if (!now) throw sessionRevoked()
  return now
}

export async function readAdmin(db: Db, caller: Caller): Promise<Caller> {
  const now = await readCaller(db, caller)
  if (now.role !== 'admin') throw new Refusal('not_available')
  return now
}
