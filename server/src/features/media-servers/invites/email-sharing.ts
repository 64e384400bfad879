import type { InviteState } from '@foyer/contract/media-servers/server-sign-in'
import type { Database, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { Grants } from '#features/instances/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { findUser } from '#features/sessions/index.ts'
import { acceptEmail, recordInviteEmail } from '#features/users/index.ts'
import { type Caller, type CurrentCaller, sessionRevoked } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ServerAccess } from '../server-access.ts'
import type { Invites } from './invites.ts'

export interface EmailSharingParts {
  database: Database
  events: Events
  alerts: Alerts
  grants: Pick<Grants, 'give'>
  access: ServerAccess
  invites: Pick<Invites, 'sendAll'>
  currentCaller: CurrentCaller
}

/** People share the address that an invite should go to (1:4.1, 2:4.13.1). */
export function createEmailSharing(parts: EmailSharingParts) {
  const { database, events, alerts, grants, access, invites, currentCaller } = parts

  /** Gives the servers that need no approval. False: there are none. */
  async function autoApprove(tx: Tx, { user_id }: Caller): Promise<boolean> {
    const open = (await access.inviteServers(tx)).filter(one => one.server_config?.auto_approve === true)
    for (const { id } of open) await grants.give(tx, user_id, id)
    return open.length > 0
  }

  async function notifyAdmins(tx: Tx, { user_id, username }: Caller): Promise<void> {
    // The outcome: nothing could be sent.
    const data = { user_id, username, invite_state: '' }
    await events.publish(tx, { type: 'invite_access_request', data }, { to: 'admins' })
    const audience = { to: 'admins' } as const
    await alerts.raise(tx, { type: 'invite_access_request', audience, data: { user_id, username } })
  }

  /** Saves the address together with what follows from it, then sends what is owed. */
  async function share(caller: Caller, email: string, signal?: AbortSignal): Promise<InviteState> {
    const has_grant = await database.withWriteLock('users', async tx => {
      const user = await findUser(tx, caller.user_id)
      if (!user) throw sessionRevoked()
      await recordInviteEmail(tx, user.id, email)
      await database.alsoLock(tx, 'instances')
      const visible = await access.visibleTo(tx, { user_id: user.id, role: user.role })
      if (visible.some(one => one.service_type === 'invite_server')) return true
      if (await autoApprove(tx, caller)) return true
      await notifyAdmins(tx, caller)
      return false
    })
    return has_grant ? invites.sendAll(caller, email, signal) : ''
  }

  return {
    share,
    async shareTyped(caller: Caller, input: string) {
      const email = acceptEmail(input)
      if (email === null) throw new Refusal('invalid_email')
      const invite_state = await share(caller, email)
      await currentCaller(caller)
      return { status: 'ok' as const, email, invite_state }
    },
  }
}

export type EmailSharing = ReturnType<typeof createEmailSharing>
