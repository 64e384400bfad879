import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Connection } from '#ports/instance-connection.ts'
import {
  AccountRefused,
  type AccountServer,
  type NewAccount,
  type RemoteAccount,
  type SharedLibraries,
} from '#ports/media-server.ts'
import { discardOrDoubt, mayHaveHappened } from '../media-server/half-made.ts'
import { AUDIOBOOKSHELF, createAudiobookshelfClient } from './audiobookshelf-client.ts'

/** The rest of a row, with a token that never expires, is dropped while parsing (audiobookshelf.md). */
const User = z.object({
  id: z.string(),
  username: z.string(),
  type: z.string(),
  isActive: z.boolean(),
  permissions: z.looseObject({ accessAllLibraries: z.boolean() }),
  librariesAccessible: z.array(z.string()).default([]),
})
type User = z.output<typeof User>
const Users = z.object({ users: z.array(User) })
const Created = z.object({ user: z.object({ id: z.string() }) })
const SignedIn = z.object({ user: z.object({ id: z.string(), refreshToken: z.string().nullish() }) })

/** 2/4.13: downloads only, and nothing that changes the server. */
const ORDINARY = {
  download: true,
  update: false,
  delete: false,
  upload: false,
  createEreader: false,
  accessAllTags: true,
  accessExplicitContent: false,
  selectedTagsNotAccessible: false,
}

function accountOf({ id, username, type, isActive }: User): RemoteAccount {
  return {
    id,
    name: username,
    is_administrator: type === 'root' || type === 'admin',
    is_disabled: !isActive,
    pending: false,
  }
}

/** The server compares new names with case, but signs in without. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** Inside `permissions`: beside it, the list alone changes nothing (audiobookshelf.md, quirk 6). */
function libraryPermissions({ library_ids }: SharedLibraries) {
  return { accessAllLibraries: library_ids.length === 0, librariesAccessible: [...library_ids] }
}

function hasLibraries(user: User, { library_ids }: SharedLibraries): boolean {
  if (user.permissions.accessAllLibraries) return library_ids.length === 0
  const wanted = new Set(library_ids)
  return (
    wanted.size === user.librariesAccessible.length && user.librariesAccessible.every(id => wanted.has(id))
  )
}

/** A permission that this version of the server does not have, and skips (quirk 7), is not granted. */
function isAsOrdered(user: User, account: NewAccount): boolean {
  const { type, isActive, permissions } = user
  const granted = Object.entries(ORDINARY).every(([name, value]) => (permissions[name] ?? false) === value)
  return type === 'user' && isActive && granted && hasLibraries(user, account)
}

