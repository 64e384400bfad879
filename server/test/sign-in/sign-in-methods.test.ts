import { startScriptedOidc } from '@foyer/simulators/oidc/scripted-oidc'
import { expect, it } from 'vitest'
import { callAs, expectOk } from '#test/calls.ts'
import { afterTest } from '#test/engines.ts'
import { buildInviteSignIn } from '#test/invite-sign-in.ts'
import { saveOidc, signIn } from '#test/oidc.ts'

/** R14: what every sign-in sets beside the tokens. */
const IMAGE_COOKIE = /^foyer_images=[^;]+; HttpOnly; SameSite=Strict; Path=\/api; Max-Age=\d+/

it('lists the sign-in methods in the documented order; all answer with the same fields (1/4.1)', async () => {
  const world = await buildInviteSignIn({ auto_create: true, env: { APP_TRUSTED_PROXIES: '192.0.2.0/24' } })
  const { app } = world
  const provider = await startScriptedOidc({ now: () => app.clock.now().getTime() })
  afterTest(() => provider.close())
  await saveOidc(app, provider)
  const status = expectOk(
    await app.call('GET', '/api/auth/status', {
      from: '192.0.2.1',
      headers: { 'x-forwarded-host': 'foyer.example.org', 'x-forwarded-proto': 'https' },
    }),
  )
  expect(status.login_methods).toEqual(['password', 'passkey', 'invite_server', 'oidc'])
  expect(status).toMatchObject({ invite_available: true, sso_available: true })

  const by_invite = await world.signIn('ellen77')
  const by_oidc = await signIn({ app, provider, asAnybody: callAs(app) })
  for (const answer of [by_invite, by_oidc]) {
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.any(String),
      device_id: expect.any(String),
      user: expect.any(Object),
    })
    expect(String(answer.headers['set-cookie'])).toMatch(IMAGE_COOKIE)
    expect(answer.headers['cache-control']).toContain('no-store')
  }
  expect(by_invite.body.user).toMatchObject({ invite_linked: true, sso_linked: false })
  expect(by_oidc.body.user).toMatchObject({ invite_linked: false, sso_linked: true })
})
