import type { Database, Db, Tx } from '#db/database.ts'
import { policyOf } from '#features/kids/index.ts'
import {
  existingUser,
  type FindLinkedSignIns,
  findUser,
  hasSignInMethod,
  type SessionsBegun,
  type SsoRequired,
  type UserRow,
} from '#features/sessions/index.ts'
import { deleteIdentities, identitiesOf } from '#features/sign-in/index.ts'
import { signInMethodsOf } from '#features/users/index.ts'
import { type Caller, sessionRevoked } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'

const KIDS_UNLINK = 'An admin has to unlink single sign-on from a kids account.'

interface ShownIdentity {
  issuer: string
  subject: string
  created_at: string
}

export function createOidcIdentities(deps: {
  database: Database
  ssoRequired: SsoRequired
  sessions: {
    endSessionsBegun(tx: Tx, begun: SessionsBegun): Promise<unknown>
    linkedSignIns: FindLinkedSignIns
  }
}) {
  const { database, ssoRequired, sessions } = deps

  async function list(db: Db, user_id: number): Promise<{ identities: ShownIdentity[] }> {
    const identities = await identitiesOf(db, user_id, 'oidc')
    return {
      identities: identities.map(({ issuer, subject, created_at }) => ({ issuer, subject, created_at })),
    }
  }

  async function remove(tx: Tx, user_id: number, issuer: string | undefined): Promise<void> {
    const removed = await deleteIdentities(tx, { user_id, provider: 'oidc', issuer })
    if (removed.length === 0) throw new Refusal('not_found')
  }

  /** 2:4.4: a password or a passkey that may be used. Another linked account is not a local method. */
  async function hasLocalMethod(tx: Tx, user: UserRow): Promise<boolean> {
    if (await ssoRequired(tx, user)) return false
    const methods = await signInMethodsOf(tx, user.id, sessions.linkedSignIns)
    return methods !== null && hasSignInMethod({ ...methods, linked: false })
  }

  async function canSignIn(tx: Tx, user_id: number): Promise<boolean> {
    const methods = await signInMethodsOf(tx, user_id, sessions.linkedSignIns)
    return methods !== null && hasSignInMethod(methods)
  }

  return {
    own: (user_id: number) => list(database.read, user_id),

    /**
     * Ends the sessions that began with the unlinked identities, as a replaced password does (C68), except the one that
     * asks for it.
     */
    unlinkOwn: ({ user_id, device_id }: Caller, issuer: string): Promise<void> =>
      database.withWriteLock('users', async tx => {
        const user = await findUser(tx, user_id)
        if (!user) throw sessionRevoked()
        // Where accounts are created at sign-in, unlinking would open a second one, without limits.
        if (await policyOf(tx, user_id)) throw new Refusal('forbidden', { error: KIDS_UNLINK })
        await remove(tx, user_id, issuer)
        if (!(await hasLocalMethod(tx, user))) throw new Refusal('last_method')
        await sessions.endSessionsBegun(tx, { method: 'oidc', user_id, issuer, but: device_id })
      }),

    async ofUser(user_id: number): Promise<{ identities: ShownIdentity[] }> {
      await existingUser(database.read, user_id)
      return list(database.read, user_id)
    },

    /** Without an issuer: all. An admin keeps a method to sign in with (1/4.1); others may be sent a connect link. */
    unlinkOfUser: (user_id: number, issuer: string | undefined): Promise<void> =>
      database.withWriteLock('users', async tx => {
        const user = await existingUser(tx, user_id)
        const could = user.role === 'admin' && (await canSignIn(tx, user_id))
        await remove(tx, user_id, issuer)
        if (could && !(await canSignIn(tx, user_id))) throw new Refusal('last_method')
        await sessions.endSessionsBegun(tx, {
          method: 'oidc',
          user_id,
          ...(issuer !== undefined && { issuer }),
        })
      }),
  }
}

export type OidcIdentitiesService = ReturnType<typeof createOidcIdentities>
