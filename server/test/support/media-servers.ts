import type { MediaServerType } from '@foyer/contract/instances/instance-types'
import type { ProductName, World } from '@foyer/simulators'
import type { Engine } from '#db/database.ts'
import { startOn, type TestApp, type TestAppOptions } from './app.ts'
import { type Call, callAs, expectOk, setGrants } from './calls.ts'
import { addInstance, startSimulators } from './managers.ts'
import { addUser } from './people.ts'
import { createTestClock } from './test-clock.ts'

/** The four media servers, by the product behind each. */
export const SERVER_TYPES = {
  jellyfin: 'account_server_a',
  emby: 'account_server_b',
  audiobookshelf: 'audiobook_server',
  plex: 'invite_server',
} as const satisfies Partial<Record<ProductName, MediaServerType>>
export type ServerName = keyof typeof SERVER_TYPES
export const ACCOUNT_SERVERS = ['jellyfin', 'emby', 'audiobookshelf'] as const
export type AccountServerName = (typeof ACCOUNT_SERVERS)[number]

const PRODUCTS = ['jellyfin', 'emby', 'audiobookshelf', 'plexTv', 'plex'] as const
export type MediaServerSimulators = World<(typeof PRODUCTS)[number]>

export interface Person {
  id: number
  call: Call
}

export interface MediaServerWorld {
  app: TestApp
  simulators: MediaServerSimulators
  asAdmin: Call
  admin_id: number
  /** The instances. */
  ids: Record<ServerName, string>
  /** Signed in by a connect link, with an account on these servers granted. */
  addPerson(name: string, ...granted: ServerName[]): Promise<Person>
  /** Exactly these, and everything that follows from them is done. */
  grant(user_id: number, ...servers: ServerName[]): Promise<void>
  /** The next pass of the sweep, and everything that follows from it. */
  sweep(): Promise<void>
  /** How many calls all servers have received, other than to see whether they answer. */
  upstreamCalls(): number
}

/** Asked of every server now and then, by the watch for those that are down. */
const CHECK = /^(\/emby)?\/(System\/Info(\/Public)?|status|api\/me|identity|library\/sections)$/

/** A server that is connected to one media server of each kind. Closed when the test ends. */
export async function buildMediaServers({
  engine = 'sqlite',
  overrides = {},
}: {
  engine?: Engine
  overrides?: NonNullable<TestAppOptions['overrides']>
} = {}): Promise<MediaServerWorld> {
  const clock = createTestClock()
  const simulators = await startSimulators({
    products: PRODUCTS,
    now: () => clock.now().getTime(),
    strict: true,
  })
  const env = { APP_PLEX_TV_URL: simulators.plexTv.url }
  const app = await startOn(engine, { clock, env, overrides })
  const admin = await app.setUp()
  const asAdmin = callAs(app, admin.access_token)
  const ids = await connectAll(app, admin.access_token, simulators)
  const grant = async (user_id: number, ...servers: ServerName[]) => {
    await setGrants(
      asAdmin,
      user_id,
      Object.fromEntries(servers.map(name => [SERVER_TYPES[name], [ids[name]]])),
    )
    await app.jobs.settle()
  }
  await app.jobs.settle()
  return {
    app,
    simulators,
    asAdmin,
    admin_id: admin.user.id,
    ids,
    grant,
    async addPerson(name, ...granted) {
      const session = await addUser(app, asAdmin, name)
      const person = { id: session.user.id, call: callAs(app, session.access_token) }
      if (granted.length > 0) await grant(person.id, ...granted)
      return person
    },
    async sweep() {
      app.clock.advance(5 * 60_000)
      await app.jobs.settle()
    },
    upstreamCalls: () =>
      PRODUCTS.flatMap(name => simulators[name].journal.entries).filter(({ path }) => !CHECK.test(path))
        .length,
  }
}

async function connectAll(app: TestApp, token: string, simulators: MediaServerSimulators) {
  const connect = async (name: ServerName, place: { url: string; api_key: string }) => {
    const { url, api_key } = place
    const server_config = { public_address: `https://${name}.example` }
    const body = { service_type: SERVER_TYPES[name], name, url, api_key, server_config }
    return (await addInstance(app, token, body)).id
  }
  const { jellyfin, emby, audiobookshelf, plex } = simulators
  return {
    jellyfin: await connect('jellyfin', jellyfin),
    emby: await connect('emby', emby),
    audiobookshelf: await connect('audiobookshelf', audiobookshelf),
    plex: await connect('plex', { url: plex.url, api_key: plex.token }),
  }
}

/** Adds an ordinary account by hand, as an owner of the server would. Returns its id. */
export function addRemote(
  simulators: MediaServerSimulators,
  server: AccountServerName,
  name: string,
  { password = 'set by hand', administrator = false, disabled = false } = {},
): string {
  if (server === 'audiobookshelf') {
    const type = administrator ? 'admin' : 'user'
    return simulators.audiobookshelf.accounts.add(name, { password, type, active: !disabled }).id
  }
  return simulators[server].accounts.add(name, { password, administrator, disabled }).id
}

/** Makes an account an administrator's, or an ordinary one, as an owner of the server would. */
export function setAdministrator(
  simulators: MediaServerSimulators,
  server: AccountServerName,
  name: string,
  is_administrator: boolean,
): void {
  if (server === 'audiobookshelf') {
    const user = simulators.audiobookshelf.accounts.byLogin(name)
    if (user) user.type = is_administrator ? 'admin' : 'user'
    return
  }
  const user = simulators[server].accounts.named(name)
  if (user) user.policy['IsAdministrator'] = is_administrator
}

/** Whether the account can be used; undefined when the server has none of that name. */
export function isUsable(
  simulators: MediaServerSimulators,
  server: AccountServerName,
  name: string,
): boolean | undefined {
  if (server === 'audiobookshelf') return simulators.audiobookshelf.accounts.byLogin(name)?.is_active
  const user = simulators[server].accounts.named(name)
  return user && user.policy['IsDisabled'] !== true
}

/** The password of a new account in tests. */
export const NEW_PASSWORD = 'chosen once and never kept'

/** Makes an own account, as its owner does. */
export async function makeAccount(person: Person, instance_id: string): Promise<void> {
  expectOk(await person.call('POST', `/api/media-servers/${instance_id}/account`, { password: NEW_PASSWORD }))
}
