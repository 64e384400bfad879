import type { INVITE_STATES } from '@foyer/contract/users'
import type { Database, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { acceptEmail } from './user-rules.ts'
import * as store from './user-store.ts'

type InviteState = (typeof INVITE_STATES)[number]

export type ShareInviteEmail = ReturnType<typeof createShareInviteEmail>

/** 1:4.1: keeps the address, sends what is owed, and tells the admins what became of it. */
export function createShareInviteEmail(deps: {
  database: Database
  events: Events
  /** Sends the invitations this user is owed; empty when there is nothing to send. */
  sendOwedInvites: (user_id: number, email: string) => Promise<InviteState>
  /** Tells admins on their devices, in the transaction that makes it known. */
  alertAdmins: (tx: Tx, who: { user_id: number; username: string }) => Promise<void>
}) {
  const { database, events, sendOwedInvites, alertAdmins } = deps
  return async (caller: Caller, given: string) => {
    const email = acceptEmail(given)
    if (email === null) throw new Refusal('invalid_email')
    await database.withWriteLock('users', async tx => {
      if (await store.isEmailOfAnother(tx, email, caller.user_id)) throw new Refusal('email_in_use')
      await store.setInviteEmail(tx, caller.user_id, email)
    })
    const invite_state = await sendOwedInvites(caller.user_id, email)
    const { user_id, username } = caller
    const data = { user_id, username, invite_state }
    await database.transaction(async tx => {
      await events.publish(tx, { type: 'invite_access_request', data }, { to: 'admins' })
      await alertAdmins(tx, { user_id, username })
    })
    return { status: 'ok' as const, email, invite_state }
  }
}
