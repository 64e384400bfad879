import type { AccountSignIn } from '@foyer/contract/sign-in/account-sign-in'
import type { TestAnswer } from './app.ts'
import { type Call, callAs, expectOk } from './calls.ts'
import { buildMediaServers, type MediaServerWorld, type Person } from './media-servers.ts'

/** The servers whose accounts may sign in. */
export const SIGN_IN_SERVERS = ['jellyfin', 'emby'] as const
export type SignInServer = (typeof SIGN_IN_SERVERS)[number]

export interface AccountSignInWorld extends MediaServerWorld {
  /** Without a session, each time from a new address. */
  asStranger: Call
  configure(change: Partial<AccountSignIn>): Promise<AccountSignIn>
  signIn(server: SignInServer, username: string, password: string, more?: object): Promise<TestAnswer>
  /** Links the account to the person, as an admin does. */
  link(person: Pick<Person, 'id'>, server: SignInServer, remote_user_id: string, more?: object): Promise<void>
  /** Begins a Quick Connect with Jellyfin. */
  begin(more?: object): Promise<TestAnswer>
  check(flow: string): Promise<TestAnswer>
}

/** A server where people sign in with accounts of Jellyfin and Emby. */
export async function buildAccountSignIn({
  auto_create = false,
  ...options
}: Parameters<typeof buildMediaServers>[0] & { auto_create?: boolean } = {}): Promise<AccountSignInWorld> {
  const world = await buildMediaServers(options)
  const { app, asAdmin, ids } = world
  const asStranger = callAs(app)
  const configure = async (change: Partial<AccountSignIn>) =>
    expectOk(await asAdmin('PUT', '/api/admin/account-sign-in', change)) as AccountSignIn
  await configure({ enabled: true, auto_create, instance_ids: SIGN_IN_SERVERS.map(name => ids[name]) })
  const base = '/api/auth/account-server'
  return {
    ...world,
    asStranger,
    configure,
    signIn: (server, username, password, more = {}) =>
      asStranger('POST', `${base}/sign-in`, { instance_id: ids[server], username, password, ...more }),
    async link({ id }, server, remote_user_id, more = {}) {
      const path = `/api/admin/users/${id}/media-servers/${ids[server]}/account`
      expectOk(await asAdmin('PUT', path, { remote_user_id, ...more }))
    },
    begin: (more = {}) =>
      asStranger('POST', `${base}/quick-connect/begin`, { instance_id: ids.jellyfin, ...more }),
    check: flow => asStranger('POST', `${base}/quick-connect/check`, { flow }),
  }
}
