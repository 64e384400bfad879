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
  makeAccount,
  type MediaServerWorld,
  NEW_PASSWORD,
  type Person,
} from '#test/media-servers.ts'

const SIGN_IN = {
  jellyfin: 'POST /Users/AuthenticateByName',
  emby: 'POST /Users/AuthenticateByName',
  audiobookshelf: 'POST /login',
} as const

function openSessions({ simulators }: MediaServerWorld, server: AccountServerName): number {
  if (server === 'audiobookshelf') return simulators.audiobookshelf.access.openSessions()
  return simulators[server].sessions.size
}

const linkOf = (world: MediaServerWorld, person: Person, server: AccountServerName) => (body: object) =>
  person.call('POST', `/api/media-servers/${world.ids[server]}/account/link`, body)

describe.each(ACCOUNT_SERVERS)('linking an own account of %s (2:4.1)', server => {
  const shared = shareAmongTests(buildMediaServers)

  it('checks the credentials once, keeps no session and changes nothing on the server', async () => {
    const world = shared()
    addRemote(world.simulators, server, 'old-name', { password: 'an old password' })
    const uma = await world.addPerson('uma', server)
    const link = linkOf(world, uma, server)
    const { journal } = world.simulators[server]
    const before = journal.entries.length
    const linked = await link({ username: 'old-name', password: 'an old password' })
    expect([linked.status, linked.body]).toEqual([
      201,
      {
        username: 'old-name',
        public_address: `https://${server}.example`,
        administrator: false,
        manage_access: false,
      },
    ])
    const calls = journal.entries.slice(before)
    const writes = calls.filter(({ method }) => method !== 'GET').map(({ path }) => path.toLowerCase())
    expect(writes).toEqual([
      expect.stringMatching(/login|authenticatebyname/),
      expect.stringMatching(/logout$/),
    ])
    expect(openSessions(world, server)).toBe(0)
    expect((await uma.call('GET', '/api/media-servers')).body).toMatchObject([
      { account: { username: 'old-name', manage_access: false, verified: true } },
    ])
    const again = await link({ username: 'old-name', password: 'an old password' })
    expect(refusal(again)).toEqual([409, 'account_exists'])
    // The row was checked before credentials were sent.
    expect(journal.entries.slice(before + calls.length).some(({ method }) => method !== 'GET')).toBe(false)
  })

  it('refuses wrong credentials and disabled accounts with 400, and an account of somebody else', async () => {
    const world = shared()
    const password = 'another password'
    addRemote(world.simulators, server, 'taken', { password })
    addRemote(world.simulators, server, 'off', { password, disabled: true })
    const [uma, bo] = [await world.addPerson('uma-2', server), await world.addPerson('bo-2', server)]
    const link = linkOf(world, uma, server)
    expect(refusal(await link({ username: 'taken', password: 'a wrong password' }))).toEqual([
      400,
      'bad_credentials',
    ])
    expect(refusal(await link({ username: 'nobody', password }))).toEqual([400, 'bad_credentials'])
    expect(refusal(await link({ username: 'off', password }))).toEqual([400, 'account_refused'])
    expectOk(await linkOf(world, bo, server)({ username: 'taken', password }))
    expect(refusal(await link({ username: 'taken', password }))).toEqual([409, 'remote_already_linked'])
    expect(openSessions(world, server)).toBe(0)
    expect((await uma.call('GET', '/api/media-servers')).body).toMatchObject([{ account: null }])
  })

  it('sends no credentials for somebody without the grant', async () => {
    const world = shared()
    const stranger = await world.addPerson('stranger')
    const before = world.simulators[server].journal.entries.length
    const body = { username: 'taken', password: 'whatever' }
    const refused = await linkOf(world, stranger, server)(body)
    const unknown = await stranger.call('POST', '/api/media-servers/in_none/account/link', body)
    expect([refusal(refused), refused.body]).toEqual([[403, 'instance_forbidden'], unknown.body])
    expect(world.simulators[server].journal.entries.length).toBe(before)
  })

  it('answers 502 for a server that is wrong, away or late, and links nothing', async () => {
    const world = shared()
    const password = 'a third password'
    addRemote(world.simulators, server, 'faulty', { password })
    const uma = await world.addPerson('uma-3', server)
    const link = () => linkOf(world, uma, server)({ username: 'faulty', password })
    const { faults, journal } = world.simulators[server]
    for (const fault of [status(500), garbage(), garbage('html'), dropBefore(), dropAfterCommit()]) {
      faults.always(SIGN_IN[server], fault)
      expect([fault, refusal(await link())]).toEqual([fault, [502, 'upstream_failed']])
      faults.clear()
    }
    faults.always(SIGN_IN[server], hang())
    const called = nextRequest(journal)
    const late = link()
    await called
    world.app.clock.advance(10_000)
    expect(refusal(await late)).toEqual([502, 'upstream_failed'])
    faults.clear()
    expect((await uma.call('GET', '/api/media-servers')).body).toMatchObject([{ account: null }])
    expectOk(await link())
  })

  it('is refused for somebody who has one, also when the server is wrong or away', async () => {
    const world = shared()
    const uma = await world.addPerson('uma-5', server)
    await makeAccount(uma, world.ids[server])
    const { faults, journal } = world.simulators[server]
    const before = journal.entries.length
    for (const fault of [status(500), garbage(), dropBefore()]) {
      faults.always('* /*', fault)
      const linked = await linkOf(world, uma, server)({ username: 'uma-5', password: NEW_PASSWORD })
      expect([fault, refusal(linked)]).toEqual([fault, [409, 'account_exists']])
      const path = `/api/media-servers/${world.ids[server]}/account`
      const made = await uma.call('POST', path, { password: NEW_PASSWORD })
      expect([fault, refusal(made)]).toEqual([fault, [409, 'account_exists']])
      faults.clear()
    }
    expect(journal.entries.slice(before).some(({ method }) => method !== 'GET')).toBe(false)
    expect((await uma.call('GET', '/api/media-servers')).body).toMatchObject([
      { account: { verified: true } },
    ])
  })

  it('makes room for a new account when the linked one is gone from the server', async () => {
    const world = shared()
    const uma = await world.addPerson('uma-4', server)
    await makeAccount(uma, world.ids[server])
    const { accounts } = world.simulators[server]
    for (const [id, user] of accounts.users)
      if (('name' in user ? user.name : user.username) === 'uma-4') accounts.users.delete(id)
    expect((await uma.call('GET', '/api/media-servers')).body).toMatchObject([{ account: null }])
    const made = await uma.call('POST', `/api/media-servers/${world.ids[server]}/account`, {
      password: NEW_PASSWORD,
    })
    expect(made.status).toBe(201)
  })
})

