import { describe, expect, it } from 'vitest'
import { PASSWORD, type TestApp } from '#test/app.ts'
import { callAs, refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'
import { addUser } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

/** Sends each attempt from another address, as a botnet would. */
const logIn = (app: TestApp, username: string, password: string) =>
  callAs(app)('POST', '/api/auth/login', { username, password })

const wrong = (i: number) => `guess number ${i}`

async function begin(engine: (typeof ENGINES)[number]) {
  const { app, admin, asAdmin } = await buildWorld({ engine })
  const bob = await addUser(app, asAdmin, 'Bob')
  const setMethods = `/api/admin/users/${bob.user.id}/auth-methods`
  await asAdmin('PATCH', setMethods, { password_enabled: true })
  const asBob = callAs(app, bob.access_token)
  await asBob('POST', '/api/auth/password', { password: PASSWORD })
  const inboxOf = async (as: typeof asBob) => {
    await app.jobs.settle()
    const { body } = await as('GET', '/api/notifications/inbox')
    return body.entries.filter((entry: { type: string }) => entry.type === 'sign_in_throttled')
  }
  return { app, admin, asAdmin, bob, asBob, inboxOf }
}

describe.each(ENGINES)('C71 guessing one password from many addresses, on %s', engine => {
  it('ends after fifty attempts, for everybody who tries that name, and is reported once to owner and admins', async () => {
    const { app, asAdmin, asBob, bob, inboxOf } = await begin(engine)
    for (let i = 0; i < 50; i += 1) {
      expect(refusal(await logIn(app, i % 2 ? 'bob' : ' BOB ', wrong(i)))).toEqual([
        401,
        'invalid_credentials',
      ])
    }
    const closed = await logIn(app, 'bob', PASSWORD)
    expect(refusal(closed)).toEqual([429, 'rate_limited'])
    expect(closed.headers['retry-after']).toBe('3600')
    // Open sessions, other names and other sign-in methods are not affected.
    expect((await asBob('GET', '/api/auth/me')).status).toBe(200)
    expect((await logIn(app, 'ana', PASSWORD)).status).toBe(200)
    await addUser(app, asAdmin, 'bob')

    await eventually(async () => expect(await inboxOf(asBob)).toHaveLength(1))
    expect(await inboxOf(asBob)).toMatchObject([{ data: { user_id: bob.user.id }, path: '/account' }])
    expect(await inboxOf(asAdmin)).toMatchObject([
      { data: { user_id: bob.user.id, username: 'Bob' }, path: `/users/${bob.user.id}` },
    ])
    for (let i = 0; i < 3; i += 1) await logIn(app, 'bob', wrong(i))
    expect(await inboxOf(asAdmin)).toHaveLength(1)

    app.clock.advance(3_600_000)
    expect((await logIn(app, 'bob', PASSWORD)).status).toBe(200)
  })
})

describe('C71 information that guessing reveals', () => {
  it('is none: a name that does not exist is closed in the same way, with the same answers', async () => {
    const { app, asAdmin, inboxOf } = await begin('sqlite')
    const answers = async (name: string) => {
      const all = []
      for (let i = 0; i < 52; i += 1) {
        const { status, raw, headers } = await logIn(app, name, wrong(i))
        all.push([status, raw.toString(), headers['retry-after']])
      }
      return all
    }
    const known = await answers('bob')
    expect(known.map(([status]) => status).slice(49)).toEqual([401, 429, 429])
    expect(await answers('nobody')).toEqual(known)
    await eventually(async () => expect(await inboxOf(asAdmin)).toHaveLength(1))
    // The text that strangers entered as a name may be somebody's password, so it is stored nowhere.
    expect(JSON.stringify(await inboxOf(asAdmin))).not.toContain('nobody')
  })

  it('starts over after a successful sign-in', async () => {
    const { app } = await begin('sqlite')
    for (let i = 0; i < 49; i += 1) await logIn(app, 'bob', wrong(i))
    expect((await logIn(app, 'bob', PASSWORD)).status).toBe(200)
    expect((await logIn(app, 'bob', wrong(50))).status).toBe(401)
    expect((await logIn(app, 'bob', PASSWORD)).status).toBe(200)
  })
})
