import { setImmediate as nextTurn } from 'node:timers/promises'
import { dropAfterCommit, dropBefore, garbage, hang, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import { nextRequest } from '#test/discovery-calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import {
  ACCOUNT_SERVERS,
  type AccountServerName,
  addRemote,
  buildMediaServers,
  isUsable,
  makeAccount,
  type MediaServerWorld,
  SERVER_TYPES,
  type ServerName,
  setAdministrator,
} from '#test/media-servers.ts'

const accountPath = (world: MediaServerWorld, user_id: number, server: ServerName) =>
  `/api/admin/users/${user_id}/media-servers/${world.ids[server]}/account`

const usersPath = (world: MediaServerWorld, server: ServerName) =>
  `/api/admin/media-servers/${world.ids[server]}/users`

/** The rows of one person in the list of all accounts. */
async function rowsOf(world: MediaServerWorld, user_id: number) {
  const all = expectOk(await world.asAdmin('GET', '/api/admin/media-servers/accounts'))
  return all.filter((row: { user_id: number }) => row.user_id === user_id)
}

/** Calls that changed something on the server. */
function writesTo(world: MediaServerWorld, server: AccountServerName): number {
  return world.simulators[server].journal.entries.filter(({ method }) => method !== 'GET').length
}

/** Resolves once Foyer has the next answer of that product. */
async function answerOf({ app }: MediaServerWorld, product: string): Promise<void> {
  const before = app.log.entries.length
  const isThere = () => app.log.entries.slice(before).some(entry => entry['upstream'] === product)
  while (!isThere()) await nextTurn()
}

