import { garbage, hang, status } from '@foyer/simulators'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type AccountSignInWorld, buildAccountSignIn } from '#test/account-sign-in.ts'
import type { TestAnswer } from '#test/app.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { nextRequest } from '#test/discovery-calls.ts'
import { ENGINES } from '#test/engines.ts'
import { addRemote } from '#test/media-servers.ts'

const RIGHT = 'right-Zq7-password'
const WRONG = 'wrong-Zq7-password'

async function addLinked(world: AccountSignInWorld, name: string, server: 'jellyfin' | 'emby' = 'jellyfin') {
  const person = await world.addPerson(name)
  const remote_id = addRemote(world.simulators, server, name, { password: RIGHT })
  await world.link(person, server, remote_id)
  return { person, remote_id }
}

const loginsAt = ({ simulators }: AccountSignInWorld) =>
  simulators.jellyfin.journal.entries.filter(({ path }) => path === '/Users/AuthenticateByName').length

/** Every row of every table, as text. */
async function dump({ app }: AccountSignInWorld): Promise<string> {
  const db = app.database.read
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)))
  return JSON.stringify(rows.map(result => result.rows))
}

/** Defends C62: five failed tries per instance and remote name in 15 minutes. */
describe('guessing passwords of a video server', () => {
  it('ends after five tries, however the name is written and wherever they come from', async () => {
    const world = await buildAccountSignIn()
    await addLinked(world, 'ellen-2')
    for (const name of ['ellen-2', 'ELLEN-2', 'Ellen-2', ' ellen-2 ', 'eLLen-2']) {
      expect(refusal(await world.signIn('jellyfin', name, WRONG))).toEqual([401, 'invalid_credentials'])
      world.app.clock.advance(60_000)
    }
    const sent = loginsAt(world)
    const closed = await world.signIn('jellyfin', 'ellen-2', RIGHT)
    expect([refusal(closed), closed.headers['retry-after']]).toEqual([[429, 'rate_limited'], '600'])
    expect(loginsAt(world)).toBe(sent)
    // Another name, and the same name of another server.
    expect(refusal(await world.signIn('jellyfin', 'nobody', WRONG))).toEqual([401, 'invalid_credentials'])
    expect(refusal(await world.signIn('emby', 'ellen-2', WRONG))).toEqual([401, 'invalid_credentials'])
    world.app.clock.advance(600_000)
    expectOk(await world.signIn('jellyfin', 'ellen-2', RIGHT))
  })

  it('is counted before the server answers, so that parallel tries do not get around it', async () => {
    const world = await buildAccountSignIn()
    await addLinked(world, 'uma')
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.signIn('jellyfin', 'uma', WRONG)))
    expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([
      401, 401, 401, 401, 401, 429, 429, 429,
    ])
    expect(loginsAt(world)).toBe(5)
  })

  it('starts anew after a success, and ignores steps of the wall clock', async () => {
    const world = await buildAccountSignIn()
    await addLinked(world, 'uma')
    const fail = async (times: number) => {
      for (let i = 0; i < times; i += 1) await world.signIn('jellyfin', 'uma', WRONG)
    }
    await fail(4)
    expectOk(await world.signIn('jellyfin', 'uma', RIGHT))
    await fail(4)
    expectOk(await world.signIn('jellyfin', 'uma', RIGHT))
    await fail(5)
    world.app.clock.stepWallClock(24 * 3600_000)
    expect(refusal(await world.signIn('jellyfin', 'uma', RIGHT))).toEqual([429, 'rate_limited'])
  })

  it('is limited per address like every sign-in (0.5)', async () => {
    const world = await buildAccountSignIn()
    const from = '198.51.100.7'
    const post = (path: string, body: object) => world.app.call('POST', path, { from, body })
    const instance_id = world.ids.jellyfin
    for (let i = 0; i < 10; i += 1)
      await post('/api/auth/account-server/sign-in', { instance_id, username: `n${i}`, password: WRONG })
    const begin = await post('/api/auth/account-server/quick-connect/begin', { instance_id })
    expect(refusal(begin)).toEqual([429, 'rate_limited'])
  })
})

