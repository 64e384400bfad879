import { dropAfterCommit, dropBefore, garbage, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type AccountSignInWorld, buildAccountSignIn } from '#test/account-sign-in.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { nextRequest } from '#test/discovery-calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { addRemote } from '#test/media-servers.ts'

const PENDING = { status: 'pending', interval: 5 }
const CONNECT = 'GET /QuickConnect/Connect'

/** Somebody who is linked to an account of Jellyfin that can approve codes. */
async function addLinked(world: AccountSignInWorld, name: string) {
  const person = await world.addPerson(name)
  const remote_id = addRemote(world.simulators, 'jellyfin', `${name}-there`)
  await world.link(person, 'jellyfin', remote_id)
  return { person, remote_id, approve: (code: string) => approve(world, code, `${name}-there`) }
}

function approve({ simulators }: AccountSignInWorld, code: string, name: string): void {
  simulators.jellyfin.quick_connect.approve(code, name)
}

const upstreamCalls = ({ simulators }: AccountSignInWorld) => simulators.jellyfin.journal.entries.length

describe.each(ENGINES)('Quick Connect on %s (C62)', engine => {
  it('signs in the person who entered the code, once', async () => {
    const world = await buildAccountSignIn({ engine })
    const uma = await addLinked(world, 'uma')
    const begun = await world.begin({ device_name: 'Television', hardware_id: 'tv-1' })
    expect(begun.body).toEqual({
      flow: expect.any(String),
      code: expect.stringMatching(/^\d{6}$/),
      expires_at: new Date(world.app.clock.now().getTime() + 600_000).toISOString(),
      interval: 5,
    })
    const { flow, code } = begun.body
    expect((await world.check(flow)).body).toEqual(PENDING)
    uma.approve(code)
    world.app.clock.advance(5000)
    const session = expectOk(await world.check(flow))
    expect(session.user).toMatchObject({ id: uma.person.id, username: 'uma' })
    const { body } = await callAs(world.app, session.access_token)('GET', '/api/me/devices')
    expect(body.devices).toContainEqual(expect.objectContaining({ name: 'Television', current: true }))
    expect(world.simulators.jellyfin.sessions.size).toBe(0)
    expect(refusal(await world.check(flow))).toEqual([400, 'invalid_flow'])
  })
})

describe('a check of Quick Connect (C62)', () => {
  const shared = shareAmongTests(() => buildAccountSignIn())

  it('within five seconds of the last one repeats "pending" without asking the server', async () => {
    const world = shared()
    const uma = await addLinked(world, 'soon')
    const { flow, code } = expectOk(await world.begin())
    expect((await world.check(flow)).body).toEqual(PENDING)
    uma.approve(code)
    const before = upstreamCalls(world)
    world.app.clock.advance(4999)
    expect((await world.check(flow)).body).toEqual(PENDING)
    expect(upstreamCalls(world)).toBe(before)
    world.app.clock.advance(1)
    expectOk(await world.check(flow))
  })

  it('gives the session to only one of several checks at the same moment', async () => {
    const world = shared()
    const uma = await addLinked(world, 'parallel')
    const { flow, code } = expectOk(await world.begin())
    uma.approve(code)
    const answers = await Promise.all([1, 2, 3].map(() => world.check(flow)))
    expect(answers.filter(({ body }) => body.access_token)).toHaveLength(1)
    for (const { body } of answers.filter(answer => !answer.body.access_token))
      expect([PENDING, expect.objectContaining({ code: 'invalid_flow' })]).toContainEqual(body)
  })

  it('refuses a flow that is unknown or expired, here or at the server', async () => {
    const world = shared()
    const uma = await addLinked(world, 'expired')
    const unknown = await world.check('f_unknown')
    expect(refusal(unknown)).toEqual([400, 'invalid_flow'])
    const first = expectOk(await world.begin())
    uma.approve(first.code)
    world.app.clock.advance(600_000)
    expect((await world.check(first.flow)).body).toEqual(unknown.body)
    const second = expectOk(await world.begin())
    world.simulators.jellyfin.faults.next(CONNECT, status(404))
    expect((await world.check(second.flow)).body).toEqual(unknown.body)
    uma.approve(second.code)
    world.app.clock.advance(5000)
    expect((await world.check(second.flow)).body).toEqual(unknown.body)
  })

  it('answers 503 while the server is away, and goes on afterwards', async () => {
    const world = shared()
    const uma = await addLinked(world, 'away')
    const { faults } = world.simulators.jellyfin
    const { flow, code } = expectOk(await world.begin())
    uma.approve(code)
    for (const fault of [status(500), garbage(), dropBefore()]) {
      faults.always(CONNECT, fault)
      expect([fault, refusal(await world.check(flow))]).toEqual([fault, [503, 'unavailable']])
      faults.clear()
      world.app.clock.advance(5000)
    }
    faults.next('POST /Users/AuthenticateWithQuickConnect', dropAfterCommit())
    expect(refusal(await world.check(flow))).toEqual([503, 'unavailable'])
    world.app.clock.advance(5000)
    expect(expectOk(await world.check(flow)).user.id).toBe(uma.person.id)
    faults.always('POST /QuickConnect/Initiate', status(500))
    expect(refusal(await world.begin())).toEqual([503, 'unavailable'])
    faults.clear()
  })

  it('denies an account that was disabled in the meantime, and one that is linked to nobody', async () => {
    const world = shared()
    const uma = await addLinked(world, 'disabled')
    const first = expectOk(await world.begin())
    uma.approve(first.code)
    const account = world.simulators.jellyfin.accounts.users.get(uma.remote_id)
    if (account) account.policy['IsDisabled'] = true
    expect(refusal(await world.check(first.flow))).toEqual([403, 'sign_in_denied'])
    addRemote(world.simulators, 'jellyfin', 'unlinked')
    const second = expectOk(await world.begin())
    approve(world, second.code, 'unlinked')
    expect(refusal(await world.check(second.flow))).toEqual([403, 'sign_in_denied'])
    // A refusal also counts as the one result.
    for (const { flow } of [first, second]) {
      world.app.clock.advance(5000)
      expect(refusal(await world.check(flow))).toEqual([400, 'invalid_flow'])
    }
  })
})

