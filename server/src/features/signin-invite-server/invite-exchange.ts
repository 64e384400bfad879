import type { Database, Tx } from '#db/database.ts'
import type { Grants } from '#features/instances/index.ts'
import { holderOf, insertAccount, recordOf, type ServerAccess } from '#features/media-servers/index.ts'
import {
  assertNoSsoRequired,
  findCaller,
  findUser,
  insertPlainUser,
  type SessionIssuer,
  type SessionOrigin,
  type SignedIn,
  type SsoRequired,
  type UserRow,
} from '#features/sessions/index.ts'
import {
  type Attempt,
  type Attempts,
  findIdentity,
  freeUsername,
  type ToolClients,
} from '#features/sign-in/index.ts'
import { recordShareEmail } from '#features/users/index.ts'
import type { RequestFacts } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { equalInConstantTime } from '#kit/crypto.ts'
import { Refusal } from '#kit/refusal.ts'
import { idsOf } from '#ports/media-server.ts'
import type { ProviderAccount } from '#ports/owner-account.ts'
import type { InviteAttempt, Purpose } from './invite-attempt.ts'
import type { InviteAuthService } from './invite-auth.ts'
import { asUnavailable, type InviteFlow } from './invite-flow.ts'
import { identityKey, type InviteIdentities } from './invite-identities.ts'
import { type ProvenShare, readProvenShares } from './proven-shares.ts'

export interface InviteExchangeParts {
  database: Database
  clock: Clock
  attempts: Pick<Attempts<InviteAttempt>, 'take'>
  auth: Pick<InviteAuthService, 'assertOffered'>
  flow: Pick<InviteFlow, 'readOwn'>
  identities: Pick<InviteIdentities, 'link'>
  access: Pick<ServerAccess, 'inviteServers' | 'listAccounts'>
  grants: Pick<Grants, 'give'>
  issuer: SessionIssuer
  ssoRequired: SsoRequired
  tool_clients: ToolClients
}

export interface Exchange {
  flow: string
  code: string
  verifier: string
}

type Consent = { status: 'mcp_consent'; consent_ticket: string; expires_at: string }
type Exchanged = { session: SignedIn } | { status: 'linked' } | Consent

/**
 * The proven account becomes a session, a link or a consent. Everything that decides is read again in the transaction
 * that uses up the attempt; a refusal leaves the attempt as it was.
 */
