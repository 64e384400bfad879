import type { InviteAuth } from '@foyer/contract/sign-in/invite-sign-in'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { FindLinkedSignIns, SessionsBegun } from '#features/sessions/index.ts'
import type { Attempts } from '#features/sign-in/index.ts'
import { changeMethodSafely } from '#features/users/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import type { InviteAttempt } from './invite-attempt.ts'
import { inviteAuthSettings } from './invite-auth-settings.ts'

export interface InviteAuthParts {
  database: Database
  settings: Settings
  inventory: Pick<Inventory, 'list'>
  attempts: Pick<Attempts<InviteAttempt>, 'endAll'>
  linkedSignIns: FindLinkedSignIns
  endSessionsBegun(tx: Tx, begun: SessionsBegun): Promise<unknown>
}

/** Whether people may sign in with the invite server, and what follows from turning it off. */
export function createInviteAuth(parts: InviteAuthParts) {
  const { database, settings, inventory, attempts } = parts

  const read = (db: Db): Promise<InviteAuth> => settings.read(db, inviteAuthSettings)

  async function hasServer(db: Db): Promise<boolean> {
    return (await inventory.list(db)).some(one => one.service_type === 'invite_server')
  }

  /** Without an invite server nobody can be known, so it is not offered, whatever the setting says. */
  async function isOffered(db: Db): Promise<boolean> {
    return (await read(db)).enabled && (await hasServer(db))
  }

  return {
    read,
    isOffered,

    async assertOffered(db: Db): Promise<InviteAuth> {
      if (!(await isOffered(db))) throw new Refusal('sign_in_disabled')
      return read(db)
    },

    change: (change: Partial<InviteAuth>): Promise<InviteAuth> =>
      settings.lock(async tx => {
        // Sessions are opened under this lock, so none is opened after those that exist were ended.
        await database.alsoLock(tx, 'users')
        if (change.enabled && !(await hasServer(tx))) throw new Refusal('no_instance', { status: 409 })
        await changeMethodSafely(tx, parts.linkedSignIns, () =>
          settings.update<InviteAuth>(tx, inviteAuthSettings, change),
        )
        const saved = await read(tx)
        if (!saved.enabled) {
          await attempts.endAll(tx)
          await parts.endSessionsBegun(tx, { method: 'invite_server' })
        }
        return saved
      }),
  }
}

export type InviteAuthService = ReturnType<typeof createInviteAuth>