describe('where Quick Connect is offered (C62)', () => {
  const offersOf = async ({ asStranger }: AccountSignInWorld) => {
    const { body } = await asStranger('GET', '/api/auth/status')
    return Object.fromEntries(
      (body.account_sign_in as { name: string; quick_connect: boolean }[]).map(one => [
        one.name,
        one.quick_connect,
      ]),
    )
  }

  it('is never on Emby', async () => {
    const world = await buildAccountSignIn()
    expect(refusal(await world.begin({ instance_id: world.ids.emby }))).toEqual([409, 'not_supported'])
    expect(await offersOf(world)).toEqual({ emby: false, jellyfin: true })
  })

  it('is read from the server in the background, without delaying the sign-in status', async () => {
    const world = await buildAccountSignIn()
    const { switches, journal, faults } = world.simulators.jellyfin
    switches.quick_connect = false
    expect(refusal(await world.begin())).toEqual([409, 'not_supported'])
    expect(await offersOf(world)).toMatchObject({ jellyfin: false })
    switches.quick_connect = true
    world.app.clock.advance(15_000)
    const asked = nextRequest(journal)
    // The last known answer is sent at once; the server is asked in the background.
    expect(await offersOf(world)).toMatchObject({ jellyfin: false })
    expect((await asked).path).toBe('/QuickConnect/Enabled')
    await expect.poll(() => offersOf(world)).toMatchObject({ jellyfin: true })
    faults.always('GET /QuickConnect/Enabled', status(500))
    world.app.clock.advance(15_000)
    const failed = nextRequest(journal)
    await offersOf(world)
    await failed
    expect(await offersOf(world)).toMatchObject({ jellyfin: true })
  })

  it('is offered nowhere while the method is off, and turning it off ends open attempts', async () => {
    const world = await buildAccountSignIn()
    const uma = await addLinked(world, 'uma')
    const { flow, code } = expectOk(await world.begin())
    uma.approve(code)
    await world.configure({ instance_ids: [world.ids.emby] })
    for (const answer of [await world.begin(), await world.check(flow)])
      expect(refusal(answer)).toEqual([403, 'sign_in_disabled'])
    await world.configure({ enabled: false, instance_ids: [world.ids.jellyfin] })
    for (const answer of [await world.begin(), await world.check(flow)])
      expect(refusal(answer)).toEqual([403, 'sign_in_disabled'])
    await world.configure({ enabled: true })
    expect(refusal(await world.check(flow))).toEqual([400, 'invalid_flow'])
  })
})