/** Defends C62 and 2:5.5: the password is sent to the server once and never stored, logged or echoed. */
describe.each(ENGINES)('passwords and secrets of account sign-in on %s', engine => {
  it('are in no answer, log line or row, whatever the server does', async () => {
    const world = await buildAccountSignIn({ engine, auto_create: true })
    addRemote(world.simulators, 'jellyfin', 'new', { password: RIGHT })
    const { faults, journal } = world.simulators.jellyfin
    const answers: TestAnswer[] = []
    for (const fault of [
      status(500, { body: { message: `${RIGHT} ${WRONG}` } }),
      status(400, { body: `${RIGHT} ${WRONG}` }),
      garbage(),
    ]) {
      faults.always('POST /*', fault)
      answers.push(await world.signIn('jellyfin', 'new', RIGHT), await world.begin())
      faults.clear()
    }
    answers.push(await world.signIn('jellyfin', 'new', WRONG), await world.signIn('jellyfin', 'new', RIGHT))
    const begun = await world.begin()
    answers.push(begun)
    faults.next('GET /QuickConnect/Connect', status(500))
    answers.push(await world.check(begun.body.flow))
    const secret = journal.entries
      .findLast(({ path }) => path === '/QuickConnect/Connect')
      ?.query.get('secret')
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    const kept = [
      ...answers.map(({ raw, headers }) => `${raw.toString()} ${JSON.stringify(headers)}`),
      JSON.stringify(world.app.log.entries),
      await dump(world),
    ]
    for (const text of kept) {
      expect(text).not.toMatch(/-Zq7-/)
      expect(text).not.toContain(secret)
    }
    expect(answers.map(answer => answer.status)).toEqual(expect.arrayContaining([200, 401, 503]))
    // The dump is whole, but without the flow itself.
    expect(kept.at(-1)).toContain('account_sign_in')
    expect(kept.at(-1)).not.toContain(begun.body.flow)
  })
})

/** Defends "issuance rechecks configuration, identity, user and policy": all of it may change while the server answers. */
describe('what changes while the server answers', () => {
  /** The change happens between the proof and the session: while the server does not answer the logout. */
  async function during(world: AccountSignInWorld, change: () => Promise<unknown>): Promise<TestAnswer> {
    const { faults, journal } = world.simulators.jellyfin
    faults.next('POST /Sessions/Logout', hang())
    const hangs = nextRequest(journal, '/Sessions/Logout')
    const answer = world.signIn('jellyfin', 'uma', RIGHT)
    await hangs
    await change()
    world.app.clock.advance(10_000)
    return answer
  }

  it.each<[string, (world: AccountSignInWorld, user_id: number) => Promise<unknown>, [number, string]]>([
    ['the method is turned off', world => world.configure({ enabled: false }), [403, 'sign_in_disabled']],
    [
      'the instance leaves the list',
      world => world.configure({ instance_ids: [] }),
      [403, 'sign_in_disabled'],
    ],
    [
      'the link is removed',
      (world, id) =>
        world.asAdmin('DELETE', `/api/admin/users/${id}/media-servers/${world.ids.jellyfin}/account`),
      [403, 'sign_in_denied'],
    ],
    [
      'the user is deleted',
      (world, id) => world.asAdmin('DELETE', `/api/admin/users/${id}`),
      [403, 'sign_in_denied'],
    ],
  ])('counts: %s', async (_name, change, expected) => {
    const world = await buildAccountSignIn()
    const { person } = await addLinked(world, 'uma')
    expect(refusal(await during(world, () => change(world, person.id)))).toEqual(expected)
  })
})

/** Defends C67: a secret goes only to the address it was given by. */
it('sends the secret of a Quick Connect nowhere else when the instance moves', async () => {
  const world = await buildAccountSignIn()
  const { jellyfin } = world.simulators
  const { flow } = expectOk(await world.begin())
  const path = `/api/admin/instances/${world.ids.jellyfin}`
  const moved = { url: jellyfin.url.replace('127.0.0.1', 'localhost'), api_key: jellyfin.api_key }
  expectOk(await world.asAdmin('PUT', path, { ...(await world.asAdmin('GET', path)).body, ...moved }))
  const before = jellyfin.journal.entries.length
  expect(refusal(await world.check(flow))).toEqual([400, 'invalid_flow'])
  expect(jellyfin.journal.entries.slice(before)).toEqual([])
})

/** Defends "a remote administrator gets no role here". */
it('gives no rights to administrators of the video server, nor to names of admins here', async () => {
  const world = await buildAccountSignIn({ auto_create: true })
  addRemote(world.simulators, 'emby', 'ana', { password: RIGHT, administrator: true })
  const { access_token, user } = expectOk(await world.signIn('emby', 'ana', RIGHT))
  expect([user.role, user.permissions, user.id === world.admin_id]).toEqual([
    'user',
    expect.any(Array),
    false,
  ])
  const settings = await callAs(world.app, access_token)('GET', '/api/admin/account-sign-in')
  expect(settings.status).toBe(403)
})
