import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { ENGINES, freshPostgresUrl } from '#test/engines.ts'
import {
  begin,
  callbackPath,
  exchange,
  EXTERNAL_URL,
  goThrough,
  logOutByProvider,
  openBrowser,
  signIn,
  startWithOidc,
} from '#test/oidc.ts'
import { listen } from '#test/sockets.ts'
import { openSocket, openSse } from '#test/streams.ts'

type OidcWorld = Awaited<ReturnType<typeof startWithOidc>>

const save = async ({ asAdmin }: OidcWorld, change: Record<string, unknown>) =>
  expectOk(await asAdmin('PUT', '/api/admin/oidc', change))

describe.each(ENGINES)('a save of the configuration on %s', engine => {
  it('voids sign-ins at every stage (2:4.4)', async () => {
    const world = await startWithOidc({ engine })
    const { app, provider, asAnybody } = world
    const begun = await begin(asAnybody)
    const started = await begin(asAnybody)
    const browser = openBrowser(app)
    const { location } = await browser.open(started.start_url)
    const proved = await begin(asAnybody)
    const code = (await goThrough(world, proved)).searchParams.get('code') ?? ''
    await save(world, { label: 'Home' })
    expect((await openBrowser(app).open(begun.start_url)).status).toBe(400)
    expect((await browser.open(callbackPath(provider.approve(location, 'ada')))).status).toBe(400)
    expect(refusal(await exchange(asAnybody, proved, code))).toEqual([400, 'invalid_flow'])
    expectOk(await signIn(world))
  })

  it('that comes while the provider is asked leaves no code behind', async () => {
    const world = await startWithOidc({ engine })
    const flow = await begin(world.asAnybody)
    world.provider.script = {
      id_token: async () => {
        await save(world, { label: 'Home' })
      },
    }
    const target = await goThrough(world, flow)
    expect(target.pathname + target.search).toBe(`/oidc/return?error=invalid_flow&flow=${flow.flow}`)
  })
})

describe.each(ENGINES)('a logout by the provider on %s', engine => {
  it('ends a sign-in that is proved and not exchanged yet, and no other (C63)', async () => {
    const world = await startWithOidc({ engine })
    const { app, provider, asAnybody } = world
    const prove = async (login: string) => {
      const flow = await begin(asAnybody)
      return { flow, code: (await goThrough(world, flow, login)).searchParams.get('code') ?? '' }
    }
    for (const change of [
      undefined,
      ({ claims }: { claims: Record<string, unknown> }) => delete claims['sid'],
    ]) {
      const [ada, bert, begun] = [await prove('ada'), await prove('bert'), await begin(asAnybody)]
      const logout_token = provider.logoutToken('ada', change)
      expect((await logOutByProvider(app, { logout_token })).status).toBe(200)
      expect(refusal(await exchange(asAnybody, ada.flow, ada.code))).toEqual([400, 'invalid_flow'])
      expectOk(await exchange(asAnybody, bert.flow, bert.code))
      const code = (await goThrough(world, begun)).searchParams.get('code') ?? ''
      expectOk(await exchange(asAnybody, begun, code))
    }
  })
})

describe('streams', () => {
  it('end within five seconds when the provider ends the session, and no others (C63)', async () => {
    const world = await startWithOidc()
    const { app, provider, admin } = world
    const url = `http://127.0.0.1:${await listen(app)}`
    const { access_token } = expectOk(await signIn(world))
    const [socket, sse] = [await openSocket(url, access_token), await openSse(url, access_token)]
    const kept = await openSocket(url, admin.access_token)
    const { status } = await logOutByProvider(app, { logout_token: provider.logoutToken('ada') })
    expect(status).toBe(200)
    app.clock.advance(5000)
    expect([await socket.closed, await sse.closed]).toEqual([4401, 'end'])
    await app.events.publish(null, { type: 'still_here', data: {} }, { to: 'everyone' })
    await kept.received('still_here')
  })
})

describe('two servers on one PostgreSQL', () => {
  it('serve one sign-in together, and a logout at one is a logout at the other (docs/adr/0014)', async () => {
    const env = {
      APP_DATABASE_URL: await freshPostgresUrl(),
      APP_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    }
    const world = await startWithOidc({ env })
    const { app: one, provider } = world
    const two = await startApp({ env, clock: one.clock })
    const flow = await begin(callAs(one))
    const started = await openBrowser(two).open(flow.start_url)
    const [cookie = ''] = String(started.headers['set-cookie']).split(';')
    const back = callbackPath(provider.approve(started.location, 'ada'))
    const returned = await one.call('GET', back, { headers: { cookie } })
    const target = new URL(String(returned.headers.location), EXTERNAL_URL)
    const code = target.searchParams.get('code') ?? ''
    const { access_token } = expectOk(await exchange(callAs(two), flow, code))
    expect(refusal(await exchange(callAs(one), flow, code))).toEqual([400, 'invalid_flow'])
    const logout_token = provider.logoutToken('ada')
    expect((await logOutByProvider(one, { logout_token })).status).toBe(200)
    expect((await callAs(two, access_token)('GET', '/api/auth/me')).status).toBe(401)
    expect(refusal(await logOutByProvider(two, { logout_token }))).toEqual([400, 'invalid_request'])
  })
})
