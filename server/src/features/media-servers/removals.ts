import type { Database } from '#db/database.ts'
import { AccountRefused } from '#ports/media-server.ts'
import { holderOf } from './account-store.ts'
import { deleteRemoval, type Removal } from './attempt-store.ts'
import type { ServerAccess } from './server-access.ts'

/** Switches off what is saved to be switched off: accounts of deleted users, and shares with an old address. */
export function createRemovals({ database, access }: { database: Database; access: ServerAccess }) {
  async function deny({ instance_id, remote_user_id }: Removal, signal: AbortSignal): Promise<void> {
    const instance = await access.find(database.read, instance_id)
    // Linked to somebody in the meantime: it is theirs now.
    if (!instance || (await holderOf(database.read, instance_id, remote_user_id)) !== undefined) return
    const { server, connection } = access.reach(instance)
    await server.deny(connection, remote_user_id, signal).catch((error: unknown) => {
      // Administrators and owners are never changed (2:3).
      if (!(error instanceof AccountRefused)) throw error
    })
  }

  return async function switchOff(removal: Removal, signal: AbortSignal): Promise<void> {
    await deny(removal, signal)
    await database.transaction(async tx => void (await deleteRemoval(tx, removal)))
  }
}

export type SwitchOff = ReturnType<typeof createRemovals>
