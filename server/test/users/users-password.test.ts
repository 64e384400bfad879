import { describe, expect, it } from 'vitest'
import { createPasswords } from '#features/sessions/password/passwords.ts'
import { PASSWORD } from '#test/app.ts'
import { callAs, refusal } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { addUser } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const NEXT = 'another horse entirely'

describe.each(ENGINES)('the own password on %s (1:4.1)', engine => {
  const world = shareAmongTests(() => buildWorld({ engine }))

  /** Somebody new who has a password. */
  async function begin(username: string) {
    const { app, asAdmin } = world()
    const { user, access_token } = await addUser(app, asAdmin, username)
    await asAdmin('PATCH', `/api/admin/users/${user.id}/auth-methods`, { password_enabled: true })
    const as = callAs(app, access_token)
    expect((await as('POST', '/api/auth/password', { password: PASSWORD })).status).toBe(200)
    const logIn = (password: string) => callAs(app)('POST', '/api/auth/login', { username, password })
    return { app, user, as, logIn }
  }

  it('is set by whoever has the method, and signs in from then on', async () => {
    const { as, logIn } = await begin('bea')
    const set = await as('POST', '/api/auth/password', { password: NEXT, current_password: PASSWORD })
    expect([set.status, set.body]).toEqual([200, { status: 'ok' }])
    expect(refusal(await logIn(PASSWORD))).toEqual([401, 'invalid_credentials'])
    expect((await logIn(NEXT)).status).toBe(200)
    // The device that set it stays signed in.
    expect((await as('GET', '/api/auth/me')).body.has_password).toBe(true)
  })

  it('is refused where the method is off, before anything else is looked at', async () => {
    const { app, asAdmin } = world()
    const bob = await addUser(app, asAdmin, 'bob')
    const asBob = callAs(app, bob.access_token)
    for (const body of [{ password: NEXT }, { password: 'short' }, { password: 7 }, {}]) {
      expect(refusal(await asBob('POST', '/api/auth/password', body))).toEqual([403, 'method_disabled'])
    }
  })

  it('refuses weak passwords, and a current one that is wrong (R5)', async () => {
    const { as, logIn } = await begin('cid')
    const cases = [
      [{ password: 'seven77' }, 'weak_password'],
      [{ password: 'x'.repeat(1025) }, 'weak_password'],
      [{ password: 'Passw0rd' }, 'weak_password'],
      [{ password: NEXT, current_password: 'not right' }, 'bad_credentials'],
      [{ password: NEXT, current_password: '' }, 'bad_credentials'],
      [{}, 'validation'],
    ] as const
    for (const [body, code] of cases) {
      expect(refusal(await as('POST', '/api/auth/password', body))).toEqual([400, code])
    }
    expect((await logIn(PASSWORD)).status).toBe(200)
  })

  it('says beside the field that a password is too common; one chosen earlier still signs in', async () => {
    const { app, user, as, logIn } = await begin('dan')
    const refused = await as('POST', '/api/auth/password', { password: 'password' })
    expect(refused.body.fields.password).toMatch(/tries/)
    const password_hash = await createPasswords().hash('password')
    await app.database.transaction(tx =>
      tx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute(),
    )
    expect((await logIn('password')).status).toBe(200)
  })

  it('proves one current password once: two changes at the same time, one of them right', async () => {
    const { as } = await begin('eve')
    const change = (password: string) =>
      as('POST', '/api/auth/password', { password, current_password: PASSWORD })
    const answers = await Promise.all([change('first of the two'), change('second of the two')])
    expect(answers.map(answer => answer.status).sort((a, b) => a - b)).toEqual([200, 400])
  })
})

describe('attempts at the own password (0.5)', () => {
  it('are ten a minute for one user, wherever they come from', async () => {
    const { asAdmin } = await buildWorld()
    const guess = () =>
      asAdmin('POST', '/api/auth/password', { password: 'short', current_password: 'guess' })
    for (let i = 0; i < 10; i += 1) expect((await guess()).status).toBe(400)
    expect(refusal(await guess())).toEqual([429, 'rate_limited'])
  })
})
