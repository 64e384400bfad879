import type { InviteCandidate } from '@foyer/contract/sign-in/invite-sign-in'
import type { Database, Db, Tx } from '#db/database.ts'
import { allAccounts, type ServerAccess } from '#features/media-servers/index.ts'
import { identitiesOfProvider } from '#features/sign-in/index.ts'
import { assertMay, type Caller, type CurrentCaller } from '#kit/caller.ts'
import type { Log } from '#kit/log.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { idsOf, type RemoteAccount } from '#ports/media-server.ts'
import { type ReadServer, reviewCandidates, type ServerAccount, type StoredLink } from './candidate-rules.ts'
import type { InviteIdentities } from './invite-identities.ts'

/** Servers that are read at the same time; each of them has four seconds. */
const AT_ONCE = 8

export interface InviteCandidateParts {
  database: Database
  log: Log
  access: Pick<ServerAccess, 'inviteServers' | 'listAccounts'>
  identities: Pick<InviteIdentities, 'link'>
  currentCaller: CurrentCaller
}

interface Mapping {
  user_id: number
  invite_account_id: string
}

/** Shares that users are linked to already, and that an admin may make into sign-in identities (2:4.3, C45). */
export function createInviteCandidates(parts: InviteCandidateParts) {
  const { database, log, access, identities, currentCaller } = parts

  async function storedLinks(db: Db): Promise<StoredLink[]> {
    const servers = new Set((await access.inviteServers(db)).map(one => one.id))
    return (await allAccounts(db)).filter(one => servers.has(one.instance_id))
  }

  /**
   * Every server that somebody is linked to: an account that another user has on a second one is nobody's to sign in
   * with. One that cannot be read is uncertain, not empty.
   */
  async function readServers(): Promise<ReadServer[]> {
    const wanted = new Set((await storedLinks(database.read)).map(one => one.instance_id))
    const servers = (await access.inviteServers(database.read)).filter(one => wanted.has(one.id))
    return mapConcurrently(servers, AT_ONCE, async instance => {
      const { id: instance_id, name } = instance
      try {
        const accounts = (await access.listAccounts(instance)).map(toServerAccount)
        return { instance_id, name, accounts }
      } catch (error) {
        if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
        log.warn({ err: error, instance_id }, 'an invite server could not be read')
        return { instance_id, name, accounts: null }
      }
    })
  }

  /** The servers were read before; what is stored here is read now. */
  async function review(db: Db, servers: readonly ReadServer[]): Promise<InviteCandidate[]> {
    return reviewCandidates(await storedLinks(db), servers, await identitiesOfProvider(db, 'invite_server'))
  }

  async function assertAdmin(caller: Caller): Promise<void> {
    assertMay(await currentCaller(caller), 'users:manage')
  }

  async function confirmOne(tx: Tx, mapping: Mapping, candidate: InviteCandidate | undefined): Promise<void> {
    const { user_id, invite_account_id } = mapping
    if (candidate?.reason === 'unreachable') throw new Refusal('unavailable', { error: UNREADABLE })
    if (!candidate || candidate.invite_account_id !== invite_account_id)
      throw new Refusal('conflict', { error: CHANGED })
    if (candidate.reason === 'already_linked') throw new Refusal('identity_conflict')
    if (candidate.reason !== '') throw new Refusal('conflict', { error: CHANGED })
    const { email, invite_username: username } = candidate
    const outcome = await identities.link(tx, user_id, { id: invite_account_id, email, username })
    if (outcome === 'conflict') throw new Refusal('identity_conflict')
  }

  return {
    async list(caller: Caller): Promise<{ candidates: InviteCandidate[] }> {
      const servers = await readServers()
      await assertAdmin(caller)
      return { candidates: await review(database.read, servers) }
    },

    /** All of them, or none. Returns how many. */
    async confirm(caller: Caller, mappings: readonly Mapping[]): Promise<number> {
      const servers = await readServers()
      await assertAdmin(caller)
      await database.withWriteLock('users', async tx => {
        const candidates = new Map((await review(tx, servers)).map(one => [one.user_id, one]))
        for (const mapping of mappings) await confirmOne(tx, mapping, candidates.get(mapping.user_id))
      })
      return new Set(mappings.map(one => one.user_id)).size
    },
  }
}

export type InviteCandidates = ReturnType<typeof createInviteCandidates>

function toServerAccount(remote: RemoteAccount): ServerAccount {
  const { name, provider_id, pending } = remote
  return { addresses: idsOf(remote), name, provider_id, pending }
}

const CHANGED = 'A share is no longer as it was shown. Review the list again.'
const UNREADABLE = 'An invite server did not answer, so nothing was confirmed.'
