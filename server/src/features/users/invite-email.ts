import type { INVITE_STATES } from '@foyer/contract/users'
import type { Database, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { acceptEmail } from './user-rules.ts'
import * as store from './user-store.ts'

type InviteState = (typeof INVITE_STATES)[number]

export type ShareInviteEmail = ReturnType<typeof createShareInviteEmail>

/** 1:4.1: stores the address, sends outstanding invitations, and notifies the admins of the result. */
export function createShareInviteEmail(deps: {
  database: Database
  events: Events
  /** Sends this user's outstanding invitations; empty when there are none. */
  sendOwedInvites: (user_id: number, email: string) => Promise<InviteState>
  /** Notifies the admins' devices, in the same transaction. */
  alertAdmins: (tx: Tx, who: { user_id: number; username: string }) => Promise<void>
}) {
  const { database, events, sendOwedInvites, alertAdmins } = deps
  return async (caller: Caller, input: string) => {
    const email = acceptEmail(input)
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
