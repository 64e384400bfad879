import type { Database, Tx } from '#db/database.ts'
import type { Grants, Inventory } from '#features/instances/index.ts'
import {
  type AccountRecord,
  accountByRemoteId,
  insertAccount,
  isToBeSwitchedOff,
  recordOf,
} from '#features/media-servers/index.ts'
import {
  assertNoSsoRequired,
  type DeviceFacts,
  findUser,
  insertPlainUser,
  type OpenSession,
  type SessionIssuer,
  type SsoRequired,
  type UserRow,
} from '#features/sessions/index.ts'
import { freeUsername } from '#features/sign-in/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RemoteAccount } from '#ports/media-server.ts'
import type { AccountSignInConfig } from './account-sign-in-config.ts'

export interface AccountSessionParts {
  database: Database
  clock: Clock
  config: AccountSignInConfig
  inventory: Pick<Inventory, 'viewersAmong'>
  grants: Pick<Grants, 'give'>
  issuer: SessionIssuer
  ssoRequired: SsoRequired
}

/** An account that the server proved a moment ago, and the device that signs in. */
export interface ProvenAccount {
  instance_id: string
  remote: RemoteAccount
  facts: DeviceFacts
}

/** Opens the session of a proven account. Everything is read again: the network took its time. */
export function createAccountSessions(parts: AccountSessionParts) {
  const { database, clock, config, inventory, grants, issuer, ssoRequired } = parts

  /**
   * A managed account without a grant is to be disabled, so it counts as disabled before the server was reached. Any
   * other link binds: `disabled` in its row is what was seen last, and the server has just said otherwise.
   */
  async function assertNotRevoked(tx: Tx, account: AccountRecord, user: UserRow): Promise<void> {
    if (!account.manage_access || account.administrator) return
    const holder = { user_id: user.id, role: user.role }
    const granted = await inventory.viewersAmong(tx, account.instance_id, [holder])
    if (!granted.has(user.id)) throw new Refusal('sign_in_denied')
  }

  /** C62: found by instance and remote id, never by a name. */
  async function boundUser(tx: Tx, { instance_id, remote }: ProvenAccount): Promise<UserRow | null> {
    const account = await accountByRemoteId(tx, instance_id, remote.id)
    if (!account) return null
    const user = await findUser(tx, account.user_id)
    if (!user) return null
    await assertNotRevoked(tx, account, user)
    return user
  }

  /**
   * A plain user, even of a remote administrator; with that one instance and nothing else. The account of a deleted
   * user that is still to be disabled counts as disabled, like a managed one without a grant.
   */
  async function createUser(tx: Tx, { instance_id, remote }: ProvenAccount): Promise<UserRow> {
    if (await isToBeSwitchedOff(tx, { instance_id, remote_user_id: remote.id }))
      throw new Refusal('sign_in_denied')
    const now = iso(clock.now())
    const user = await insertPlainUser(tx, await freeUsername(tx, remote.name), now)
    await insertAccount(tx, recordOf({ user_id: user.id, instance_id }, remote, now))
    await grants.give(tx, user.id, instance_id)
    return user
  }

  async function open(tx: Tx, proven: ProvenAccount): Promise<OpenSession> {
    const { instance_id, remote, facts } = proven
    const { auto_create } = await config.assertOffered(tx, instance_id)
    const bound = await boundUser(tx, proven)
    if (!bound && !auto_create) throw new Refusal('sign_in_denied')
    const user = bound ?? (await createUser(tx, proven))
    await assertNoSsoRequired(ssoRequired, tx, user)
    return issuer.open(tx, user, facts, { method: 'account_server', issuer: instance_id, subject: remote.id })
  }

  const openOnce = (proven: ProvenAccount, useUp: (tx: Tx) => Promise<void>): Promise<OpenSession> =>
    database.withWriteLock('users', async tx => {
      await useUp(tx)
      await database.alsoLock(tx, 'instances')
      return open(tx, proven)
    })

  /** `useUp` runs in the transaction that opens the session. */
  return async function openSession(
    proven: ProvenAccount,
    useUp: (tx: Tx) => Promise<void> = async () => undefined,
  ): Promise<OpenSession> {
    try {
      return await openOnce(proven, useUp)
    } catch (error) {
      // Somebody linked the account at the same moment: now it is bound to them.
      if (error instanceof Refusal && error.code === 'remote_already_linked') return openOnce(proven, useUp)
      throw error
    }
  }
}

export type OpenAccountSession = ReturnType<typeof createAccountSessions>