describe.each(ACCOUNT_SERVERS)('an admin and the accounts of %s (2:4.2)', server => {
  const shared = shareAmongTests(buildMediaServers)

  it('sees everybody on the server, and whom Foyer has linked', async () => {
    const world = shared()
    const linked = addRemote(world.simulators, server, 'seen-linked')
    const off = addRemote(world.simulators, server, 'seen-off', { disabled: true })
    const boss = addRemote(world.simulators, server, 'seen-boss', { administrator: true })
    const uma = await world.addPerson('uma-seen')
    expectOk(await world.asAdmin('PUT', accountPath(world, uma.id, server), { remote_user_id: linked }))
    const { users } = expectOk(await world.asAdmin('GET', usersPath(world, server)))
    const plain = { is_administrator: false, is_disabled: false, pending: false }
    expect(users).toEqual(
      expect.arrayContaining([
        { id: linked, name: 'seen-linked', ...plain, linked_user_id: uma.id },
        { id: off, name: 'seen-off', ...plain, is_disabled: true },
        { id: boss, name: 'seen-boss', ...plain, is_administrator: true },
      ]),
    )
    expect(refusal(await world.asAdmin('GET', '/api/admin/media-servers/in_none/users'))).toEqual([
      404,
      'instance_not_found',
    ])
  })

  it('links an account without changing it, and refuses what is taken, unknown or protected', async () => {
    const world = shared()
    const remote_user_id = addRemote(world.simulators, server, 'linked', { disabled: true })
    const other = addRemote(world.simulators, server, 'linked-other')
    const boss = addRemote(world.simulators, server, 'linked-boss', { administrator: true })
    const [uma, bo] = [await world.addPerson('uma-link'), await world.addPerson('bo-link')]
    const path = accountPath(world, uma.id, server)
    const before = writesTo(world, server)
    const answer = await world.asAdmin('PUT', path, { remote_user_id })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        user_id: uma.id,
        username: 'uma-link',
        instance_id: world.ids[server],
        instance_name: server,
        service_type: SERVER_TYPES[server],
        remote_user_id,
        remote_username: 'linked',
        live_username: 'linked',
        created_by_app: false,
        manage_access: false,
        granted: false,
        access_sync_pending: false,
        disabled: true,
        administrator: false,
        verified: true,
        pending: false,
      },
    ])
    const link = async (user_id: number, body: object) =>
      refusal(await world.asAdmin('PUT', accountPath(world, user_id, server), body))
    expect(await link(uma.id, { remote_user_id: other })).toEqual([409, 'account_exists'])
    expect(await link(bo.id, { remote_user_id })).toEqual([409, 'remote_already_linked'])
    expect(await link(bo.id, { remote_user_id: 'nobody' })).toEqual([404, 'not_found'])
    expect(await link(4711, { remote_user_id: other })).toEqual([404, 'not_found'])
    expect(await link(bo.id, { remote_user_id: boss, manage_access: true })).toEqual([
      409,
      'administrator_account',
    ])
    expect(await rowsOf(world, bo.id)).toEqual([])
    expectOk(await world.asAdmin('PUT', accountPath(world, bo.id, server), { remote_user_id: boss }))
    // Linked-only: no grant, revocation or sweep reaches them.
    await world.grant(uma.id, server)
    await world.grant(bo.id, server)
    await world.grant(uma.id)
    await world.grant(bo.id)
    await world.sweep()
    expect(writesTo(world, server)).toBe(before)
  })

  it.each(['nobody', '.', '..', 'Me', 'Public', 'Query', '../System/Info', 'é', 'a\0b', '\ud800'])(
    'has no account with the id %j',
    async remote_user_id => {
      const world = shared()
      const bo = await world.addPerson(`bo-${Buffer.from(remote_user_id).toString('hex')}`)
      const answer = await world.asAdmin('PUT', accountPath(world, bo.id, server), { remote_user_id })
      expect(refusal(answer)).toEqual([404, 'not_found'])
    },
  )

  it('says that an account is taken while the server is away (0.3)', async () => {
    const world = shared()
    const remote_user_id = addRemote(world.simulators, server, 'held')
    const [uma, bo] = [await world.addPerson('uma-held'), await world.addPerson('bo-held')]
    expectOk(await world.asAdmin('PUT', accountPath(world, uma.id, server), { remote_user_id }))
    const { faults } = world.simulators[server]
    faults.always('*', dropBefore())
    const answer = await world.asAdmin('PUT', accountPath(world, bo.id, server), { remote_user_id })
    faults.clear()
    expect(refusal(answer)).toEqual([409, 'remote_already_linked'])
  })

  it('lets Foyer manage a linked account: the grant of now is applied, and later ones are', async () => {
    const world = shared()
    const remote_user_id = addRemote(world.simulators, server, 'managed')
    const uma = await world.addPerson('uma-managed')
    const path = accountPath(world, uma.id, server)
    expectOk(await world.asAdmin('PUT', path, { remote_user_id }))
    const managed = expectOk(await world.asAdmin('PATCH', `${path}/management`, { manage_access: true }))
    expect(managed).toMatchObject({
      manage_access: true,
      granted: false,
      access_sync_pending: false,
      disabled: true,
    })
    expect(isUsable(world.simulators, server, 'managed')).toBe(false)
    await world.grant(uma.id, server)
    expect(isUsable(world.simulators, server, 'managed')).toBe(true)

    // Back to linked-only: what is owed is cancelled, without a word to the server.
    world.simulators[server].faults.always('* /*', status(500))
    await world.grant(uma.id)
    expect(await rowsOf(world, uma.id)).toMatchObject([{ access_sync_pending: true, verified: false }])
    world.simulators[server].faults.clear()
    const before = writesTo(world, server)
    const { entries } = world.simulators[server].journal
    const calls = entries.length
    const free = expectOk(await world.asAdmin('PATCH', `${path}/management`, { manage_access: false }))
    expect(free).toMatchObject({ manage_access: false, access_sync_pending: false, verified: false })
    expect(entries).toHaveLength(calls)
    await world.sweep()
    expect([writesTo(world, server), isUsable(world.simulators, server, 'managed')]).toEqual([before, true])
  })

  it('refuses to manage administrators, accounts that cannot be verified, and what is not linked', async () => {
    const world = shared()
    const boss = addRemote(world.simulators, server, 'chief', { administrator: true })
    const gone = addRemote(world.simulators, server, 'passing')
    const [uma, bo] = [await world.addPerson('uma-refused'), await world.addPerson('bo-refused')]
    const manage = async (user_id: number, body: object = { manage_access: true }) =>
      refusal(await world.asAdmin('PATCH', `${accountPath(world, user_id, server)}/management`, body))
    expect(await manage(uma.id)).toEqual([404, 'no_link'])
    expectOk(await world.asAdmin('PUT', accountPath(world, uma.id, server), { remote_user_id: boss }))
    expectOk(await world.asAdmin('PUT', accountPath(world, bo.id, server), { remote_user_id: gone }))
    expect(await manage(uma.id)).toEqual([409, 'administrator_account'])
    expect(await manage(uma.id, {})).toEqual([400, 'validation'])
    const { faults, accounts } = world.simulators[server]
    for (const fault of [status(500), garbage(), garbage('html'), dropBefore()]) {
      faults.always('GET /*', fault)
      expect([fault, await manage(bo.id)]).toEqual([fault, [502, 'upstream_failed']])
      faults.clear()
    }
    accounts.users.delete(gone)
    expect(await manage(bo.id)).toEqual([502, 'upstream_failed'])
    for (const { id } of [uma, bo])
      expect(await rowsOf(world, id)).toMatchObject([{ manage_access: false, access_sync_pending: false }])
  })

  it('lets Foyer manage the account of a former administrator', async () => {
    const world = shared()
    const remote_user_id = addRemote(world.simulators, server, 'demoted', { administrator: true })
    const uma = await world.addPerson('uma-demoted')
    const path = accountPath(world, uma.id, server)
    expectOk(await world.asAdmin('PUT', path, { remote_user_id }))
    setAdministrator(world.simulators, server, 'demoted', false)
    const managed = expectOk(await world.asAdmin('PATCH', `${path}/management`, { manage_access: true }))
    expect(managed).toMatchObject({ manage_access: true, administrator: false, disabled: true })
    expect(isUsable(world.simulators, server, 'demoted')).toBe(false)
    await world.grant(uma.id, server)
    expect(isUsable(world.simulators, server, 'demoted')).toBe(true)
  })

  it('protects a managed account while it is an administrator’s, and follows the grants again afterwards', async () => {
    const world = shared()
    const uma = await world.addPerson('uma-promoted', server)
    await makeAccount(uma, world.ids[server])
    const usable = () => isUsable(world.simulators, server, 'uma-promoted')
    setAdministrator(world.simulators, server, 'uma-promoted', true)
    await world.grant(uma.id)
    expect(usable()).toBe(true)
    const calls = world.upstreamCalls()
    await world.sweep()
    expect([usable(), world.upstreamCalls()]).toEqual([true, calls])
    setAdministrator(world.simulators, server, 'uma-promoted', false)
    await world.grant(uma.id, server)
    await world.grant(uma.id)
    expect(usable()).toBe(false)
  })

  it('unlinks the row alone, and nothing links it again by itself', async () => {
    const world = shared()
    const uma = await world.addPerson('uma-unlinked', server)
    await makeAccount(uma, world.ids[server])
    const path = accountPath(world, uma.id, server)
    const before = writesTo(world, server)
    expect((await world.asAdmin('DELETE', path)).status).toBe(204)
    expect(refusal(await world.asAdmin('DELETE', path))).toEqual([404, 'no_link'])
    await world.grant(uma.id)
    await world.grant(uma.id, server)
    await world.sweep()
    expect([writesTo(world, server), isUsable(world.simulators, server, 'uma-unlinked')]).toEqual([
      before,
      true,
    ])
    const own = () => uma.call('GET', '/api/media-servers')
    expect((await own()).body).toMatchObject([
      { account: null, auto_link_suppressed: true, existing_account: true },
    ])
    // An explicit link ends it.
    const [remote] = expectOk(await world.asAdmin('GET', usersPath(world, server))).users.filter(
      (user: { name: string }) => user.name === 'uma-unlinked',
    )
    expect(remote.linked_user_id).toBeUndefined()
    expectOk(await world.asAdmin('PUT', path, { remote_user_id: remote.id }))
    expect((await own()).body).toMatchObject([
      { account: { username: 'uma-unlinked' }, auto_link_suppressed: false, existing_account: false },
    ])
    expect(await rowsOf(world, uma.id)).toMatchObject([{ created_by_app: false, manage_access: false }])
  })

  it('says 502 for a list that is wrong, late or cut, and never an empty one', async () => {
    const world = shared()
    const { faults, journal } = world.simulators[server]
    for (const fault of [status(500), garbage(), garbage('html'), dropBefore(), dropAfterCommit()]) {
      faults.always('GET /*', fault)
      const answer = await world.asAdmin('GET', usersPath(world, server))
      expect([fault, refusal(answer)]).toEqual([fault, [502, 'upstream_failed']])
      faults.clear()
    }
    faults.always('GET /*', hang())
    const called = nextRequest(journal)
    const late = world.asAdmin('GET', usersPath(world, server))
    await called
    world.app.clock.advance(4000)
    expect(refusal(await late)).toEqual([502, 'upstream_failed'])
    faults.clear()
  })
})