export function createInviteExchange(parts: InviteExchangeParts) {
  const { database, clock, attempts, auth, flow, identities, access, grants, issuer } = parts
  const { ssoRequired, tool_clients } = parts

  /** Uses up the attempt under the lock of the users. */
  const useUp = <T>(
    attempt: Attempt<InviteAttempt>,
    run: (tx: Tx, auto_create: boolean) => Promise<T>,
  ): Promise<T> =>
    database.withWriteLock('users', async tx => {
      const { auto_create } = await auth.assertOffered(tx)
      if (!(await attempts.take(tx, attempt))) throw new Refusal('invalid_flow')
      return run(tx, auto_create)
    })

  /** Only for accounts that nobody here is linked to: an established identity needs no share. */
  async function readShares(account: ProviderAccount): Promise<ProvenShare[]> {
    const { auto_create } = await auth.assertOffered(database.read)
    if (!auto_create || (await findIdentity(database.read, identityKey(account.id)))) return []
    return readProvenShares(access, database.read, account.id).catch((error: unknown) => {
      throw asUnavailable(error)
    })
  }

  /** C45: a share that is linked to somebody here needs their own link, or an admin who confirms it. */
  async function assertNobodyHas(tx: Tx, account: ProviderAccount, shares: readonly ProvenShare[]) {
    const addresses = [...shares.flatMap(({ remote }) => idsOf(remote)), account.email.toLowerCase()]
    for (const { id } of await access.inviteServers(tx))
      if ((await holderOf(tx, id, ...addresses.filter(one => one !== ''))) !== undefined)
        throw new Refusal('sign_in_denied')
  }

  /** A new user with linked-only rows, so that sharing never changes, and a grant where the share is. */
  async function signUp(tx: Tx, account: ProviderAccount, proven: readonly ProvenShare[]): Promise<UserRow> {
    await database.alsoLock(tx, 'instances')
    const existing = new Set((await access.inviteServers(tx)).map(one => one.id))
    const shares = proven.filter(({ instance_id, remote }) => existing.has(instance_id) && remote.id !== '')
    if (shares.length === 0) throw new Refusal('sign_in_denied')
    await assertNobodyHas(tx, account, shares)
    const now = iso(clock.now())
    const name = account.username || account.email.replace(/@.*$/, '')
    const user = await insertPlainUser(tx, await freeUsername(tx, name), now)
    await identities.link(tx, user.id, account)
    // Somebody may have accepted two invites of one server; a user has one row there.
    for (const { instance_id, remote } of new Map(shares.map(one => [one.instance_id, one])).values()) {
      const row = recordOf({ user_id: user.id, instance_id }, remote, now)
      await insertAccount(tx, row).catch(denyIfLinked)
      await grants.give(tx, user.id, instance_id)
      await recordShareEmail(tx, user.id, remote.id)
    }
    return (await findUser(tx, user.id)) ?? user
  }

  /** An identity decides; without one, a share that was proven just now makes a new user. */
  async function resolveUser(
    tx: Tx,
    account: ProviderAccount,
    proven: readonly ProvenShare[],
    auto_create: boolean,
  ): Promise<UserRow> {
    const identity = await findIdentity(tx, identityKey(account.id))
    const known = identity && (await findUser(tx, identity.user_id))
    if (!known && !auto_create) throw new Refusal('sign_in_denied')
    const user = known ?? (await signUp(tx, account, proven))
    await assertNoSsoRequired(ssoRequired, tx, user)
    return user
  }

  async function link(
    attempt: Attempt<InviteAttempt>,
    account: ProviderAccount,
    by: Extract<Purpose, { kind: 'link' }>,
  ): Promise<Exchanged> {
    await useUp(attempt, async tx => {
      // The session that began it may have ended; then nothing of its user changes.
      if (!(await findCaller(tx, by))) throw new Refusal('invalid_flow')
      if ((await identities.link(tx, by.user_id, account)) === 'conflict')
        throw new Refusal('identity_conflict')
    })
    return { status: 'linked' }
  }

  async function open(
    attempt: Attempt<InviteAttempt>,
    account: ProviderAccount,
    device: { device_name?: string | undefined; hardware_id?: string | undefined; user_agent: string },
  ): Promise<Exchanged> {
    const proven = await readShares(account)
    const session = await useUp(attempt, async (tx, auto_create) => {
      const user = await resolveUser(tx, account, proven, auto_create)
      return issuer.open(tx, user, device, originOf(account))
    })
    return { session: await issuer.complete(session) }
  }

  async function consent(
    attempt: Attempt<InviteAttempt>,
    account: ProviderAccount,
    { oauth }: Extract<Purpose, { kind: 'mcp' }>,
    origin: string,
  ): Promise<Exchanged> {
    // The client may have been removed since the sign-in began.
    await tool_clients.validate(oauth, origin)
    const proven = await readShares(account)
    const offered = await useUp(attempt, async (tx, auto_create) => {
      const user = await resolveUser(tx, account, proven, auto_create)
      return tool_clients.offerConsent(tx, { user_id: user.id, oauth, origin: originOf(account) })
    })
    return { status: 'mcp_consent', ...offered }
  }

  return async function exchange(
    input: Exchange,
    { user_agent, origin }: Pick<RequestFacts, 'user_agent' | 'origin'>,
  ): Promise<Exchanged> {
    await auth.assertOffered(database.read)
    const attempt = await flow.readOwn(input.flow, input.verifier)
    const { purpose, proven } = attempt.data
    if (!proven || !equalInConstantTime(proven.code, input.code)) throw new Refusal('invalid_flow')
    if (purpose.kind === 'link') return link(attempt, proven.account, purpose)
    if (purpose.kind === 'mcp') return consent(attempt, proven.account, purpose, origin)
    return open(attempt, proven.account, { ...purpose, user_agent })
  }
}

export type InviteExchange = ReturnType<typeof createInviteExchange>

function originOf({ id }: ProviderAccount): SessionOrigin {
  return { method: 'invite_server', subject: id }
}

/** An admin linked the share in this very moment (C45). */
function denyIfLinked(error: unknown): never {
  if (error instanceof Refusal && error.code === 'remote_already_linked')
    throw new Refusal('sign_in_denied', { cause: error })
  throw error
}