describe('the kinds of servers (2:4.1)', () => {
  it('are not mixed up: passwords for accounts, addresses for invites', async () => {
    const world = await buildMediaServers()
    const uma = await world.addPerson('uma', 'jellyfin', 'plex')
    const account = (server: 'jellyfin' | 'plex') => `/api/media-servers/${world.ids[server]}/account`
    const before = world.upstreamCalls()
    for (const [path, body, code] of [
      [account('jellyfin'), { email: 'uma@example.org' }, 'wrong_kind'],
      [account('plex'), { password: NEW_PASSWORD }, 'wrong_kind'],
      [`${account('plex')}/link`, { username: 'uma', password: NEW_PASSWORD }, 'wrong_kind'],
      [account('jellyfin'), { password: NEW_PASSWORD, email: 'uma@example.org' }, 'validation'],
      [account('jellyfin'), { password: 'short' }, 'validation'],
      [account('jellyfin'), {}, 'validation'],
      [account('jellyfin'), { password: 12345678 }, 'validation'],
    ] as const)
      expect([body, refusal(await uma.call('POST', path, body))]).toEqual([body, [400, code]])
    expect(world.upstreamCalls()).toBe(before)
  })

  it('are refused without a grant before the body is judged (C17)', async () => {
    const world = await buildMediaServers()
    const uma = await world.addPerson('uma', 'emby')
    for (const id of [world.ids.jellyfin, 'in_none'])
      for (const [path, body] of [
        ['account', {}],
        ['account', { password: 'short' }],
        ['account', { password: NEW_PASSWORD, email: 'uma@example.org' }],
        ['account', { password: 12345678, email: null }],
        ['account/link', {}],
        ['account/link', { username: 7, password: [] }],
        ['account/link', { username: 'u'.repeat(257), password: NEW_PASSWORD }],
      ] as const) {
        const answer = await uma.call('POST', `/api/media-servers/${id}/${path}`, body)
        expect([path, body, refusal(answer)]).toEqual([path, body, [403, 'instance_forbidden']])
        world.app.clock.advance(10_000)
      }
  })

  it('ignore fields they do not know, and judge those they know (0.3)', async () => {
    const world = await buildMediaServers()
    const uma = await world.addPerson('uma', 'jellyfin', 'emby', 'plex')
    const at = (server: 'jellyfin' | 'emby' | 'plex') => `/api/media-servers/${world.ids[server]}/account`
    for (const [path, body, code] of [
      [`${at('emby')}/link`, {}, 'validation'],
      [`${at('emby')}/link`, { username: '', password: 'x' }, 'validation'],
      [`${at('emby')}/link`, { username: 'uma' }, 'validation'],
      [`${at('emby')}/link`, { username: 'u'.repeat(257), password: 'x' }, 'validation'],
      [`${at('emby')}/link`, { username: 'uma', password: 'x'.repeat(1025) }, 'validation'],
      [at('jellyfin'), { password: 'x'.repeat(1025) }, 'validation'],
      [at('jellyfin'), { password: 12345678 }, 'validation'],
      [at('plex'), { email: `${'u'.repeat(250)}@example.org` }, 'invalid_email'],
    ] as const)
      expect([body, refusal(await uma.call('POST', path, body))]).toEqual([body, [400, code]])
    const body = { password: NEW_PASSWORD, username: 'somebody else', admin: true }
    const made = await uma.call('POST', at('jellyfin'), body)
    expect([made.status, made.body]).toMatchObject([201, { username: 'uma', administrator: false }])
  })
})
