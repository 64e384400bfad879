import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import type { AdoptInstance } from '#features/instances/index.ts'
import { findUser } from '#features/sessions/index.ts'
import type { Log } from '#kit/log.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { defineSetting, type Settings } from '#settings/settings.ts'
import { holderOf, insertAccount } from '../account-store.ts'
import { recordOf } from '../own-accounts.ts'

const Invited = z.object({ user_id: z.int(), email: z.string().min(1), invited_at: z.iso.datetime() })
const LegacyInviteServer = z.object({
  token: z.string().min(1),
  /** Empty: an owner was linked, and no server was chosen. */
  machine_identifier: z.string(),
  library_ids: z.array(z.string()),
  auto_approve: z.boolean(),
  invited: z.array(Invited),
})
type LegacyInviteServer = z.infer<typeof LegacyInviteServer>

/** The one invite server of a time when servers were not instances yet (R13). */
export const LEGACY_INVITE_SERVER = defineSetting({
  key: 'legacy_invite_server',
  schema: LegacyInviteServer.nullable(),
  default: null,
  secret: true,
})

export interface LegacyInviteServerParts {
  database: Database
  settings: Settings
  log: Log
  adopt: AdoptInstance
  /** Its own address was never asked for: shares are made at plex.tv, and an admin may add the address. */
  plex_tv_url: string
}

/**
 * 2:4.13.8: it becomes an instance, and everybody who was invited has a grant and an account on it. The setting is the
 * mark: it goes in the same transaction, so a second start finds nothing to do.
 */
export function createLegacyInviteServer(parts: LegacyInviteServerParts) {
  const { database, settings, log, adopt, plex_tv_url } = parts

  async function readLegacy(tx: Tx): Promise<LegacyInviteServer | null> {
    try {
      return await settings.read(tx, LEGACY_INVITE_SERVER)
    } catch (error) {
      // With a code it is the database that failed, and not the value.
      if (!(error instanceof StorageFault) || error.code !== undefined) throw error
      log.error({ err: error }, 'the earlier invite server cannot be read and is left as it is')
      return null
    }
  }

  async function addInstance(tx: Tx, legacy: LegacyInviteServer): Promise<void> {
    const { token: api_key, machine_identifier, library_ids, auto_approve } = legacy
    const invited = await invitedStill(tx, legacy)
    const instance_id = await adopt(
      tx,
      {
        service_type: 'invite_server',
        name: 'Plex',
        url: plex_tv_url,
        api_key,
        server_config: { machine_identifier, library_ids, auto_approve },
      },
      invited.map(one => one.user_id),
    )
    let accounts = 0
    for (const { user_id, email, invited_at } of invited) {
      // The first who was invited by an address has its share.
      if ((await holderOf(tx, instance_id, email)) !== undefined) continue
      const share = { id: email, name: email, is_administrator: false, is_disabled: false, pending: false }
      const record = recordOf({ user_id, instance_id }, share, invited_at)
      await insertAccount(tx, { ...record, created_by_app: true, manage_access: true, invited_at })
      accounts += 1
    }
    log.info({ instance_id, accounts }, 'the earlier invite server became an instance')
  }

  return {
    migrate: (): Promise<void> =>
      database.withWriteLock('instances', async tx => {
        const legacy = await readLegacy(tx)
        if (!legacy) return
        if (legacy.machine_identifier === '')
          log.warn({}, 'the earlier link to an invite server was dropped: no server was chosen')
        else await addInstance(tx, legacy)
        await settings.remove(tx, LEGACY_INVITE_SERVER)
      }),
  }
}

/** Once each, and only those who are still here. */
async function invitedStill(tx: Tx, { invited }: LegacyInviteServer) {
  const found = new Map<number, z.infer<typeof Invited>>()
  for (const one of invited) {
    if (found.has(one.user_id) || !(await findUser(tx, one.user_id))) continue
    found.set(one.user_id, { ...one, email: one.email.toLowerCase() })
  }
  return [...found.values()]
}
