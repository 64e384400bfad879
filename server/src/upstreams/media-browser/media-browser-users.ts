import { z } from 'zod'
import type { Connection } from '#ports/instance-connection.ts'
import type { RemoteAccount, SharedLibraries } from '#ports/media-server.ts'
import type { MediaBrowserClient } from './media-browser-client.ts'

/** Only these fields are read; all others are posted back as they came (2:4.13.3). */
export const Policy = z.looseObject({
  IsAdministrator: z.boolean(),
  IsDisabled: z.boolean(),
  /** Emby only; 0: not locked. */
  LockedOutDate: z.number().nullish(),
})
export type Policy = z.output<typeof Policy>

export const User = z.object({ Id: z.string(), Name: z.string(), Policy })
export type User = z.output<typeof User>

/** Jellyfin and older Emby answer a bare list, newer Emby a page. */
export const Users = z.union([z.array(User), z.object({ Items: z.array(User) })])

export function usersIn(answer: z.output<typeof Users>): User[] {
  return Array.isArray(answer) ? answer : answer.Items
}

export function userPath(id: string): string {
  return `/Users/${encodeURIComponent(id)}`
}

/** jellyfin.md, emby.md: 32 hex digits. */
const GUID = /^[0-9a-f]{32}$/
/** In the place of an id, these lead to other routes. */
const OTHER_ROUTES: ReadonlySet<string> = new Set(['.', '..', 'me', 'public', 'query'])

/** Null: the server has no such account. Jellyfin answers 400 to an id that is not a GUID: no account can have it. */
export async function readUser(
  client: MediaBrowserClient,
  connection: Connection,
  id: string,
  signal?: AbortSignal,
): Promise<User | null> {
  if (OTHER_ROUTES.has(id.toLowerCase())) return null
  const absent = GUID.test(plainId(id)) ? [404] : [400, 404]
  const answer = await client.send(connection, { path: userPath(id), accept_statuses: absent, signal })
  return absent.includes(answer.status) ? null : answer.json(User)
}

export function accountOf({ Id, Name, Policy: { IsAdministrator, IsDisabled } }: User): RemoteAccount {
  return {
    id: plainId(Id),
    name: Name,
    is_administrator: IsAdministrator,
    is_disabled: IsDisabled,
    pending: false,
  }
}

/** Disabled, or locked after too many wrong passwords. */
export function isRefused({ Policy: { IsDisabled, LockedOutDate } }: User): boolean {
  return IsDisabled || Boolean(LockedOutDate)
}

/** Ids may be written with dashes (jellyfin.md). */
export function plainId(id: string): string {
  return id.replaceAll('-', '').toLowerCase()
}

/** Names are compared without case. */
export function isSameName(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase()
}

/** The fields of a policy that limit an account to libraries. */
export function libraryPolicy({ library_ids }: SharedLibraries) {
  return { EnableAllFolders: library_ids.length === 0, EnabledFolders: [...library_ids] }
}
