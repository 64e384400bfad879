import type { InviteCandidate } from '@foyer/contract/sign-in/invite-sign-in'

type Reason = InviteCandidate['reason']

/** The account of a user on an invite server, as it is stored here. */
export interface StoredLink {
  user_id: number
  username: string
  instance_id: string
  remote_user_id: string
  remote_username: string
}

/** An account of an invite server: a share, an invite or the owner. */
export interface ServerAccount {
  /** Every address by which it may be linked, the own one first. */
  addresses: readonly string[]
  name: string
  /** Undefined: nobody with an account was invited. */
  provider_id: string | undefined
  pending: boolean
}

/** An invite server as it answered just now. */
export interface ReadServer {
  instance_id: string
  name: string
  /** Null: it could not be read. */
  accounts: readonly ServerAccount[] | null
}

export interface KnownIdentity {
  subject: string
  user_id: number
  email: string
  username: string
}

interface CheckedLink {
  link: StoredLink
  server: { instance_id: string; name: string }
  /** Only when nothing is in the way. */
  remote: ServerAccount | null
  reason: Reason
}

/** Finds the accounts of a server by every address they have. */
function indexAccounts({ accounts }: ReadServer): Map<string, ServerAccount[]> {
  const index = new Map<string, ServerAccount[]>()
  for (const remote of accounts ?? [])
    for (const address of remote.addresses) index.set(address, [...(index.get(address) ?? []), remote])
  return index
}

function checkLink(
  link: StoredLink,
  server: ReadServer | undefined,
  found: readonly ServerAccount[],
): CheckedLink {
  const { instance_id, name } = server ?? { instance_id: link.instance_id, name: '' }
  const checked = { link, server: { instance_id, name }, remote: null }
  if (!server?.accounts) return { ...checked, reason: 'unreachable' }
  const accepted = found.filter(one => !one.pending)
  const [remote] = accepted
  if (!remote) return { ...checked, reason: found.length > 0 ? 'pending_invite' : 'not_found' }
  const isOne =
    remote.provider_id !== undefined && accepted.every(one => one.provider_id === remote.provider_id)
  return isOne ? { ...checked, remote, reason: '' } : { ...checked, reason: 'ambiguous' }
}

/** What is unknown on one server makes all of it uncertain; a share that is gone or pending does not. */
function reasonOf(links: readonly CheckedLink[]): Reason {
  const has = (reason: Reason) => links.some(one => one.reason === reason)
  const accounts = new Set(links.flatMap(({ remote }) => remote?.provider_id ?? []))
  if (has('unreachable')) return 'unreachable'
  if (has('ambiguous') || accounts.size > 1) return 'ambiguous'
  if (accounts.size === 1) return ''
  return has('pending_invite') ? 'pending_invite' : 'not_found'
}

function groupByUser(links: readonly CheckedLink[]): Map<number, CheckedLink[]> {
  const users = new Map<number, CheckedLink[]>()
  for (const one of links) users.set(one.link.user_id, [...(users.get(one.link.user_id) ?? []), one])
  return users
}

/** How many users have a link to each account of the provider. */
function countUsers(links: readonly CheckedLink[]): Map<string, number> {
  const users = new Map<string, Set<number>>()
  for (const { link, remote } of links)
    if (remote?.provider_id !== undefined)
      users.set(remote.provider_id, (users.get(remote.provider_id) ?? new Set()).add(link.user_id))
  return new Map([...users].map(([id, found]) => [id, found.size]))
}

/** One row for each user with a link to an invite server (2:4.3): can the share become a sign-in identity? */
export function reviewCandidates(
  links: readonly StoredLink[],
  servers: readonly ReadServer[],
  identities: readonly KnownIdentity[],
): InviteCandidate[] {
  const read = new Map(servers.map(one => [one.instance_id, { server: one, index: indexAccounts(one) }]))
  const checked = links.map(link => {
    const one = read.get(link.instance_id)
    return checkLink(link, one?.server, one?.index.get(link.remote_user_id) ?? [])
  })
  const sharers = countUsers(checked)
  const holders = new Map(identities.map(one => [one.subject, one]))
  const owned = new Map(identities.map(one => [one.user_id, one]))

  function finalReason(user_id: number, own: readonly CheckedLink[], account_id: string): Reason {
    const reason = reasonOf(own)
    if (reason !== '') return reason
    const holder = holders.get(account_id)
    const other = owned.get(user_id)
    if (holder?.user_id === user_id) return ''
    if (holder || other) return 'already_linked'
    return (sharers.get(account_id) ?? 0) > 1 ? 'ambiguous' : ''
  }

  return [...groupByUser(checked)].map(([user_id, own]) => {
    const known = owned.get(user_id)
    const remote = own.find(one => one.remote)?.remote
    const link = own[0]?.link
    const account_id = remote?.provider_id ?? known?.subject ?? ''
    return {
      user_id,
      username: link?.username ?? '',
      invite_account_id: account_id,
      email: remote?.addresses[0] ?? known?.email ?? link?.remote_user_id ?? '',
      invite_username: remote?.name ?? known?.username ?? link?.remote_username ?? '',
      servers: own.map(({ server, reason }) => ({ ...server, ...(reason !== '' && { error: reason }) })),
      reason: finalReason(user_id, own, account_id),
      confirmed: known !== undefined && known.subject === account_id,
    }
  })
}
