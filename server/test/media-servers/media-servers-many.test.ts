import { hang } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import {
  addRemote,
  buildMediaServers,
  type MediaServerWorld,
  SERVER_TYPES,
  type ServerName,
} from '#test/media-servers.ts'

/** On each of the four servers: 500 accounts together. */
const PEOPLE = 125
const SERVERS = ['jellyfin', 'emby', 'audiobookshelf', 'plex'] as const satisfies readonly ServerName[]
const AT = '2026-11-15T09:00:00.000Z'

/** The account on the server, as its owner made it by hand. */
function addAccount({ simulators }: MediaServerWorld, server: ServerName, name: string): string {
  if (server !== 'plex') return addRemote(simulators, server, name)
  const { cloud } = simulators.plexTv
  const email = `${name}@example.org`
  const share = cloud.addShare(cloud.addAccount(name, email).id, [])
  cloud.acceptShare(share.id)
  return email
}

/** Everybody has a managed account on every server, and the grant for it. Written directly: importing is tested elsewhere. */
async function buildMany(): Promise<MediaServerWorld> {
  const world = await buildMediaServers()
  const names = Array.from({ length: PEOPLE }, (_, n) => `person-${n}`)
  const plain = {
    role: 'user',
    password_hash: null,
    password_enabled: 0,
    passkey_enabled: 0,
    ai_shared_enabled: 0,
    invite_email: '',
    created_at: AT,
  } as const
  const managed = {
    created_by_app: 0,
    manage_access: 1,
    disabled: 0,
    administrator: 0,
    access_sync_pending: 0,
    removed_by_app: 0,
    invited_at: null,
    created_at: AT,
  } as const
  await world.app.database.transaction(async tx => {
    const people = await tx
      .insertInto('users')
      .values(names.map(name => ({ ...plain, username: name, username_key: name })))
      .returning(['id', 'username'])
      .execute()
    for (const server of SERVERS) {
      const instance_id = world.ids[server]
      await tx
        .insertInto('instance_grants')
        .values(people.map(({ id }) => ({ user_id: id, instance_id, created_at: AT })))
        .execute()
      const accounts = people.map(({ id, username }) => ({
        user_id: id,
        instance_id,
        remote_user_id: addAccount(world, server, username),
        remote_username: username,
        ...managed,
      }))
      await tx.insertInto('media_server_accounts').values(accounts).execute()
    }
  })
  return world
}

/** The first or second library of the server, by the id that its policies use. */
async function libraryOf(world: MediaServerWorld, server: ServerName, place: 0 | 1): Promise<string> {
  const { libraries } = expectOk(
    await world.asAdmin('POST', '/api/admin/instances/libraries', {
      id: world.ids[server],
      service_type: SERVER_TYPES[server],
    }),
  )
  return libraries[place].id
}

/** How many accounts the server limits to that library alone. */
function limitedTo({ simulators }: MediaServerWorld, server: ServerName, library: string): number {
  const isLimited = (ids: unknown) => Array.isArray(ids) && ids.length === 1 && String(ids[0]) === library
  if (server === 'plex')
    return simulators.plexTv.cloud.shares.filter(
      share => share.invited_email.startsWith('person-') && isLimited(share.section_ids),
    ).length
  const users: { own: boolean; libraries: unknown }[] =
    server === 'audiobookshelf'
      ? [...simulators.audiobookshelf.accounts.users.values()].map(({ username, libraries }) => ({
          own: username.startsWith('person-'),
          libraries,
        }))
      : [...simulators[server].accounts.users.values()].map(({ name, policy }) => ({
          own: name.startsWith('person-'),
          libraries: policy['EnableAllFolders'] === false ? policy['EnabledFolders'] : null,
        }))
  return users.filter(user => user.own && isLimited(user.libraries)).length
}

async function owedOn({ app, ids }: MediaServerWorld, server: ServerName): Promise<number> {
  const rows = await app.database.read
    .selectFrom('media_server_accounts')
    .select('user_id')
    .where('instance_id', '=', ids[server])
    .where('access_sync_pending', '=', 1)
    .execute()
  return rows.length
}

const share = (world: MediaServerWorld, server: ServerName, library: string) =>
  world.asAdmin('PUT', `/api/admin/instances/${world.ids[server]}`, {
    server_config: { public_address: `https://${server}.example`, library_ids: [library] },
  })

describe('500 accounts on four servers (2:4.13.4)', () => {
  const shared = shareAmongTests(buildMany)

  it('cost nothing while nothing is owed: a sweep calls no server', async () => {
    const world = shared()
    const before = world.upstreamCalls()
    await world.sweep()
    await world.sweep()
    expect(world.upstreamCalls()).toBe(before)
  })

  it.each(SERVERS)('get another selection of libraries on %s before the save answers', async server => {
    const world = shared()
    const library = await libraryOf(world, server, 0)
    expectOk(await share(world, server, library))
    expect([limitedTo(world, server, library), await owedOn(world, server)]).toEqual([PEOPLE, 0])
    const before = world.upstreamCalls()
    await world.sweep()
    expect(world.upstreamCalls()).toBe(before)
  })

  it('wait for the sweep when the server stops in the middle: the save takes thirty seconds at most', async () => {
    const world = shared()
    const { faults, journal } = world.simulators.jellyfin
    const library = await libraryOf(world, 'jellyfin', 1)
    const isWrite = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && path.endsWith('/Policy')
    const { record } = journal
    const stopped = Promise.withResolvers<void>()
    let writes = 0
    journal.record = entry => {
      record(entry)
      // This one met the fault below.
      if (writes >= 40) stopped.resolve()
      if (isWrite(entry) && ++writes === 40) faults.always('* /*', hang())
    }
    const saving = share(world, 'jellyfin', library)
    await stopped.promise
    world.app.clock.advance(30_000)
    expectOk(await saving)
    const applied = limitedTo(world, 'jellyfin', library)
    expect(applied).toBeGreaterThanOrEqual(37)
    expect(applied).toBeLessThanOrEqual(44)
    expect(await owedOn(world, 'jellyfin')).toBeGreaterThanOrEqual(PEOPLE - applied)
    faults.clear()
    journal.record = entry => {
      record(entry)
      if (isWrite(entry)) writes += 1
    }
    await world.sweep()
    journal.record = record
    expect([limitedTo(world, 'jellyfin', library), await owedOn(world, 'jellyfin')]).toEqual([PEOPLE, 0])
    // Only those whose answer was lost were written to again.
    expect(writes).toBeLessThanOrEqual(PEOPLE + 8)
  })
})