/** Accounts of Audiobookshelf. */
export function createAudiobookshelfAccounts(internal: Transport): AccountServer {
  const client = createAudiobookshelfClient(internal)
  const pathOf = (id: string) => `/api/users/${encodeURIComponent(id)}`
  const unusable = () => new UpstreamFault({ upstream: AUDIOBOOKSHELF, kind: 'bad_answer' })

  async function readUsers(connection: Connection, signal?: AbortSignal): Promise<User[]> {
    return (await client.send(connection, { path: '/api/users', signal })).json(Users).users
  }

  async function readUser(connection: Connection, id: string, signal?: AbortSignal): Promise<User | null> {
    // Encoded or not, these two would lead to another route.
    if (id === '.' || id === '..') return null
    const answer = await client.send(connection, { path: pathOf(id), accept_statuses: [404], signal })
    return answer.status === 404 ? null : answer.json(User)
  }

  async function remove(connection: Connection, id: string): Promise<true> {
    const call = { method: 'DELETE', path: pathOf(id), idempotent: true, accept_statuses: [404] } as const
    await client.send(connection, call)
    return true
  }

  /** The id of whoever signed in, or null when the server refused. The session is closed again. */
  async function signIn(
    connection: Connection,
    json: { username: string; password: string },
    signal?: AbortSignal,
  ): Promise<string | null> {
    const answer = await client.send(connection, {
      method: 'POST',
      path: '/login',
      headers: { 'x-return-tokens': 'true' },
      json,
      open: true,
      accept_statuses: [401],
      signal,
    })
    if (answer.status === 401) return null
    const { user } = answer.json(SignedIn)
    if (user.refreshToken) {
      const headers = { 'x-refresh-token': user.refreshToken }
      const call = { method: 'POST', path: '/logout', headers, open: true, idempotent: true } as const
      // A session that could not be closed does nothing and ends by itself.
      await client.send(connection, call).catch(() => undefined)
    }
    return user.id
  }

  /** 2:4.13.3: only a newly observed ordinary account that accepts the password is ours. */
  async function discard(
    connection: Connection,
    { name, known_ids, password }: { name: string; known_ids: readonly string[]; password: string | null },
  ): Promise<boolean> {
    const left = (await readUsers(connection)).filter(
      user => isSameName(user.username, name) && !known_ids.includes(user.id),
    )
    if (left.length === 0) return true
    const proven = password === null ? null : await signIn(connection, { username: name, password })
    const own = left.find(user => user.id === proven && user.type === 'user')
    return own !== undefined && (await remove(connection, own.id))
  }

  /** The new account's id. What a lost response may have created is removed again. */
  async function createUser(
    connection: Connection,
    account: NewAccount,
    known_ids: readonly string[],
    signal: AbortSignal,
  ): Promise<string> {
    const { name: username, password } = account
    const permissions = { ...ORDINARY, ...libraryPermissions(account), itemTagsSelected: [] }
    const json = { username, password, type: 'user', isActive: true, permissions }
    try {
      const answer = await client.send(connection, { method: 'POST', path: '/api/users', json, signal })
      return answer.json(Created).user.id
    } catch (error) {
      if (error instanceof UpstreamFault && error.status === 400) throw new AccountRefused('invalid_name')
      if (mayHaveHappened(error))
        await discardOrDoubt(() => discard(connection, { name: username, known_ids, password }), error)
      throw error
    }
  }

  /** Null: the account is gone. */
  async function change(
    connection: Connection,
    id: string,
    json: { isActive?: boolean; permissions?: object },
    signal: AbortSignal,
  ): Promise<User | null> {
    const user = await readUser(connection, id, signal)
    if (!user) return null
    if (accountOf(user).is_administrator) throw new AccountRefused('administrator_account')
    const answer = await client.send(connection, {
      method: 'PATCH',
      path: pathOf(id),
      json,
      idempotent: true,
      accept_statuses: [404],
      signal,
    })
    return answer.status === 404 ? null : readUser(connection, id, signal)
  }

  async function limit(
    connection: Connection,
    id: string,
    libraries: SharedLibraries,
    signal: AbortSignal,
    more: { isActive?: true } = {},
  ): Promise<User | null> {
    const permissions = libraryPermissions(libraries)
    const user = await change(connection, id, { ...more, permissions }, signal)
    // The server skips unknown values silently (quirk 7).
    if (user && (!hasLibraries(user, libraries) || (more.isActive && !user.isActive))) throw unusable()
    return user
  }

  return {
    kind: 'account',
    product: AUDIOBOOKSHELF,

    list: async (connection, signal) => (await readUsers(connection, signal)).map(accountOf),

    async find(connection, id, signal) {
      const user = await readUser(connection, id, signal)
      return user && accountOf(user)
    },

    async assertFree(connection, name, signal) {
      const users = await readUsers(connection, signal)
      if (users.some(user => isSameName(user.username, name))) throw new AccountRefused('name_taken')
      return users.map(user => user.id)
    },

    async create(connection, account, known_ids, signal) {
      const id = await createUser(connection, account, known_ids, signal)
      try {
        const user = await readUser(connection, id, signal)
        if (!user || !isAsOrdered(user, account)) throw unusable()
        return accountOf(user)
      } catch (error) {
        await discardOrDoubt(() => remove(connection, id), error)
        throw error
      }
    },

    discard: (connection, attempt) => discard(connection, attempt),

    async authenticate(connection, credentials, signal) {
      const id = await signIn(connection, credentials, signal)
      if (id === null) {
        // An inactive account cannot be told from a wrong password, so the account itself decides.
        const users = await readUsers(connection, signal)
        const named = users.filter(user => isSameName(user.username, credentials.username))
        const refused = named.length > 0 && named.every(user => !user.isActive)
        throw new AccountRefused(refused ? 'account_refused' : 'bad_credentials')
      }
      const user = await readUser(connection, id, signal)
      if (!user?.isActive) throw new AccountRefused('account_refused')
      return accountOf(user)
    },

    async allow(connection, id, libraries, signal) {
      const user = await limit(connection, id, libraries, signal, { isActive: true })
      return user && accountOf(user)
    },

    async deny(connection, id, signal) {
      const user = await change(connection, id, { isActive: false }, signal)
      if (user?.isActive) throw unusable()
    },

    async share(connection, id, libraries, signal) {
      await limit(connection, id, libraries, signal)
    },
  }
}
