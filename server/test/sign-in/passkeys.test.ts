import { describe, expect, it } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { answerWith, createSoftPasskey, type SoftPasskey, type Twist } from '#test/authenticator.ts'
import { type Call, callAs, refusal } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { addUser, tokenOf } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const ORIGIN = 'http://localhost'

async function register(asUser: Call, twist: Twist = {}, name?: string) {
  const begun = await asUser('POST', '/api/auth/passkey/register/begin', {})
  const { passkey, answer } = createSoftPasskey(begun.body.options, ORIGIN, twist)
  const query = new URLSearchParams({
    session_id: begun.body.session_id,
    ...(name && { credential_name: name }),
  })
  const finished = await asUser('POST', `/api/auth/passkey/register/finish?${query.toString()}`, answer)
  return { passkey, finished, begun, answer }
}

async function signIn(app: TestApp, passkey: SoftPasskey, twist: Twist = {}) {
  const asAnybody = callAs(app)
  const begun = await asAnybody('POST', '/api/auth/passkey/login/begin', {})
  const answer = answerWith(passkey, begun.body.options, ORIGIN, twist)
  const path = `/api/auth/passkey/login/finish?session_id=${begun.body.session_id}&device_name=Laptop`
  return { begun, answer, path, finished: await asAnybody('POST', path, answer) }
}

async function addUserWithPasskeys(app: TestApp, asAdmin: Call, name: string) {
  const person = await addUser(app, asAdmin, name)
  await asAdmin('PATCH', `/api/admin/users/${person.user.id}/auth-methods`, { passkey_enabled: true })
  return { person, asPerson: callAs(app, person.access_token) }
}