describe('the invite server as admins see it (2:4.2)', () => {
  it('lists shares and pending invites by address, with the owner as an administrator', async () => {
    const world = await buildMediaServers()
    const { users } = expectOk(await world.asAdmin('GET', usersPath(world, 'plex')))
    const plain = { is_administrator: false, is_disabled: false, pending: false }
    expect(users).toEqual([
      { id: 'marlow@example.org', name: 'marlow', ...plain, is_administrator: true },
      { id: 'ellen@example.org', name: 'ellen77', ...plain },
      { id: 'new.person@example.org', name: 'new.person@example.org', ...plain, pending: true },
    ])
    const uma = await world.addPerson('uma')
    const path = accountPath(world, uma.id, 'plex')
    expect(
      expectOk(
        await world.asAdmin('PUT', path, { remote_user_id: 'ellen@example.org', manage_access: true }),
      ),
    ).toMatchObject({ manage_access: true, granted: false, disabled: true, access_sync_pending: false })
    expect(world.simulators.plexTv.cloud.shares.map(share => share.invited_email)).toEqual([
      'new.person@example.org',
    ])
    const owner = { remote_user_id: 'marlow@example.org', manage_access: true }
    const bo = await world.addPerson('bo')
    expect(refusal(await world.asAdmin('PUT', accountPath(world, bo.id, 'plex'), owner))).toEqual([
      409,
      'administrator_account',
    ])
  })
})

