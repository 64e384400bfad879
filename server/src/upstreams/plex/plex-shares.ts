import { z } from 'zod'
import type { OutboundRequest, Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import {
  AccountRefused,
  type InviteServer,
  type MediaServerConnection,
  type RemoteAccount,
  type SharedLibraries,
} from '#ports/media-server.ts'
import { mayHaveHappened } from '../media-server/half-made.ts'
import { createPlexTvCall, PLEX, type PlexIdentity } from './plex-client.ts'

/** An address without an account has no `invited`; how that is marked is not documented (plex.md). */
const Share = z.object({
  id: z.number(),
  machineIdentifier: z.string(),
  invitedEmail: z.string().nullish(),
  invitedId: z.number().nullish(),
  invited: z
    .object({
      id: z.number().nullish(),
      username: z.string().nullish(),
      title: z.string().nullish(),
      email: z.string().nullish(),
    })
    .nullish(),
})
type Share = z.output<typeof Share>
const Owner = z.object({
  id: z.number().nullish(),
  username: z.string().nullish(),
  title: z.string().nullish(),
  email: z.string().nullish(),
})
/** `id` is used for sharing, `key` is only the server's own number. */
const Sections = z.object({ librarySections: z.array(z.object({ id: z.number() })) })

interface ListedShare extends RemoteAccount {
  share_id: number
  /** The account's own address, and the one that was invited: somebody may accept with another account. */
  addresses: readonly string[]
}

/** plex.md, "Shares and invites": people are identified by their address. */
function listed(share: Share, pending: boolean): ListedShare[] {
  const { invited, invitedEmail } = share
  const addresses = [invited?.email, invitedEmail].flatMap(one => (one ? [one.toLowerCase()] : []))
  const [id] = addresses
  if (id === undefined) return []
  const name = invited?.username || invited?.title || id
  const account = { id, name, ...providerId(invited?.id ?? share.invitedId), pending }
  return [{ ...account, is_administrator: false, is_disabled: false, share_id: share.id, addresses }]
}

/** 0 does not count as an account: how an address without one is marked is not documented (plex.md). */
function providerId(id: number | null | undefined): { provider_id?: string } {
  return id ? { provider_id: String(id) } : {}
}

/** Shares of a Plex server, through plex.tv with the owner's token (2:4.13.1). */
export function createPlexShares(external: Transport, plex_tv: string, identity: PlexIdentity): InviteServer {
  const callPlexTv = createPlexTvCall(external, plex_tv, identity)
  const send = (
    { api_key: token }: MediaServerConnection,
    call: Pick<OutboundRequest, 'method' | 'json' | 'idempotent' | 'accept_statuses'> & { path: string },
    signal: AbortSignal | undefined,
  ) => callPlexTv({ ...call, path: `/api/v2${call.path}`, token, signal })

  /** The lists contain the shares of all servers of the owner, so they cannot be read without it. */
  function machineOf({ machine_identifier }: MediaServerConnection): string {
    if (!machine_identifier)
      throw new UpstreamFault({ upstream: PLEX, kind: 'bad_answer', category: 'wrong_service' })
    return machine_identifier
  }

  async function readShares(connection: MediaServerConnection, signal?: AbortSignal): Promise<ListedShare[]> {
    const machine = machineOf(connection)
    const read = async (state: 'accepted' | 'pending') => {
      const path = `/shared_servers/owned/${state}`
      const all = (await send(connection, { method: 'GET', path }, signal)).json(z.array(Share))
      const own = all.filter(share => share.machineIdentifier === machine)
      return own.flatMap(share => listed(share, state === 'pending'))
    }
    const [accepted, pending] = await Promise.all([read('accepted'), read('pending')])
    const ids = new Set(accepted.map(share => share.id))
    return [...accepted, ...pending.filter(share => !ids.has(share.id))]
  }

  async function readOwner(connection: MediaServerConnection, signal: AbortSignal): Promise<RemoteAccount> {
    const owner = (await send(connection, { method: 'GET', path: '/user' }, signal)).json(Owner)
    const id = (owner.email ?? '').toLowerCase()
    const name = owner.username || owner.title || id
    const account = { id, name, ...providerId(owner.id) }
    return { ...account, is_administrator: true, is_disabled: false, pending: false }
  }

  async function findShare(connection: MediaServerConnection, id: string, signal?: AbortSignal) {
    const address = id.toLowerCase()
    const share = (await readShares(connection, signal)).find(one => one.addresses.includes(address))
    return share ? { ...share, id: address } : null
  }

  /** An empty selection means all libraries, which are named one by one. */
  async function sectionIds(
    connection: MediaServerConnection,
    { library_ids }: SharedLibraries,
    signal: AbortSignal,
  ): Promise<number[]> {
    const path = `/servers/${encodeURIComponent(machineOf(connection))}`
    const { librarySections } = (await send(connection, { method: 'GET', path }, signal)).json(Sections)
    const ids = librarySections.map(section => section.id)
    const selected = library_ids.length === 0 ? ids : ids.filter(id => library_ids.includes(String(id)))
    // Plex has taken an empty list to mean all libraries (plex.md), so none may ever be sent.
    if (selected.length === 0) throw new UpstreamFault({ upstream: PLEX, kind: 'bad_answer' })
    return selected
  }

  async function assertNotOwner(connection: MediaServerConnection, id: string, signal: AbortSignal) {
    const owner = await readOwner(connection, signal)
    if (owner.id === id.toLowerCase()) throw new AccountRefused('administrator_account')
  }

  async function changeShare(
    connection: MediaServerConnection,
    share: ListedShare,
    libraries: SharedLibraries,
    signal: AbortSignal,
  ): Promise<void> {
    const json = { librarySectionIds: await sectionIds(connection, libraries, signal) }
    const path = `/shared_servers/${share.share_id}`
    await send(connection, { method: 'POST', path, json, idempotent: true, accept_statuses: [404] }, signal)
  }

  async function invite(
    connection: MediaServerConnection,
    invitedEmail: string,
    libraries: SharedLibraries,
    signal: AbortSignal,
  ): Promise<void> {
    const json = {
      machineIdentifier: machineOf(connection),
      librarySectionIds: await sectionIds(connection, libraries, signal),
      invitedEmail,
      settings: {},
    }
    try {
      await send(connection, { method: 'POST', path: '/shared_servers', json }, signal)
    } catch (error) {
      // Decided by reading the lists again, never by sending it twice (plex.md).
      if (!mayHaveHappened(error)) throw error
    }
  }

  function plain(share: ListedShare): RemoteAccount {
    const { share_id: _, addresses, ...account } = share
    const other_ids = [...new Set(addresses)].filter(address => address !== account.id)
    return other_ids.length > 0 ? { ...account, other_ids } : account
  }

  return {
    kind: 'invite',
    product: PLEX,

    async list(connection, signal) {
      const [owner, shares] = await Promise.all([
        readOwner(connection, signal),
        readShares(connection, signal),
      ])
      return [owner, ...shares.filter(share => share.id !== owner.id).map(plain)]
    },

    async find(connection, id, signal) {
      const share = await findShare(connection, id, signal)
      if (share) return plain(share)
      const owner = await readOwner(connection, signal)
      return owner.id === id.toLowerCase() ? owner : null
    },

    async allow(connection, id, libraries, signal) {
      await assertNotOwner(connection, id, signal)
      const before = await findShare(connection, id, signal)
      if (before) {
        await changeShare(connection, before, libraries, signal)
        return plain(before)
      }
      await invite(connection, id, libraries, signal)
      const made = await findShare(connection, id)
      if (!made) throw new UpstreamFault({ upstream: PLEX, kind: 'outcome_unknown' })
      return plain(made)
    },

    async deny(connection, id, signal) {
      await assertNotOwner(connection, id, signal)
      const share = await findShare(connection, id, signal)
      if (!share) return
      const path = `/shared_servers/${share.share_id}`
      await send(connection, { method: 'DELETE', path, idempotent: true, accept_statuses: [404] }, signal)
    },

    async share(connection, id, libraries, signal) {
      await assertNotOwner(connection, id, signal)
      const share = await findShare(connection, id, signal)
      if (share) await changeShare(connection, share, libraries, signal)
    },
  }
}