describe.each(ENGINES)('passkeys on %s (1:4.1)', engine => {
  const world = shareAmongTests(() => buildWorld({ engine }))

  it('are added to the own account and sign in without a name', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const { passkey, finished, begun } = await register(asAdmin, {}, ' Laptop ')
    expect(begun.body.options).toMatchObject({
      rp: { id: 'localhost', name: 'Foyer' },
      user: { name: 'ana' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      excludeCredentials: [],
      attestation: 'none',
    })
    expect([finished.status, finished.body]).toEqual([
      201,
      { status: 'registered', id: expect.stringMatching(/^pk_/) },
    ])
    const listed = { id: finished.body.id, name: 'Laptop', created_at: '2026-11-15T09:00:00.000Z' }
    expect((await asAdmin('GET', '/api/auth/passkeys')).body).toEqual([listed])
    // C68: a new passkey ends no session, so there is one device as before.
    const [ana] = (await asAdmin('GET', '/api/admin/users')).body
    expect([ana.passkey_count, ana.device_count]).toEqual([1, 1])
    app.clock.advance(1000)
    const { finished: entered, begun: login } = await signIn(app, passkey)
    expect(login.body.options).toMatchObject({
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'preferred',
    })
    expect(entered.status).toBe(200)
    expect(entered.body).toMatchObject({ token_type: 'Bearer', user: admin.user })
    expect(String(entered.headers['set-cookie'])).toContain('foyer_images=')
    const asEntered = callAs(app, entered.body.access_token)
    expect((await asEntered('GET', '/api/auth/passkeys')).body).toEqual([
      { ...listed, last_used_at: '2026-11-15T09:00:01.000Z' },
    ])
    const again = await asAdmin('POST', '/api/auth/passkey/register/begin', {})
    expect(again.body.options.excludeCredentials).toEqual([
      { id: passkey.id, type: 'public-key', transports: ['internal'] },
    ])
  })

  it('are added by a link in another browser, once, within ten minutes', async () => {
    const { app, asAdmin } = world()
    const { person, asPerson } = await addUserWithPasskeys(app, asAdmin, 'bea')
    const minted = await asPerson('POST', '/api/auth/passkey/setup-link', {})
    expect([minted.status, minted.body]).toEqual([
      201,
      {
        link: expect.stringMatching(/^http:\/\/localhost(:80)?\/passkeys\/create\?token=[\w-]{40,}$/),
        expires_at: new Date(app.clock.now().getTime() + 10 * 60_000).toISOString(),
      },
    ])
    const token = tokenOf(minted.body.link)
    const begin = () => callAs(app)('POST', '/api/auth/passkey/setup/begin', { token })
    const finish = async (begun: Awaited<ReturnType<typeof begin>>) => {
      const { passkey, answer } = createSoftPasskey(begun.body.options, ORIGIN)
      const query = new URLSearchParams({ session_id: begun.body.session_id, token })
      return {
        passkey,
        done: await callAs(app)('POST', `/api/auth/passkey/setup/finish?${query.toString()}`, answer),
      }
    }
    const ceremonies = [await begin(), await begin(), await begin()]
    const finished = await Promise.all(ceremonies.map(finish))
    const statuses = finished.map(({ done }) => done.status).sort((a, b) => a - b)
    expect(statuses).toEqual([201, 400, 400])
    const won = finished.find(({ done }) => done.status === 201)
    expect((await asPerson('GET', '/api/auth/passkeys')).body).toMatchObject([{ name: 'Passkey' }])
    expect(refusal(await begin())).toEqual([400, 'invalid_setup_token'])
    const entered = await signIn(app, won!.passkey)
    expect(entered.finished.body.user.id).toBe(person.user.id)
  })

  it('refuse every answer that is not quite right', async () => {
    const { app, asAdmin } = world()
    const { person, asPerson } = await addUserWithPasskeys(app, asAdmin, 'cid')
    const twists: Twist[] = [
      { origin: 'https://evil.example' },
      { challenge: 'b3RoZXI' },
      { rp_id: 'evil.example' },
      { user_present: false },
    ]
    for (const twist of [...twists, { type: 'webauthn.get' }]) {
      const { finished } = await register(asPerson, twist)
      expect([twist, ...refusal(finished)]).toEqual([twist, 400, 'passkey_failed'])
      app.clock.advance(60_000)
    }
    const { passkey } = await register(asPerson)
    const stranger = createSoftPasskey(
      { challenge: 'x', rp: { id: 'localhost' }, user: { id: passkey.user_handle } },
      ORIGIN,
    ).passkey
    const wrong: [SoftPasskey, Twist][] = [
      ...twists.map(twist => [passkey, twist] as [SoftPasskey, Twist]),
      [passkey, { type: 'webauthn.create' }],
      [passkey, { user_handle: 'OTk' }],
      [stranger, {}],
      [{ ...stranger, id: passkey.id }, {}],
    ]
    for (const [used, twist] of wrong) {
      const { finished } = await signIn(app, used, twist)
      expect([twist, ...refusal(finished)]).toEqual([twist, 400, 'passkey_failed'])
    }
    const rows = await app.database.read
      .selectFrom('passkeys')
      .select('last_used_at')
      .where('user_id', '=', person.user.id)
      .execute()
    expect(rows).toEqual([{ last_used_at: null }])
    expect((await signIn(app, passkey)).finished.status).toBe(200)
  })

  it('count up, and refuse a copy that lags behind', async () => {
    const { app, asAdmin } = world()
    const { asPerson } = await addUserWithPasskeys(app, asAdmin, 'dan')
    const { passkey } = await register(asPerson, { counter: 3 })
    expect((await signIn(app, passkey, { counter: 7 })).finished.status).toBe(200)
    for (const counter of [7, 5, 0]) {
      expect(refusal((await signIn(app, passkey, { counter })).finished)).toEqual([400, 'passkey_failed'])
    }
    const race = await Promise.all([8, 8].map(counter => signIn(app, passkey, { counter })))
    expect(race.map(({ finished }) => finished.status).sort((a, b) => a - b)).toEqual([200, 400])
  })

  it('let an admin keep one way in (last_method)', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const first = (await register(asAdmin)).finished.body.id
    const second = (await register(asAdmin)).finished.body.id
    const off = await asAdmin('PATCH', `/api/admin/users/${admin.user.id}/auth-methods`, {
      password_enabled: false,
    })
    expect(off.status).toBe(200)
    const removals = await Promise.all(
      [first, second].map(id => asAdmin('DELETE', `/api/auth/passkeys/${id}`)),
    )
    const answers = removals.map(refusal).sort(([a], [b]) => a - b)
    expect(answers).toEqual([
      [200, undefined],
      [409, 'last_method'],
    ])
    const disable = await asAdmin('PATCH', `/api/admin/users/${admin.user.id}/auth-methods`, {
      passkey_enabled: false,
    })
    expect(refusal(disable)).toEqual([409, 'last_method'])
    // Somebody who is not an admin can only lock themselves out.
    const { asPerson } = await addUserWithPasskeys(app, asAdmin, 'bob')
    const own = (await register(asPerson)).finished.body.id
    expect((await asPerson('DELETE', `/api/auth/passkeys/${own}`)).body).toEqual({ status: 'deleted' })
  })

  it('are nobody else’s to see, remove or finish', async () => {
    const { app, asAdmin } = world()
    const { asPerson } = await addUserWithPasskeys(app, asAdmin, 'eve')
    const { finished, passkey } = await register(asAdmin)
    expect((await asPerson('GET', '/api/auth/passkeys')).body).toEqual([])
    const removal = await asPerson('DELETE', `/api/auth/passkeys/${finished.body.id}`)
    expect(refusal(removal)).toEqual([404, 'not_found'])
    const begun = await asAdmin('POST', '/api/auth/passkey/register/begin', {})
    const { answer } = createSoftPasskey(begun.body.options, ORIGIN)
    const finish = (asSomebody: Call) =>
      asSomebody('POST', `/api/auth/passkey/register/finish?session_id=${begun.body.session_id}`, answer)
    expect(refusal(await finish(asPerson))).toEqual([400, 'ceremony_expired'])
    expect((await finish(asAdmin)).status).toBe(201)
    // A ceremony of one kind is none of another.
    const login = await callAs(app)('POST', '/api/auth/passkey/login/begin', {})
    const path = `/api/auth/passkey/register/finish?session_id=${login.body.session_id}`
    expect(refusal(await asAdmin('POST', path, answer))).toEqual([400, 'ceremony_expired'])
    expect((await signIn(app, passkey)).finished.body.user.username).toBe('ana')
  })

  it('end with the method, and cannot be added without it', async () => {
    const { app, asAdmin } = world()
    const { person, asPerson } = await addUserWithPasskeys(app, asAdmin, 'fay')
    const { passkey } = await register(asPerson)
    const begun = await asPerson('POST', '/api/auth/passkey/register/begin', {})
    await asAdmin('PATCH', `/api/admin/users/${person.user.id}/auth-methods`, { passkey_enabled: false })
    expect((await asPerson('GET', '/api/auth/passkeys')).body).toEqual([])
    expect(refusal((await signIn(app, passkey)).finished)).toEqual([400, 'passkey_failed'])
    const { answer } = createSoftPasskey(begun.body.options, ORIGIN)
    const refused = [
      await asPerson('POST', '/api/auth/passkey/register/begin', {}),
      await asPerson('POST', '/api/auth/passkey/setup-link', {}),
      await asPerson('POST', `/api/auth/passkey/register/finish?session_id=${begun.body.session_id}`, answer),
      await asPerson('POST', '/api/auth/passkey/register/finish', {}),
    ]
    for (const one of refused) expect(refusal(one)).toEqual([403, 'method_disabled'])
  })

  it('are not added by a link whose session has ended since', async () => {
    const { app, asAdmin } = world()
    const { asPerson } = await addUserWithPasskeys(app, asAdmin, 'hal')
    const token = tokenOf((await asPerson('POST', '/api/auth/passkey/setup-link', {})).body.link)
    const begin = (token: string) => callAs(app)('POST', '/api/auth/passkey/setup/begin', { token })
    expect((await begin(token)).status).toBe(200)
    await asPerson('POST', '/api/auth/logout', {})
    expect(refusal(await begin(token))).toEqual([400, 'invalid_setup_token'])
    expect(refusal(await begin(`${token}x`))).toEqual([400, 'invalid_setup_token'])
  })

  it('are not added by a link from before while the method is off, nor once it is on again', async () => {
    const { app, asAdmin } = world()
    const { person, asPerson } = await addUserWithPasskeys(app, asAdmin, 'gil')
    const token = tokenOf((await asPerson('POST', '/api/auth/passkey/setup-link', {})).body.link)
    const begin = () => callAs(app)('POST', '/api/auth/passkey/setup/begin', { token })
    const begun = (await begin()).body
    const { answer } = createSoftPasskey(begun.options, ORIGIN)
    const path = `/api/auth/passkey/setup/finish?session_id=${begun.session_id}&token=${token}`
    const finish = () => callAs(app)('POST', path, answer)
    const enable = (passkey_enabled: boolean) =>
      asAdmin('PATCH', `/api/admin/users/${person.user.id}/auth-methods`, { passkey_enabled })
    await enable(false)
    for (const answered of [await begin(), await finish()])
      expect(refusal(answered)).toEqual([403, 'method_disabled'])
    await enable(true)
    for (const answered of [await begin(), await finish()])
      expect(refusal(answered)).toEqual([400, 'invalid_setup_token'])
  })
})

