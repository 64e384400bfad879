import type { MediaAccess, MediaAccessChange } from '@foyer/contract/media-servers/media-access'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { Grants, ShareLibraries } from '#features/instances/index.ts'
import { Refusal } from '#kit/refusal.ts'
import { type AccountRecord, accountsOfInstance, markOwed } from '../account-store.ts'
import type { AccountSync } from '../account-sync.ts'
import {
  type AudiobookPolicy,
  doUsersExist,
  isSameSelection,
  policiesOf,
  savePolicy,
  usersOfDefault,
} from '../audiobook-policy-store.ts'
import type { ServerAccess } from '../server-access.ts'

export interface MediaAccessParts {
  database: Database
  events: Events
  access: ServerAccess
  sync: AccountSync
  grants: Pick<Grants, 'readUsers' | 'replaceUsersOf'>
  shareLibraries: ShareLibraries
}

const DEFAULT_POLICY: AudiobookPolicy = { mode: 'default', library_ids: [] }

/** Who may use an audiobook server, and which of its libraries (2:4.2). */
export function createMediaAccess(parts: MediaAccessParts) {
  const { database, events, access, sync, grants, shareLibraries } = parts

  const assertAudiobooks = (db: Db, instance_id: string) =>
    access.assertKind(db, instance_id, 'audiobook_server')

  async function read(instance_id: string): Promise<MediaAccess> {
    const { server_config } = await assertAudiobooks(database.read, instance_id)
    const accounts = new Map(
      (await accountsOfInstance(database.read, instance_id)).map(one => [one.user_id, one]),
    )
    const policies = await policiesOf(database.read, instance_id)
    return {
      default_library_ids: server_config?.library_ids ?? [],
      user_ids: await grants.readUsers(instance_id),
      policies: Object.fromEntries(
        [...policies].map(([user_id, policy]) => {
          const account = accounts.get(user_id)
          const sync_pending = account?.access_sync_pending ?? false
          return [user_id, { ...policy, sync_pending, manages_libraries: isManaged(account) }]
        }),
      ),
    }
  }

  /** The choices that differ from the saved ones, by user. Nobody chooses for an account that Foyer does not manage. */
  async function editedPolicies(
    tx: Tx,
    instance_id: string,
    wanted: ReadonlyMap<number, AudiobookPolicy>,
  ): Promise<number[]> {
    const saved = await policiesOf(tx, instance_id)
    const edited = [...wanted].filter(
      ([user_id, policy]) => !isSamePolicy(policy, saved.get(user_id) ?? DEFAULT_POLICY),
    )
    const user_ids = new Set(edited.map(([user_id]) => user_id))
    const accounts = (await accountsOfInstance(tx, instance_id)).filter(one => user_ids.has(one.user_id))
    // C39
    if (accounts.some(account => account.administrator)) throw new Refusal('administrator_account')
    if (accounts.some(account => !account.manage_access)) throw new Refusal('account_unmanaged')
    return [...user_ids]
  }

  /** 1/4.12: grants, pins and admins alike. Somebody without any of these may still have an account. */
  async function affectedByDefault(tx: Tx, instance_id: string): Promise<number[]> {
    const users = await usersOfDefault(tx, instance_id)
    const viewers = await access.grantedAmong(tx, users, instance_id)
    const holders = new Set((await accountsOfInstance(tx, instance_id)).map(one => one.user_id))
    return users.map(one => one.user_id).filter(id => viewers.has(id) || holders.has(id))
  }

  /** Defaults, choices and grants are saved together, before a new grant can be used to make an account. */
  async function save(tx: Tx, instance_id: string, change: MediaAccessChange): Promise<void> {
    const instance = await assertAudiobooks(tx, instance_id)
    const user_ids = [...new Set(change.user_ids)]
    const policies = new Map(
      Object.entries(change.policies).map(([id, { mode, library_ids }]) => [
        Number(id),
        { mode, library_ids: [...new Set(library_ids)] },
      ]),
    )
    if (!(await doUsersExist(tx, [...user_ids, ...policies.keys()]))) throw new Refusal('not_found')
    const edited = await editedPolicies(tx, instance_id, policies)
    for (const [user_id, policy] of policies) await savePolicy(tx, { user_id, instance_id }, policy)
    const is_default_changed = await shareLibraries(tx, instance, change.default_library_ids)
    await markOwed(tx, instance_id, edited)
    const granted_or_revoked = new Set(await grants.replaceUsersOf(tx, instance_id, user_ids))
    const others = is_default_changed ? await affectedByDefault(tx, instance_id) : []
    // The others were notified with their grant.
    const notified = [...new Set([...edited, ...others])].filter(id => !granted_or_revoked.has(id))
    if (notified.length === 0) return
    await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'users', user_ids: notified })
  }

  return {
    read,
    async change(instance_id: string, change: MediaAccessChange): Promise<MediaAccess> {
      await database.withWriteLock('instances', tx => save(tx, instance_id, change))
      await sync.syncInstance(instance_id)
      return read(instance_id)
    },
  }
}

export type MediaAccessService = ReturnType<typeof createMediaAccess>

function isManaged(account: AccountRecord | undefined): boolean {
  return account !== undefined && account.manage_access && !account.administrator
}

function isSamePolicy(a: AudiobookPolicy, b: AudiobookPolicy): boolean {
  return a.mode === b.mode && isSameSelection(a, b)
}
