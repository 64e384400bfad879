import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { startWorld, type World } from '@foyer/simulators'
import { type Ask, openApp } from './prepared-server.ts'

const PRODUCTS = ['jellyfin', 'emby', 'audiobookshelf', 'plexTv', 'plex'] as const
export type MediaServers = World<(typeof PRODUCTS)[number]>

const SERVERS = {
  jellyfin: 'account_server_a',
  emby: 'account_server_b',
  audiobookshelf: 'audiobook_server',
  plex: 'invite_server',
} as const
export type ServerName = keyof typeof SERVERS
export const SERVER_NAMES = ['jellyfin', 'emby', 'audiobookshelf', 'plex'] as const

export const PASSWORD = 'chosen once by uma'
export const EMAIL = 'uma@example.org'

/** The content of every server, to be restored to what it was at the moment of a crash. */
export interface ServerState {
  jellyfin: MediaServers['jellyfin']['accounts']['users']
  emby: MediaServers['emby']['accounts']['users']
  audiobookshelf: MediaServers['audiobookshelf']['accounts']['users']
  shares: MediaServers['plexTv']['cloud']['shares']
}

export function stateOf(world: MediaServers): ServerState {
  return structuredClone({
    jellyfin: world.jellyfin.accounts.users,
    emby: world.emby.accounts.users,
    audiobookshelf: world.audiobookshelf.accounts.users,
    shares: world.plexTv.cloud.shares,
  })
}

export function putBack(world: MediaServers, state: ServerState): void {
  const kept = structuredClone(state)
  refill(world.jellyfin.accounts.users, kept.jellyfin)
  refill(world.emby.accounts.users, kept.emby)
  refill(world.audiobookshelf.accounts.users, kept.audiobookshelf)
  const { shares } = world.plexTv.cloud
  shares.splice(0, shares.length, ...kept.shares)
}

function refill<K, V>(map: Map<K, V>, from: Map<K, V>): void {
  map.clear()
  for (const [key, value] of from) map.set(key, value)
}

/** The accounts of that name on one server: whether each can be used. */
export function accountsNamed(world: MediaServers, server: ServerName, name: string): boolean[] {
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase()
  if (server === 'plex')
    return world.plexTv.cloud.shares.filter(share => isSame(share.invited_email)).map(() => true)
  if (server === 'audiobookshelf') {
    const users = [...world.audiobookshelf.accounts.users.values()]
    return users.filter(user => isSame(user.username)).map(user => user.is_active)
  }
  const users = [...world[server].accounts.users.values()]
  return users.filter(user => isSame(user.name)).map(user => user.policy['IsDisabled'] !== true)
}

/** Adds moments to crash at: before a server handles each call. */
export function onEachCall(world: MediaServers, moment: () => void): () => void {
  const journals = (['jellyfin', 'emby', 'audiobookshelf', 'plexTv'] as const).map(
    name => world[name].journal,
  )
  const before = journals.map(journal => journal.record)
  for (const journal of journals) {
    const { record } = journal
    journal.record = entry => {
      moment()
      record(entry)
    }
  }
  return () => journals.forEach((journal, n) => (journal.record = before[n] ?? journal.record))
}

export interface PreparedMediaServers {
  world: MediaServers
  folder: string
  env: Record<string, string>
  admin: string
  uma: string
  user_id: number
  ids: Record<ServerName, string>
  /**
   * Data folders to copy, with the content of the servers: Uma has a grant for every server, and either no account or
   * one on each.
   */
  granted: { data: string; state: ServerState }
  made: { data: string; state: ServerState }
}

export const accountOrder = ({ ids, uma }: PreparedMediaServers, server: ServerName): Ask => ({
  method: 'POST',
  path: `/api/media-servers/${ids[server]}/account`,
  token: uma,
  body: server === 'plex' ? { email: EMAIL } : { password: PASSWORD },
})

export const grantOrder = (
  { ids, admin, user_id }: PreparedMediaServers,
  servers: readonly ServerName[],
): Ask => ({
  method: 'PUT',
  path: `/api/admin/users/${user_id}/instance-grants`,
  token: admin,
  body: Object.fromEntries(servers.map(server => [SERVERS[server], [ids[server]]])),
})

export async function prepareMediaServers(folder: string): Promise<PreparedMediaServers> {
  const world = await startWorld({ products: PRODUCTS })
  const env = { APP_PLEX_TV_URL: world.plexTv.url }
  const data = join(folder, 'granted')
  const { app, ask } = await openApp(data, undefined, env)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const admin: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const connect = async (name: ServerName, place: { url: string; api_key: string }): Promise<string> => {
    const { url, api_key } = place
    const body = { service_type: SERVERS[name], name, url, api_key }
    return (await ask({ method: 'POST', path: '/api/admin/instances', body, token: admin })).id
  }
  const ids = {
    jellyfin: await connect('jellyfin', world.jellyfin),
    emby: await connect('emby', world.emby),
    audiobookshelf: await connect('audiobookshelf', world.audiobookshelf),
    plex: await connect('plex', { url: world.plex.url, api_key: world.plex.token }),
  }
  const invite = { method: 'POST', path: '/api/admin/connect-token', body: { name: 'uma' } } as const
  const { user_id, link }: { user_id: number; link: string } = await ask({ ...invite, token: admin })
  const token = new URL(link).searchParams.get('token')
  const uma: string = (await ask({ method: 'POST', path: '/api/auth/connect', body: { token } })).access_token
  const base = { world, folder, env, admin, uma, user_id, ids }
  const granted = { data, state: stateOf(world) }
  const prepared: PreparedMediaServers = { ...base, granted, made: granted }
  await ask(grantOrder(prepared, SERVER_NAMES))
  await app.jobs.settle()
  await app.close()
  return { ...prepared, made: await makeAccounts(prepared) }
}

async function makeAccounts(prepared: PreparedMediaServers) {
  const { world, folder, env, granted } = prepared
  const data = join(folder, 'made')
  cpSync(granted.data, data, { recursive: true })
  const { app, ask } = await openApp(data, undefined, env)
  await app.start()
  for (const server of SERVER_NAMES) await ask(accountOrder(prepared, server))
  await app.close()
  return { data, state: stateOf(world) }
}
