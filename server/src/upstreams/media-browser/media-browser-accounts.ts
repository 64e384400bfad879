import type { Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { AccountRefused, type AccountServer, type NewAccount } from '#ports/media-server.ts'
import { discardOrDoubt, mayHaveHappened } from '../media-server/half-made.ts'
import { createMediaBrowserClient, type MediaBrowserProduct } from './media-browser-client.ts'
import { provenAccount, SignedIn } from './media-browser-sign-in.ts'
import {
  accountOf,
  isRefused,
  isSameName,
  libraryPolicy,
  plainId,
  type Policy,
  readUser,
  User,
  userPath,
  Users,
  usersIn,
} from './media-browser-users.ts'

/** The accounts of Jellyfin and Emby. Policies are read, changed and posted back whole (2:4.13.3). */
export function createMediaBrowserAccounts(internal: Transport, product: MediaBrowserProduct): AccountServer {
  const client = createMediaBrowserClient(internal, product)

  async function readUsers(connection: Connection, signal?: AbortSignal): Promise<User[]> {
    return usersIn((await client.send(connection, { path: product.usersPath, signal })).json(Users))
  }

  /** Null: the account is gone. */
  async function changePolicy(
    connection: Connection,
    id: string,
    change: Partial<Policy>,
    signal?: AbortSignal,
  ): Promise<User | null> {
    const user = await readUser(client, connection, id, signal)
    if (!user) return null
    if (user.Policy.IsAdministrator) throw new AccountRefused('administrator_account')
    const policy = { ...user.Policy, ...change }
    const path = `${userPath(id)}/Policy`
    // The whole policy: sending it twice is the same as once.
    const answer = await client.send(connection, {
      method: 'POST',
      path,
      json: policy,
      idempotent: true,
      accept_statuses: [404],
      signal,
    })
    return answer.status === 404 ? null : { ...user, Policy: policy }
  }

  async function remove(connection: Connection, id: string): Promise<void> {
    const call = { method: 'DELETE', path: userPath(id), idempotent: true, accept_statuses: [404] } as const
    await client.send(connection, call)
  }

  /** Without a signal: cleaning up goes on when the caller has given up. */
  async function discard(
    connection: Connection,
    attempt: { name: string; known_ids: readonly string[] },
  ): Promise<boolean> {
    const left = (await readUsers(connection)).find(
      user => isSameName(user.Name, attempt.name) && !attempt.known_ids.includes(plainId(user.Id)),
    )
    if (!left) return true
    if (left.Policy.IsAdministrator) return false
    await remove(connection, left.Id)
    return true
  }

  /** The created user. What a lost response may have created is removed again before the failure is passed on. */
  async function createUser(
    connection: Connection,
    { name, password }: NewAccount,
    known_ids: readonly string[],
    signal: AbortSignal,
  ): Promise<User> {
    const json = { Name: name, ...(product.creates_with_password && { Password: password }) }
    try {
      return (await client.send(connection, { method: 'POST', path: '/Users/New', json, signal })).json(User)
    } catch (error) {
      if (isRefusedName(error)) throw new AccountRefused('invalid_name')
      if (mayHaveHappened(error)) await discardOrDoubt(() => discard(connection, { name, known_ids }), error)
      throw error
    }
  }

  async function finish(connection: Connection, user: User, account: NewAccount, signal: AbortSignal) {
    if (!product.creates_with_password) {
      const json = { Id: user.Id, CurrentPw: '', NewPw: account.password, ResetPassword: false }
      const path = `${userPath(user.Id)}/Password`
      await client.send(connection, { method: 'POST', path, json, idempotent: true, signal })
    }
    const change = { IsAdministrator: false, IsDisabled: false, ...libraryPolicy(account) }
    const limited = await changePolicy(connection, user.Id, change, signal)
    if (!limited) throw new UpstreamFault({ upstream: product.product, kind: 'bad_answer' })
    return accountOf(limited)
  }

  return {
    kind: 'account',
    product: product.product,

    list: async (connection, signal) => (await readUsers(connection, signal)).map(accountOf),

    async find(connection, id, signal) {
      const user = await readUser(client, connection, id, signal)
      return user && accountOf(user)
    },

    async assertFree(connection, name, signal) {
      if (!product.isValidName(name)) throw new AccountRefused('invalid_name')
      const users = await readUsers(connection, signal)
      if (users.some(user => isSameName(user.Name, name))) throw new AccountRefused('name_taken')
      return users.map(user => plainId(user.Id))
    },

    async create(connection, account, known_ids, signal) {
      const user = await createUser(connection, account, known_ids, signal)
      try {
        return await finish(connection, user, account, signal)
      } catch (error) {
        await discardOrDoubt(async () => {
          await remove(connection, user.Id)
          return true
        }, error)
        throw error
      }
    },

    discard: (connection, attempt) => discard(connection, attempt),

    async authenticate(connection, { username, password }, signal) {
      const signed_in = await signIn(connection, { username, password }, signal)
      return provenAccount(client, connection, signed_in, signal)
    },

    async allow(connection, id, libraries, signal) {
      const change = { IsDisabled: false, ...libraryPolicy(libraries) }
      const user = await changePolicy(connection, id, change, signal)
      return user && accountOf(user)
    },

    async deny(connection, id, signal) {
      await changePolicy(connection, id, { IsDisabled: true }, signal)
    },

    async share(connection, id, libraries, signal) {
      await changePolicy(connection, id, libraryPolicy(libraries), signal)
    },
  }

  async function signIn(
    connection: Connection,
    { username, password }: { username: string; password: string },
    signal: AbortSignal,
  ) {
    const answer = await client.send(connection, {
      method: 'POST',
      path: '/Users/AuthenticateByName',
      json: { Username: username, Pw: password },
      token: null,
      accept_statuses: [401, 403],
      signal,
    })
    if (answer.status === 200) return answer.json(SignedIn)
    if (!product.wrong_password_statuses.includes(answer.status)) throw new AccountRefused('account_refused')
    // A disabled account may look like a wrong password, so the account itself decides (emby.md, "Errors").
    const user = (await readUsers(connection, signal)).find(({ Name }) => isSameName(Name, username))
    throw new AccountRefused(user && isRefused(user) ? 'account_refused' : 'bad_credentials')
  }
}

/** Neither product says why: a taken name was excluded before. */
function isRefusedName(error: unknown): boolean {
  return error instanceof UpstreamFault && error.status === 400
}
