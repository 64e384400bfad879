import type { Db, Tx } from '#db/database.ts'
import { deleteInvite, findInvite, type Invite } from '#features/connect-links/index.ts'
import { findCaller, findUser, insertPlainUser, type UserRow } from '#features/sessions/index.ts'
import { findIdentity, freeUsername, insertIdentity } from '#features/sign-in/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Initiator, OidcIdentity, Purpose } from '../oidc-attempts.ts'
import type { OidcConfiguration } from '../oidc-configuration.ts'

/** Whose account an identity enters. Without `user` it gets a new one. */
interface Entry {
  user?: UserRow
  is_linked: boolean
  invite?: Invite
}

/**
 * Which account a proved identity opens. The callback reads it to refuse early (C42); the exchange reads it again in
 * the transaction that opens the session.
 */
export function createAccountEntry({ clock }: { clock: Clock }) {
  const now = () => iso(clock.now())

  async function findOwner(db: Db, { issuer, subject }: OidcIdentity): Promise<UserRow | undefined> {
    const known = await findIdentity(db, { provider: 'oidc', issuer, subject })
    return known && findUser(db, known.user_id)
  }

  async function save(tx: Tx, user_id: number, identity: OidcIdentity): Promise<void> {
    const { issuer, subject, email, username } = identity
    const created_at = now()
    await insertIdentity(tx, { provider: 'oidc', issuer, subject, user_id, email, username, created_at })
  }

  /** An invitation enters the invited account and wins over `auto_create` (C43). */
  async function findEntry(
    db: Db,
    { saved }: OidcConfiguration,
    identity: OidcIdentity,
    invitation: string | undefined,
  ): Promise<Entry> {
    const owner = await findOwner(db, identity)
    const invite = invitation === undefined ? undefined : await findInvite(db, invitation, now())
    const invited = invite && (await findUser(db, invite.user_id))
    if (owner) {
      if (invited && invited.id !== owner.id) throw new Refusal('identity_conflict')
      return { user: owner, is_linked: true, ...(invite && { invite }) }
    }
    if (invite && invited) return { user: invited, is_linked: false, invite }
    if (invitation !== undefined || !saved.auto_create) throw new Refusal('account_not_linked')
    return { is_linked: false }
  }

  /** True when it is linked to this account already. */
  async function isLinkedTo(db: Db, user_id: number, identity: OidcIdentity): Promise<boolean> {
    const owner = await findOwner(db, identity)
    if (owner && owner.id !== user_id) throw new Refusal('identity_conflict')
    return owner !== undefined
  }

  /** The session that began a link or a test must still be there, and a test needs an admin. */
  async function assertInitiator(db: Db, by: Initiator, purpose: 'link' | 'test'): Promise<void> {
    const caller = await findCaller(db, by)
    if (!caller || (purpose === 'test' && caller.role !== 'admin')) throw new Refusal('invalid_flow')
  }

  return {
    assertInitiator,

    /** Throws the refusal that the exchange would give. */
    async assertAdmitted(db: Db, configuration: OidcConfiguration, purpose: Purpose, identity: OidcIdentity) {
      if (purpose.type === 'link' || purpose.type === 'test')
        await assertInitiator(db, purpose.by, purpose.type)
      if (purpose.type === 'link') await isLinkedTo(db, purpose.by.user_id, identity)
      if (purpose.type === 'sign_in') await findEntry(db, configuration, identity, purpose.invitation)
      if (purpose.type === 'mcp') await findEntry(db, configuration, identity, undefined)
    },

    /** The account of this identity: its own, the invited one or a new one. Call it under the lock of the users. */
    async enter(
      tx: Tx,
      configuration: OidcConfiguration,
      identity: OidcIdentity,
      invitation?: string,
    ): Promise<UserRow> {
      const { user, is_linked, invite } = await findEntry(tx, configuration, identity, invitation)
      const entered = user ?? (await insertPlainUser(tx, await freeUsername(tx, identity.username), now()))
      if (!is_linked) await save(tx, entered.id, identity)
      if (invite) await deleteInvite(tx, invite.token_hash)
      return entered
    },

    /** Linking one's own identity again changes nothing. Call it under the lock of the users. */
    async link(tx: Tx, by: Initiator, identity: OidcIdentity): Promise<void> {
      await assertInitiator(tx, by, 'link')
      if (!(await isLinkedTo(tx, by.user_id, identity))) await save(tx, by.user_id, identity)
    },
  }
}

export type AccountEntry = ReturnType<typeof createAccountEntry>
