import type { ImportResult } from '@foyer/contract/media-servers/account-import'
import type { Database, Db, Tx } from '#db/database.ts'
import type { ConnectLinks, LinkOrigin } from '#features/connect-links/index.ts'
import type { Grants, MediaServerRecord } from '#features/instances/index.ts'
import {
  acceptUsername,
  findUser,
  findUserByKey,
  insertPlainUser,
  usernameKey,
  type UserRow,
} from '#features/sessions/index.ts'
import type { ImportedUsers } from '#features/users/index.ts'
import type { RunExclusive } from '#jobs/exclusive.ts'
import { assertMay, type Caller, type CurrentCaller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { idsOf, type RemoteAccount } from '#ports/media-server.ts'
import { allowLinking, findAccount, holderOf, insertAccount } from '../account-store.ts'
import { type AccountSync, accountLock } from '../account-sync.ts'
import { identityError, type InviteIdentities } from '../invite-identities.ts'
import { recordOf } from '../own-accounts.ts'
import { accountRefusal, type ServerAccess } from '../server-access.ts'

export interface AccountImportParts {
  database: Database
  clock: Clock
  log: Log
  access: ServerAccess
  sync: AccountSync
  exclusive: RunExclusive
  currentCaller: CurrentCaller
  grants: Pick<Grants, 'give'>
  links: Pick<ConnectLinks, 'originFor' | 'mint'>
  imported: ImportedUsers
  invite_identities: Pick<InviteIdentities, 'conflictOf'>
}

export interface ImportOrder {
  remote_user_ids: readonly string[]
  server_url?: string | undefined
  manage_access: boolean
  mappings: Readonly<Record<string, number>>
}

/** One picked account and what is known for all of them. */
interface Row {
  instance: MediaServerRecord
  remote: RemoteAccount
  manage_access: boolean
  /** The user that an admin chose for it. */
  mapped_id: number | undefined
  origin: LinkOrigin
}

type ImportError = ImportResult['error']
/** The user that an account goes to, or the name of the one to be made. */
type Target = { user: UserRow } | { username: string } | { error: ImportError }

/** Users made of accounts that a media server has already (2:4.2). */
export function createAccountImport(parts: AccountImportParts) {
  const { database, clock, log, access, sync, exclusive, grants, links, imported } = parts
  const { invite_identities } = parts

  async function listAll(instance: MediaServerRecord): Promise<RemoteAccount[]> {
    try {
      return await access.listAccounts(instance)
    } catch (error) {
      throw accountRefusal(error)
    }
  }

  /** C28: names are compared without case. On the invite server only an admin knows whose share it is. */
  async function targetOf(db: Db, { instance, remote, mapped_id }: Row): Promise<Target> {
    if (mapped_id !== undefined) {
      const user = await findUser(db, mapped_id)
      return user ? { user } : { error: 'user_failed' }
    }
    const username = acceptUsername(remote.name)
    if (username === null) return { error: 'user_failed' }
    const user = await findUserByKey(db, usernameKey(username))
    if (!user) return { username }
    return instance.service_type === 'invite_server' ? { error: 'username_conflict' } : { user }
  }

  /** Everything about one account is saved together, so that a crash leaves it done or not begun. */
  async function save(tx: Tx, row: Row, locked_id: number | null): Promise<ImportResult> {
    const { instance, remote, origin } = row
    if (!(await access.find(tx, instance.id))) return failed(remote, 'link_failed')
    const holder_id = await holderOf(tx, instance.id, ...idsOf(remote))
    if (holder_id !== undefined)
      return failed(remote, 'already_linked', (await findUser(tx, holder_id)) ?? null)
    const target = await targetOf(tx, row)
    if ('error' in target) return failed(remote, target.error)
    // Somebody made, renamed or deleted the user since the lock was taken.
    if (('user' in target ? target.user.id : null) !== locked_id) throw new Refusal('conflict')
    const now = iso(clock.now())
    const user = 'user' in target ? target.user : await insertPlainUser(tx, target.username, now)
    const key = { user_id: user.id, instance_id: instance.id }
    if (await findAccount(tx, key)) return failed(remote, 'user_has_account', user)
    // Administrators can be linked and are never changed.
    const manage_access = row.manage_access && !remote.is_administrator
    await insertAccount(tx, {
      ...recordOf(key, remote, now),
      manage_access,
      access_sync_pending: manage_access,
    })
    await allowLinking(tx, key)
    await grants.give(tx, user.id, instance.id)
    if (manage_access) await sync.enqueue(tx, key)
    if (instance.service_type === 'invite_server') await imported.recordEmail(tx, user.id, remote.id)
    const link = (await imported.canSignIn(tx, user.id)) ? '' : await links.mint(tx, user.id, origin)
    const conflict = await invite_identities.conflictOf(tx, user.id, remote.provider_id)
    return {
      ...failed(remote, '', user),
      ...identityError(conflict),
      created: 'username' in target,
      linked: true,
      link,
      origin_source: link === '' ? '' : origin.origin_source,
    }
  }

  const saveLocked = (row: Row, locked_id: number | null): Promise<ImportResult> =>
    database.withWriteLock('users', async tx => {
      await database.alsoLock(tx, 'instances')
      return save(tx, row, locked_id)
    })

  /** Users who exist may be making an account for themselves right now. */
  async function importOne(row: Row): Promise<ImportResult> {
    const target = await targetOf(database.read, row)
    if (!('user' in target)) return saveLocked(row, null)
    const key = { user_id: target.user.id, instance_id: row.instance.id }
    return exclusive(accountLock(key), () => saveLocked(row, target.user.id))
  }

  /** Rows are independent: one that another change got ahead of does not end the others. */
  async function tryImport(row: Row): Promise<ImportResult> {
    try {
      return await importOne(row)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log.warn({ err: error, instance_id: row.instance.id }, 'an account could not be imported')
      return failed(row.remote, 'link_failed')
    }
  }

  return async function importAccounts(
    caller: Caller,
    instance_id: string,
    order: ImportOrder,
  ): Promise<{ results: ImportResult[] }> {
    const origin = await links.originFor(order.server_url)
    const instance = await access.assertExists(instance_id)
    const all = new Map((await listAll(instance)).map(one => [one.id, one]))
    // Reading the server takes time, and the caller may have lost the role since.
    assertMay(await parts.currentCaller(caller), 'users:manage')
    const results: ImportResult[] = []
    for (const id of new Set(order.remote_user_ids)) {
      const remote = all.get(id) ?? all.get(id.toLowerCase())
      const { manage_access } = order
      const mapped_id = Object.hasOwn(order.mappings, id) ? order.mappings[id] : undefined
      const result = remote
        ? await tryImport({ instance, remote, manage_access, mapped_id, origin })
        : failed({ id, name: '' }, 'not_found')
      results.push({ ...result, remote_user_id: id })
    }
    if (order.manage_access) await sync.syncInstance(instance_id)
    return { results }
  }
}

export type ImportAccounts = ReturnType<typeof createAccountImport>

function failed(
  { id, name }: Pick<RemoteAccount, 'id' | 'name'>,
  error: ImportError,
  user: UserRow | null = null,
): ImportResult {
  return {
    remote_user_id: id,
    remote_username: name,
    user_id: user?.id ?? null,
    username: user?.username ?? '',
    created: false,
    linked: false,
    link: '',
    origin_source: '',
    error,
  }
}