describe('ceremonies (1/4.1)', () => {
  it('are finished once, whatever came of it', async () => {
    const { app, asAdmin } = await buildWorld()
    const { passkey } = await register(asAdmin)
    const { path, answer, finished } = await signIn(app, passkey, { origin: 'https://evil.example' })
    expect(finished.status).toBe(400)
    expect(refusal(await callAs(app)('POST', path, answer))).toEqual([400, 'ceremony_expired'])
    const right = await signIn(app, passkey)
    const replays = await Promise.all(
      Array.from({ length: 5 }, () => callAs(app)('POST', right.path, right.answer)),
    )
    for (const replay of replays) expect(refusal(replay)).toEqual([400, 'ceremony_expired'])
  })

  it('last five minutes', async () => {
    const { app, asAdmin } = await buildWorld()
    const begun = await asAdmin('POST', '/api/auth/passkey/register/begin', {})
    const { answer } = createSoftPasskey(begun.body.options, ORIGIN)
    app.clock.advance(5 * 60_000)
    const path = `/api/auth/passkey/register/finish?session_id=${begun.body.session_id}`
    expect(refusal(await asAdmin('POST', path, answer))).toEqual([400, 'ceremony_expired'])
  })

  it('need a name of at most 64 characters and an answer with its parts', async () => {
    const { asAdmin } = await buildWorld()
    expect(refusal((await register(asAdmin, {}, 'x'.repeat(65))).finished)).toEqual([400, 'validation'])
    const begun = await asAdmin('POST', '/api/auth/passkey/register/begin', {})
    const path = `/api/auth/passkey/register/finish?session_id=${begun.body.session_id}`
    expect(refusal(await asAdmin('POST', path, { id: 'x' }))).toEqual([400, 'passkey_failed'])
  })

  it('say that a ceremony is over whatever came with it, and that an answer without parts failed', async () => {
    const { app, asAdmin } = await buildWorld()
    const finish = '/api/auth/passkey/login/finish?session_id='
    const answers = [{}, { id: 7 }, { id: 'x', rawId: 'x', type: 'public-key', response: {} }]
    for (const answer of answers) {
      expect(refusal(await callAs(app)('POST', `${finish}none`, answer))).toEqual([400, 'ceremony_expired'])
      const own = await asAdmin('POST', '/api/auth/passkey/register/finish?session_id=none', answer)
      expect(refusal(own)).toEqual([400, 'ceremony_expired'])
      const begun = await callAs(app)('POST', '/api/auth/passkey/login/begin', {})
      const finished = await callAs(app)('POST', finish + begun.body.session_id, answer)
      expect(refusal(finished)).toEqual([400, 'passkey_failed'])
    }
    expect(refusal(await callAs(app)('POST', '/api/auth/passkey/login/finish', {}))).toEqual([
      400,
      'validation',
    ])
  })

  it('refuse a link that ran out, and one that belongs to another ceremony', async () => {
    const { app, asAdmin } = await buildWorld()
    const mint = async () => tokenOf((await asAdmin('POST', '/api/auth/passkey/setup-link', {})).body.link)
    const [one, other] = [await mint(), await mint()]
    const begun = await callAs(app)('POST', '/api/auth/passkey/setup/begin', { token: one })
    const { answer } = createSoftPasskey(begun.body.options, ORIGIN)
    const finish = (token: string) => {
      const query = new URLSearchParams({ session_id: begun.body.session_id, token })
      return callAs(app)('POST', `/api/auth/passkey/setup/finish?${query.toString()}`, answer)
    }
    expect(refusal(await finish(other))).toEqual([400, 'ceremony_expired'])
    expect(refusal(await finish('ps_unknown'))).toEqual([400, 'invalid_setup_token'])
    app.clock.advance(10 * 60_000)
    expect(refusal(await finish(one))).toEqual([400, 'invalid_setup_token'])
  })
})
