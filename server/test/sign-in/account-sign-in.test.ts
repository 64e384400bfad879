import { dropBefore, garbage, hang, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import {
  type AccountSignInWorld,
  buildAccountSignIn,
  SIGN_IN_SERVERS,
  type SignInServer,
} from '#test/account-sign-in.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { nextRequest } from '#test/discovery-calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { addRemote, buildMediaServers, isUsable } from '#test/media-servers.ts'
import { listen } from '#test/sockets.ts'
import { openSocket, openSse } from '#test/streams.ts'

const PASSWORD = 'a remote password'
const SETTINGS = '/api/admin/account-sign-in'
const SIGN_IN = 'POST /Users/AuthenticateByName'

const whoIs = async ({ app }: AccountSignInWorld, token: string) =>
  (await callAs(app, token)('GET', '/api/auth/me')).body

/** Signs in somebody who is linked, as a person of the household does. */
async function signInLinked(world: AccountSignInWorld, server: SignInServer, name: string) {
  const person = await world.addPerson(`${name}-here`)
  const remote_id = addRemote(world.simulators, server, `${name}-there`, { password: PASSWORD })
  await world.link(person, server, remote_id)
  const session = expectOk(await world.signIn(server, `${name}-there`, PASSWORD))
  return { person, remote_id, session, call: callAs(world.app, session.access_token) }
}

describe('the configuration of account sign-in (C62)', () => {
  it('is off by default, is saved in parts, and refuses instances of another kind', async () => {
    const world = await buildMediaServers()
    const { asAdmin, ids } = world
    expect((await asAdmin('GET', SETTINGS)).body).toEqual({
      enabled: false,
      auto_create: false,
      instance_ids: [],
    })
    expect((await asAdmin('GET', '/api/auth/status')).body).not.toHaveProperty('account_sign_in')
    const both = [ids.emby, ids.jellyfin]
    expect((await asAdmin('PUT', SETTINGS, { instance_ids: [...both, ids.emby] })).body).toEqual({
      enabled: false,
      auto_create: false,
      instance_ids: both,
    })
    expect((await asAdmin('PUT', SETTINGS, { enabled: true })).body).toMatchObject({
      enabled: true,
      instance_ids: both,
    })
    for (const other of ['in_unknown', ids.plex, ids.audiobookshelf]) {
      const refused = await asAdmin('PUT', SETTINGS, { enabled: false, instance_ids: [ids.emby, other] })
      expect([refusal(refused), Object.keys(refused.body.fields)]).toEqual([
        [400, 'validation'],
        ['instance_ids'],
      ])
    }
    expect((await asAdmin('GET', SETTINGS)).body).toEqual({
      enabled: true,
      auto_create: false,
      instance_ids: both,
    })
  })

  it('shows the servers in the status, and forgets an instance that is deleted', async () => {
    const world = await buildAccountSignIn()
    const { asAdmin, asStranger, ids } = world
    const offers = async () => (await asStranger('GET', '/api/auth/status')).body.account_sign_in
    expect(await offers()).toEqual([
      { instance_id: ids.emby, name: 'emby', service_type: 'account_server_b', quick_connect: false },
      { instance_id: ids.jellyfin, name: 'jellyfin', service_type: 'account_server_a', quick_connect: true },
    ])
    const { call } = await signInLinked(world, 'emby', 'uma')
    expectOk(await asAdmin('DELETE', `/api/admin/instances/${ids.emby}`))
    expect(await offers()).toMatchObject([{ instance_id: ids.jellyfin }])
    expect((await asAdmin('GET', SETTINGS)).body.instance_ids).toEqual([ids.jellyfin])
    expect(refusal(await call('GET', '/api/auth/me'))).toEqual([401, 'session_revoked'])
    // What is left of the list can be saved again.
    await world.configure({ auto_create: true })
    // 1/4.1: an optional field is omitted when it is empty.
    await world.configure({ instance_ids: [] })
    expect((await asStranger('GET', '/api/auth/status')).body).not.toHaveProperty('account_sign_in')
    await world.configure({ instance_ids: [ids.jellyfin] })
    expect(await offers()).toHaveLength(1)
    await world.configure({ enabled: false })
    expect(await offers()).toBeUndefined()
  })
})

describe.each(SIGN_IN_SERVERS)('signing in with an account of %s (C62)', server => {
  const shared = shareAmongTests(buildAccountSignIn)

  it('opens a session of the linked user, and keeps none on the server', async () => {
    const world = shared()
    const { person, session } = await signInLinked(world, server, 'uma')
    expect(await whoIs(world, session.access_token)).toMatchObject({ id: person.id, username: 'uma-here' })
    expect(world.simulators[server].sessions.size).toBe(0)
    const again = await world.signIn(server, 'UMA-THERE', PASSWORD, {
      device_name: 'Sofa',
      hardware_id: 'h-1',
    })
    const devices = await callAs(world.app, again.body.access_token)('GET', '/api/me/devices')
    expect(devices.body.devices).toContainEqual(expect.objectContaining({ name: 'Sofa', current: true }))
  })

  it('finds the user by the account id on the server, never by name', async () => {
    const world = shared()
    await world.addPerson('same-name')
    addRemote(world.simulators, server, 'same-name', { password: PASSWORD })
    expect(refusal(await world.signIn(server, 'same-name', PASSWORD))).toEqual([403, 'sign_in_denied'])
    const { person, remote_id } = await signInLinked(world, server, 'renamed')
    const remote = world.simulators[server].accounts.users.get(remote_id)
    if (remote) remote.name = 'other-name'
    expect(expectOk(await world.signIn(server, 'other-name', PASSWORD)).user.id).toBe(person.id)
  })

  it('answers wrong credentials and an unknown name with one body', async () => {
    const world = shared()
    await signInLinked(world, server, 'wrong')
    const wrong = await world.signIn(server, 'wrong-there', 'not the password')
    const unknown = await world.signIn(server, 'nobody-there', 'not the password')
    expect(refusal(wrong)).toEqual([401, 'invalid_credentials'])
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  it('denies an account that is disabled or locked there', async () => {
    const world = shared()
    const { remote_id } = await signInLinked(world, server, 'off')
    const policy = world.simulators[server].accounts.users.get(remote_id)?.policy ?? {}
    policy['IsDisabled'] = true
    expect(refusal(await world.signIn(server, 'off-there', PASSWORD))).toEqual([403, 'sign_in_denied'])
    policy['IsDisabled'] = false
    if (server === 'emby') {
      policy['LockedOutDate'] = 638_000_000
      expect(refusal(await world.signIn(server, 'off-there', PASSWORD))).toEqual([403, 'sign_in_denied'])
      policy['LockedOutDate'] = 0
    }
    expectOk(await world.signIn(server, 'off-there', PASSWORD))
  })

  it('answers 503 for a server that is away, broken or slow, and lets people in once it works again', async () => {
    const world = shared()
    await signInLinked(world, server, 'late')
    const { faults, journal } = world.simulators[server]
    for (const fault of [status(500), garbage(), garbage('html'), dropBefore()]) {
      faults.always(SIGN_IN, fault)
      const answer = await world.signIn(server, 'late-there', PASSWORD)
      expect([fault, refusal(answer)]).toEqual([fault, [503, 'unavailable']])
      faults.clear()
    }
    faults.always(SIGN_IN, hang())
    const called = nextRequest(journal)
    const late = world.signIn(server, 'late-there', PASSWORD)
    await called
    world.app.clock.advance(10_000)
    expect(refusal(await late)).toEqual([503, 'unavailable'])
    faults.clear()
    // None of the five attempts counted, because the server did not judge the password.
    expectOk(await world.signIn(server, 'late-there', PASSWORD))
  })

  it('is refused while off and for an instance that is not listed, and sends nothing', async () => {
    const world = shared()
    await signInLinked(world, server, 'refused')
    const listed = SIGN_IN_SERVERS.map(name => world.ids[name])
    const before = world.simulators[server].journal.entries.length
    const writes = () =>
      world.simulators[server].journal.entries.slice(before).filter(({ method }) => method !== 'GET')
    await world.configure({ instance_ids: listed.filter(id => id !== world.ids[server]) })
    expect(refusal(await world.signIn(server, 'refused-there', PASSWORD))).toEqual([403, 'sign_in_disabled'])
    await world.configure({ enabled: false, instance_ids: listed })
    expect(refusal(await world.signIn(server, 'refused-there', PASSWORD))).toEqual([403, 'sign_in_disabled'])
    await world.configure({ enabled: true })
    for (const instance_id of ['in_unknown', world.ids.plex, world.ids.audiobookshelf]) {
      const answer = await world.signIn(server, 'refused-there', PASSWORD, { instance_id })
      expect(refusal(answer)).toEqual([403, 'sign_in_disabled'])
    }
    expect(writes()).toEqual([])
  })
})

describe.each(ENGINES)('an account that nobody is linked to on %s (C62)', engine => {
  it('becomes a plain user with access to that instance, and stays linked to it', async () => {
    const world = await buildAccountSignIn({ engine, auto_create: true })
    const { asAdmin, ids, simulators } = world
    await world.addPerson('skipper')
    const boss = addRemote(simulators, 'jellyfin', 'Skipper', { password: PASSWORD, administrator: true })
    const session = expectOk(await world.signIn('jellyfin', 'skipper', PASSWORD))
    expect(session.user).toMatchObject({
      username: 'Skipper-2',
      role: 'user',
      password_enabled: false,
      passkey_enabled: false,
    })
    const { id } = session.user
    expect((await asAdmin('GET', `/api/admin/users/${id}/instance-grants`)).body).toEqual({
      account_server_a: [ids.jellyfin],
    })
    const { body } = await asAdmin('GET', '/api/admin/media-servers/accounts')
    expect(body).toMatchObject([
      { user_id: id, remote_user_id: boss, created_by_app: false, manage_access: false, granted: true },
    ])
    await world.configure({ auto_create: false })
    expect(expectOk(await world.signIn('jellyfin', 'skipper', PASSWORD)).user.id).toBe(id)
  })

  it('becomes only one user when it signs in several times at once', async () => {
    const world = await buildAccountSignIn({ engine, auto_create: true })
    addRemote(world.simulators, 'emby', 'uma', { password: PASSWORD })
    const answers = await Promise.all([1, 2, 3].map(() => world.signIn('emby', 'uma', PASSWORD)))
    expect(new Set(answers.map(answer => expectOk(answer).user.username))).toEqual(new Set(['uma']))
  })
})

describe('links of media servers (C62, 2:3)', () => {
  it('bind a managed account while it has its grant', async () => {
    const world = await buildAccountSignIn()
    const uma = await world.addPerson('uma', 'jellyfin')
    const remote_id = addRemote(world.simulators, 'jellyfin', 'uma', { password: PASSWORD })
    await world.link(uma, 'jellyfin', remote_id, { manage_access: true })
    expectOk(await world.signIn('jellyfin', 'uma', PASSWORD))
    // The server cannot be told, so the account still works there.
    world.simulators.jellyfin.faults.always('POST /Users/*/Policy', status(500))
    await world.grant(uma.id)
    expect(isUsable(world.simulators, 'jellyfin', 'uma')).toBe(true)
    expect(refusal(await world.signIn('jellyfin', 'uma', PASSWORD))).toEqual([403, 'sign_in_denied'])
    world.simulators.jellyfin.faults.clear()
    await world.sweep()
    expect(isUsable(world.simulators, 'jellyfin', 'uma')).toBe(false)
    expect(refusal(await world.signIn('jellyfin', 'uma', PASSWORD))).toEqual([403, 'sign_in_denied'])
    await world.grant(uma.id, 'jellyfin')
    expectOk(await world.signIn('jellyfin', 'uma', PASSWORD))
  })

  it('do not turn into a new user when the user of a managed account was deleted', async () => {
    const world = await buildAccountSignIn({ auto_create: true })
    const uma = await world.addPerson('uma', 'jellyfin')
    const remote_id = addRemote(world.simulators, 'jellyfin', 'uma', { password: PASSWORD })
    await world.link(uma, 'jellyfin', remote_id, { manage_access: true })
    world.simulators.jellyfin.faults.always('POST /Users/*/Policy', status(500))
    expect((await world.asAdmin('DELETE', `/api/admin/users/${uma.id}`)).status).toBeLessThan(300)
    expect(isUsable(world.simulators, 'jellyfin', 'uma')).toBe(true)
    expect(refusal(await world.signIn('jellyfin', 'uma', PASSWORD))).toEqual([403, 'sign_in_denied'])
    world.simulators.jellyfin.faults.clear()
    await world.sweep()
    expect(isUsable(world.simulators, 'jellyfin', 'uma')).toBe(false)
  })

  it('that an admin removes end the sessions of that account only, and bind nobody again by themselves', async () => {
    const world = await buildAccountSignIn({ auto_create: true })
    const { person, session, call } = await signInLinked(world, 'emby', 'uma')
    const other = await signInLinked(world, 'emby', 'bo')
    const link = `/api/admin/users/${person.id}/media-servers/${world.ids.emby}/account`
    expect((await world.asAdmin('DELETE', link)).status).toBe(204)
    expect(refusal(await call('GET', '/api/auth/me'))).toEqual([401, 'session_revoked'])
    const refresh = { refresh_token: session.refresh_token }
    expect((await world.asStranger('POST', '/api/auth/refresh', refresh)).status).toBe(401)
    expectOk(await other.call('GET', '/api/auth/me'))
    expectOk(await person.call('GET', '/api/auth/me'))
    // The suppression is about the former user: the account is unbound, and becomes a user of its own.
    const anew = expectOk(await world.signIn('emby', 'uma-there', PASSWORD))
    expect([anew.user.id === person.id, anew.user.username]).toEqual([false, 'uma-there'])
    await world.configure({ auto_create: false })
    expect(expectOk(await world.signIn('emby', 'uma-there', PASSWORD)).user.id).toBe(anew.user.id)
  })
})

describe('who may use it (C62)', () => {
  it('ignores the switches for password and passkey', async () => {
    const world = await buildAccountSignIn()
    const { session } = await signInLinked(world, 'jellyfin', 'uma')
    expect(session.user).toMatchObject({ password_enabled: false, passkey_enabled: false })
  })

  it('is limited to admins with SSO-only, and a refused sign-in creates no user', async () => {
    const state = { sso_only: false }
    const world = await buildAccountSignIn({
      auto_create: true,
      overrides: { ssoRequired: async (_db, user) => state.sso_only && user.role !== 'admin' },
    })
    await signInLinked(world, 'jellyfin', 'uma')
    const admin = addRemote(world.simulators, 'jellyfin', 'ana-there', { password: PASSWORD })
    await world.link({ id: world.admin_id }, 'jellyfin', admin)
    addRemote(world.simulators, 'jellyfin', 'new-there', { password: PASSWORD })
    state.sso_only = true
    expect(refusal(await world.signIn('jellyfin', 'uma-there', PASSWORD))).toEqual([403, 'sso_required'])
    expect(refusal(await world.signIn('jellyfin', 'new-there', PASSWORD))).toEqual([403, 'sso_required'])
    expect(expectOk(await world.signIn('jellyfin', 'ana-there', PASSWORD)).user.role).toBe('admin')
    const { body } = await world.asAdmin('GET', '/api/admin/users')
    expect(JSON.stringify(body)).not.toContain('new-there')
  })
})

describe.each(ENGINES)('turning account sign-in off on %s (C62)', engine => {
  it('ends the sessions that began with it, streams within 5 s, and no others', async () => {
    const world = await buildAccountSignIn({ engine })
    const url = `http://127.0.0.1:${await listen(world.app)}`
    const jellyfin = await signInLinked(world, 'jellyfin', 'uma')
    const emby = await signInLinked(world, 'emby', 'bo')
    const token = jellyfin.session.access_token
    const [socket, sse] = [await openSocket(url, token), await openSse(url, token)]
    await world.configure({ instance_ids: [world.ids.emby] })
    expect(refusal(await jellyfin.call('GET', '/api/auth/me'))).toEqual([401, 'session_revoked'])
    world.app.clock.advance(5000)
    expect([await socket.closed, await sse.closed]).toEqual([4401, 'end'])
    expectOk(await emby.call('GET', '/api/auth/me'))
    await world.configure({ enabled: false })
    expect(refusal(await emby.call('GET', '/api/auth/me'))).toEqual([401, 'session_revoked'])
    for (const { person } of [jellyfin, emby]) expectOk(await person.call('GET', '/api/auth/me'))
  })
})
