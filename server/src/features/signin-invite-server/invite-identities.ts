import type { Database, Db, Tx } from '#db/database.ts'
import {
  type FindLinkedSignIns,
  findCaller,
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
import { signInMethodsOf } from '#features/users/index.ts'
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
  /** Of all methods, this one included. */
  linkedSignIns: FindLinkedSignIns
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
  const { database, clock, auth, ssoRequired, linkedSignIns, endSessionsBegun } = parts

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

  /** Whether the user can sign in; a method that SSO-only mode closes does not count. */
  async function canSignIn(tx: Tx, user: UserRow): Promise<boolean> {
    const methods = await signInMethodsOf(tx, user.id, linkedSignIns)
    if (!methods) return false
    return (await ssoRequired(tx, user)) ? methods.linked : hasSignInMethod(methods)
  }

  /** False: there was none. */
  async function unlink(tx: Tx, user_id: number): Promise<boolean> {
    return (await deleteIdentities(tx, { user_id, provider: PROVIDER })).length > 0
  }

  const list = async (db: Db, user_id: number) => ({
    identities: (await identitiesOf(db, user_id, PROVIDER)).map(present),
  })

  return {
    link,

    listOwn: ({ user_id }: Caller) => list(database.read, user_id),

    /**
     * Without one there is nothing to do. Ends the sessions that began with it, as a replaced password does (C68),
     * except the one that asks for it.
     */
    unlinkOwn: ({ user_id, device_id }: Caller): Promise<void> =>
      database.withWriteLock('users', async tx => {
        const user = await findUser(tx, user_id)
        if (!user) throw sessionRevoked()
        if (!(await unlink(tx, user_id))) return
        if (!(await canSignIn(tx, user))) throw new Refusal('last_method')
        await endSessionsBegun(tx, { method: PROVIDER, user_id, but: device_id })
      }),

    async listOf(user_id: number) {
      if (!(await findUser(database.read, user_id))) throw new Refusal('not_found')
      return list(database.read, user_id)
    },

    /** Plain users get a new link from an admin; an admin must not be locked out (1/4.1). */
    unlinkOf: (user_id: number): Promise<void> =>
      database.withWriteLock('users', async tx => {
        const user = await findUser(tx, user_id)
        if (!user || !(await unlink(tx, user_id))) throw new Refusal('not_found')
        if (user.role === 'admin' && !(await canSignIn(tx, user))) throw new Refusal('last_method')
        await endSessionsBegun(tx, { method: PROVIDER, user_id })
      }),

    /** Who of these can sign in with an identity now. */
    async linkedUsers(db: Db, user_ids: readonly number[]): Promise<ReadonlySet<number>> {
      if (!(await auth.isOffered(db))) return new Set()
      return usersLinkedTo(db, { provider: PROVIDER, issuer: '' }, user_ids)
    },

    /** 2/4.1: somebody signed in to the provider for their share, which proves the account as well. */
    linkProven: (caller: Caller, account: ProviderAccount): Promise<LinkOutcome | 'disabled'> =>
      database.withWriteLock('users', async tx => {
        if (!(await auth.isOffered(tx))) return 'disabled'
        if (!(await findCaller(tx, caller))) throw sessionRevoked()
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
