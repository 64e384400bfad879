import { describe, expect, it } from 'vitest'
import { callAs, refusal } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { addUser } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

describe.each(ENGINES)('the address for an invitation on %s (1:4.1)', engine => {
  const world = shareAmongTests(() => buildWorld({ engine }))

  it('is kept, shown to its owner and told to the admins', async () => {
    const { app, asAdmin } = world()
    const ben = await addUser(app, asAdmin, 'ben')
    const shared = await callAs(app, ben.access_token)('POST', '/api/auth/invite-email', {
      email: ' ben@example.org ',
    })
    expect([shared.status, shared.body]).toEqual([
      200,
      { status: 'ok', email: 'ben@example.org', invite_state: '' },
    ])
    const me = await callAs(app, ben.access_token)('GET', '/api/auth/me')
    expect(me.body.invite_email).toBe('ben@example.org')
  })

  it('is refused when it is none, or somebody else has it in any case', async () => {
    const { app, asAdmin } = world()
    const bea = await addUser(app, asAdmin, 'bea')
    const cid = await addUser(app, asAdmin, 'cid')
    for (const email of [
      '',
      'ben',
      'ben@',
      '@example.org',
      'ben@example',
      'a b@example.org',
      'x'.repeat(260),
      `${'x'.repeat(2000)}@example.org`,
    ]) {
      const answer = await callAs(app, bea.access_token)('POST', '/api/auth/invite-email', { email })
      expect(refusal(answer)).toEqual([400, 'invalid_email'])
    }
    await callAs(app, bea.access_token)('POST', '/api/auth/invite-email', { email: 'Home@Example.org' })
    const taken = await callAs(app, cid.access_token)('POST', '/api/auth/invite-email', {
      email: 'home@example.ORG',
    })
    expect(refusal(taken)).toEqual([409, 'email_in_use'])
    const own = await callAs(app, bea.access_token)('POST', '/api/auth/invite-email', {
      email: 'home@example.org',
    })
    expect(own.status).toBe(200)
  })

  it('belongs to one of two who share it at the same moment', async () => {
    const { app, asAdmin } = world()
    const people = [await addUser(app, asAdmin, 'dan'), await addUser(app, asAdmin, 'eve')]
    const answers = await Promise.all(
      people.map(({ access_token: token }) =>
        callAs(app, token)('POST', '/api/auth/invite-email', { email: 'one@example.org' }),
      ),
    )
    expect(answers.map(answer => answer.status).sort((a, b) => a - b)).toEqual([200, 409])
  })
})
