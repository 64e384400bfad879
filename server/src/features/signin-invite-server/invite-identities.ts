import type { Database, Db, Tx } from '#db/database.ts'
import {
  findCallers,
  type FindLinkedSignIns,
  findUser,
  hasSignInMethod,
  type SessionsBegun,
  type SsoRequired,
  type UserRow,
} from '#features/sessions/index.ts'
import {
  deleteIdentities,
  findIdentity,
  identitiesOf,
  type Identity,
  insertIdentity,
  usersLinkedTo,
} from '#features/sign-in/index.ts'
import { userMethods } from '#features/users/index.ts'
import { type Caller, sessionRevoked } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ProviderAccount } from '#ports/owner-account.ts'
import type { InviteAuthService } from './invite-auth.ts'

const PROVIDER = 'invite_server'

export interface InviteIdentityParts {
  database: Database
  clock: Clock
  auth: Pick<InviteAuthService, 'isOffered'>
  ssoRequired: SsoRequired
  /** Who can sign in with OpenID Connect. */
  linkedByOidc: FindLinkedSignIns
  endSessionsBegun(tx: Tx, begun: SessionsBegun): Promise<unknown>
}

/** What became of linking a proven account. */
type LinkOutcome = 'linked' | 'already_linked' | 'conflict'

/** Why an account of the provider cannot become the identity of a user. */
type IdentityConflict = 'taken' | 'has_another'

/** The key of an identity: the provider's accounts are the same on every server. */
export function identityKey(account_id: string) {
  return { provider: PROVIDER, issuer: '', subject: account_id } as const
}

/** The provider's accounts that sign in to accounts here (2:4.3). */
export function createInviteIdentities(parts: InviteIdentityParts) {
  const { database, clock, auth, ssoRequired, linkedByOidc } = parts

  async function findConflict(
    db: Db,
    user_id: number,
    account_id: string,
  ): Promise<IdentityConflict | 'own' | null> {
    const holder = await findIdentity(db, identityKey(account_id))
    if (holder) return holder.user_id === user_id ? 'own' : 'taken'
    return (await identitiesOf(db, user_id, PROVIDER)).length > 0 ? 'has_another' : null
  }

  /** Under the lock of the users. Everybody has one identity at most. */
  async function link(tx: Tx, user_id: number, account: ProviderAccount): Promise<LinkOutcome> {
    const conflict = await findConflict(tx, user_id, account.id)
    if (conflict === 'own') return 'already_linked'
    if (conflict) return 'conflict'
    const { id, email, username } = account
    const created_at = iso(clock.now())
    await insertIdentity(tx, { ...identityKey(id), user_id, email, username, created_at })
    return 'linked'
  }

  /** Whether the user could sign in without this identity; a method that SSO-only mode closes does not count. */
  async function hasOtherMethod(tx: Tx, user: UserRow): Promise<boolean> {
    const oidc = (await linkedByOidc(tx, [user.id])).has(user.id)
    if (await ssoRequired(tx, user)) return oidc
    const methods = await userMethods(tx, user.id)
    return hasSignInMethod({ password: false, passkeys: 0, ...methods, linked: oidc })
  }

  /** An identity lets nobody in while the method is off. */
  const linkedSignIns: FindLinkedSignIns = async (db, user_ids) =>
    (await auth.isOffered(db))
      ? usersLinkedTo(db, { provider: PROVIDER, issuer: '' }, user_ids)
      : new Set<number>()

  async function unlink(tx: Tx, user_id: number): Promise<void> {
    await deleteIdentities(tx, { user_id, provider: PROVIDER })
  }

  const list = async (db: Db, user_id: number) => ({
    identities: (await identitiesOf(db, user_id, PROVIDER)).map(present),
  })

  return {
    link,
    linkedSignIns,

    listOwn: ({ user_id }: Caller) => list(database.read, user_id),

    /** Without one there is nothing to do. */
    unlinkOwn: ({ user_id }: Caller): Promise<void> =>
      database.withWriteLock('users', async tx => {
        const user = await findUser(tx, user_id)
        if (!user) throw sessionRevoked()
        if ((await identitiesOf(tx, user_id, PROVIDER)).length === 0) return
        if (!(await hasOtherMethod(tx, user))) throw new Refusal('last_method')
        await unlink(tx, user_id)
      }),

    async listOf(user_id: number) {
      if (!(await findUser(database.read, user_id))) throw new Refusal('not_found')
      return list(database.read, user_id)
    },

    /** Plain users get a new link from an admin; an admin must not be locked out (1/4.1). */
    unlinkOf: (user_id: number): Promise<void> =>
      database.withWriteLock('users', async tx => {
        const user = await findUser(tx, user_id)
        if (!user || (await identitiesOf(tx, user_id, PROVIDER)).length === 0) throw new Refusal('not_found')
        if (user.role === 'admin' && !(await hasOtherMethod(tx, user))) throw new Refusal('last_method')
        await unlink(tx, user_id)
        await parts.endSessionsBegun(tx, { method: PROVIDER, user_id })
      }),

    /** 2/4.1: somebody signed in to the provider for their share, which proves the account as well. */
    linkProven: (caller: Caller, account: ProviderAccount): Promise<LinkOutcome | 'disabled'> =>
      database.withWriteLock('users', async tx => {
        if (!(await auth.isOffered(tx))) return 'disabled'
        const now = (await findCallers(tx, [caller.device_id])).get(caller.device_id)
        if (now?.user_id !== caller.user_id) throw sessionRevoked()
        return link(tx, caller.user_id, account)
      }),

    /** 2/4.2: why the account of a share cannot sign in to this user's account; null: nothing is in the way. */
    async conflictOf(db: Db, user_id: number, account_id: string | undefined) {
      if (account_id === undefined || !(await auth.isOffered(db))) return null
      const conflict = await findConflict(db, user_id, account_id)
      return conflict === 'own' ? null : conflict
    },
  }
}

export type InviteIdentities = ReturnType<typeof createInviteIdentities>

function present({ subject, email, username, created_at }: Identity) {
  return { invite_account_id: subject, email, username, created_at }
}
