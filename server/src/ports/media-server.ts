import type { Connection } from './instance-connection.ts'

/** Address, key and identity of a media server, read from the stored instance for every call (2:4.13.1). */
export interface MediaServerConnection extends Connection {
  /** Invite server only: shares are listed for all servers of the owner, so they are filtered by it. */
  machine_identifier?: string
}

/** An account on a media server. On the invite server it is a share, whose id is the lower-cased e-mail address. */
export interface RemoteAccount {
  id: string
  /** Other ids of the same account: a share is also known by the address that was invited. */
  other_ids?: readonly string[]
  /** Invite server only: the provider's id of the account. Absent while nobody with an account was invited. */
  provider_id?: string
  name: string
  /** Administrators, root and the owner: linked at most, never changed (2:3). */
  is_administrator: boolean
  is_disabled: boolean
  /** Invite server only: invited, and nobody has accepted yet. */
  pending: boolean
}

/** What a managed account may see. An empty list means all libraries. */
export interface SharedLibraries {
  library_ids: readonly string[]
}

interface AnyMediaServer {
  /** The product's name, used in messages. */
  product: string
  /** Every account; on the invite server shares, pending invites and the owner. Never guesses an empty list. */
  list(connection: MediaServerConnection, signal: AbortSignal): Promise<RemoteAccount[]>
  /** Null: the server answered and has no such account. */
  find(connection: MediaServerConnection, id: string, signal: AbortSignal): Promise<RemoteAccount | null>
  /**
   * Lets the account in, with these libraries: enables it, or shares with the address again. Invited anew, the
   * account is `pending` until somebody accepts. Null: the account is gone. Throws AccountRefused for administrators.
   */
  allow(
    connection: MediaServerConnection,
    id: string,
    libraries: SharedLibraries,
    signal: AbortSignal,
  ): Promise<RemoteAccount | null>
  /** Disables the account, or removes its share or invite. An account that is gone counts as done. */
  deny(connection: MediaServerConnection, id: string, signal: AbortSignal): Promise<void>
  /** Changes the libraries and nothing else. An account that is gone counts as done. */
  share(
    connection: MediaServerConnection,
    id: string,
    libraries: SharedLibraries,
    signal: AbortSignal,
  ): Promise<void>
}

/** A server with accounts of its own: Jellyfin, Emby, Audiobookshelf. */
export interface AccountServer extends AnyMediaServer {
  kind: 'account'
  /** Throws AccountRefused unless an account of that name can be made. Returns the ids of all accounts that exist. */
  assertFree(connection: MediaServerConnection, name: string, signal: AbortSignal): Promise<string[]>
  /**
   * Creates an ordinary account that sees only these libraries. `known_ids` are the accounts that were there before. A
   * half-made account is removed again when a later step fails (2:4.13.3). Throws AccountRefused; an UpstreamFault of
   * kind `outcome_unknown` means that an account may exist that could not be removed: `discard` it later.
   */
  create(
    connection: MediaServerConnection,
    account: NewAccount,
    known_ids: readonly string[],
    signal: AbortSignal,
  ): Promise<RemoteAccount>
  /**
   * Removes what an interrupted `create` may have left behind. `known_ids` were there before it began. True: nothing is
   * left. False: an account of that name may be somebody else's, so it stays.
   */
  discard(
    connection: MediaServerConnection,
    attempt: { name: string; known_ids: readonly string[]; password: string | null },
    signal: AbortSignal,
  ): Promise<boolean>
  /** Signs in once and closes the session again. Throws AccountRefused. */
  authenticate(
    connection: MediaServerConnection,
    credentials: { username: string; password: string },
    signal: AbortSignal,
  ): Promise<RemoteAccount>
  /** Absent: the product has no such sign-in. */
  quick_connect?: QuickConnect
}

/** Signing in by a code that the person enters in an app that is signed in already (C62). */
export interface QuickConnect {
  /** Whether the server's administrator has turned it on. */
  isOffered(connection: MediaServerConnection, signal: AbortSignal): Promise<boolean>
  /** Null: it is turned off. Only the holder of the secret can ask for the result. */
  begin(
    connection: MediaServerConnection,
    signal: AbortSignal,
  ): Promise<{ code: string; secret: string } | null>
  /**
   * Who entered the code; signs in once and closes the session again. `expired`: the server does not know the secret
   * any more. Throws AccountRefused.
   */
  check(
    connection: MediaServerConnection,
    secret: string,
    signal: AbortSignal,
  ): Promise<RemoteAccount | 'pending' | 'expired'>
}

export interface NewAccount extends SharedLibraries {
  name: string
  /** Used once and never kept. */
  password: string
}

/** A server that holds no accounts of its own: Plex. `allow` sends the invite. */
export interface InviteServer extends AnyMediaServer {
  kind: 'invite'
}

export type MediaServer = AccountServer | InviteServer

export type AccountRefusalReason =
  /** The server has an account of that name. */
  | 'name_taken'
  | 'invalid_name'
  /** Unknown name or wrong password. */
  | 'bad_credentials'
  /** The account is disabled or locked. */
  | 'account_refused'
  | 'administrator_account'

/** The server answered, and said no. Its own words and the password are not part of the message. */
export class AccountRefused extends Error {
  readonly reason: AccountRefusalReason

  constructor(reason: AccountRefusalReason) {
    super(`The media server refused: ${reason}`)
    this.name = 'AccountRefused'
    this.reason = reason
  }
}

/** Every id by which the account may be linked. */
export function idsOf({ id, other_ids = [] }: Pick<RemoteAccount, 'id' | 'other_ids'>): string[] {
  return [id, ...other_ids]
}