describe('all accounts (2:4.13.5)', () => {
  it('shows what is stored for a server that does not answer, and costs the others nothing', async () => {
    const world = await buildMediaServers()
    const uma = await world.addPerson('uma', ...ACCOUNT_SERVERS)
    for (const server of ACCOUNT_SERVERS) await makeAccount(uma, world.ids[server])
    const { jellyfin, emby } = world.simulators
    emby.faults.always('* /*', status(503))
    jellyfin.faults.always('* /*', hang())
    const called = nextRequest(jellyfin.journal)
    const answered = answerOf(world, 'Audiobookshelf')
    const listing = world.asAdmin('GET', '/api/admin/media-servers/accounts')
    await Promise.all([called, answered])
    world.app.clock.advance(4000)
    const rows = expectOk(await listing)
    const byServer = new Map<string, object>(
      rows.map((row: { instance_name: string }) => [row.instance_name, row]),
    )
    expect([...byServer.keys()].toSorted()).toEqual(['audiobookshelf', 'emby', 'jellyfin'])
    for (const server of ['jellyfin', 'emby']) {
      expect(byServer.get(server)).toMatchObject({ verified: false, disabled: false, granted: true })
      expect(byServer.get(server)).not.toHaveProperty('live_username')
    }
    expect(byServer.get('audiobookshelf')).toMatchObject({ verified: true, live_username: 'uma' })
  })
})
