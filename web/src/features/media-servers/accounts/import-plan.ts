import type { MediaServerType } from '@foyer/contract/instances/instance-types'
import type { ImportResult } from '@foyer/contract/media-servers/account-import'
import type { ServerUser } from '@foyer/contract/media-servers/media-server-accounts'

/** At most so many accounts in one import (2/4.2). */
export const MAX_IMPORTED = 200

export interface Person {
  id: number
  username: string
}

/** What an import would do with an account, as far as this page can tell. */
export type Plan =
  | { becomes: 'new' }
  | { becomes: 'existing'; person: Person }
  /** The name is taken, and only an admin knows whether it is the same person. */
  | { becomes: 'unclear'; person: Person }

export function planOf(
  account: Pick<ServerUser, 'name'>,
  service_type: MediaServerType,
  people: readonly Person[],
): Plan {
  const name = account.name.toLowerCase()
  const person = people.find(({ username }) => username.toLowerCase() === name)
  if (!person) return { becomes: 'new' }
  return { becomes: service_type === 'invite_server' ? 'unclear' : 'existing', person }
}

/** The answers so far: a row that was tried again replaces its earlier answer. */
export function mergeResults(before: readonly ImportResult[], now: readonly ImportResult[]): ImportResult[] {
  const newer = new Map(now.map(result => [result.remote_user_id, result]))
  const kept = before.map(result => newer.get(result.remote_user_id) ?? result)
  const known = new Set(before.map(({ remote_user_id }) => remote_user_id))
  return [...kept, ...now.filter(({ remote_user_id }) => !known.has(remote_user_id))]
}

/** Another try may succeed; the other refusals stay as they are. */
export function canRetry({ error }: Pick<ImportResult, 'error'>): boolean {
  return error === 'user_failed' || error === 'link_failed' || error === 'username_conflict'
}
