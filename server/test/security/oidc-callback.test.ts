import { describe, expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { afterTest, ENGINES } from '#test/engines.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import {
  begin,
  callbackPath,
  exchange,
  EXTERNAL_URL,
  goThrough,
  newProof,
  openBrowser,
  startWithOidc,
} from '#test/oidc.ts'

/*
 * Defends the redirects of a sign-in (2:4.4, RFC 9700 §4): an attacker who sees or sends links, codes or flows of others must neither enter their account nor sign them in to his.
 */

type OidcWorld = Awaited<ReturnType<typeof startWithOidc>>

/** Sends a browser to the provider and signs it in there; returns the callback address it would open next. */
async function untilReturn({ app, provider, asAnybody }: OidcWorld, login = 'ada') {
  const flow = await begin(asAnybody)
  const browser = openBrowser(app)
  const { location } = await browser.open(flow.start_url)
  return { flow, browser, location, back: callbackPath(provider.approve(location, login)) }
}

const errorOf = (location: string) => new URL(location, EXTERNAL_URL).searchParams.get('error')
const codeOf = (location: string) => new URL(location, EXTERNAL_URL).searchParams.get('code')
const invalid_flow = [400, 'invalid_flow']

describe('login CSRF (RFC 6749 §10.12): an attacker sends his own finished sign-in', () => {
  it('a browser that did not start it gets no code', async () => {
    const world = await startWithOidc()
    const { back } = await untilReturn(world)
    const { location } = await openBrowser(world.app).open(back)
    expect(errorOf(location)).toBe('invalid_flow')
    expect(codeOf(location)).toBeNull()
  })

  it('the cookie of another browser that signs in at the same time does not help', async () => {
    const world = await startWithOidc()
    const attacker = await untilReturn(world)
    const victim = await untilReturn(world, 'bert')
    const { location } = await victim.browser.open(attacker.back)
    expect(errorOf(location)).toBe('invalid_flow')
    // Renamed to match, the cookie still has the wrong value.
    const [name = ''] = attacker.browser.cookies.keys()
    const [value = ''] = victim.browser.cookies.values()
    victim.browser.cookies.set(name, value)
    expect(errorOf((await victim.browser.open(attacker.back)).location)).toBe('invalid_flow')
  })

  it('leaves the attempt to the browser that started it', async () => {
    const world = await startWithOidc()
    const { back, browser } = await untilReturn(world)
    await openBrowser(world.app).open(back)
    expect(codeOf((await browser.open(back)).location)).not.toBeNull()
  })
})

describe('state', () => {
  it('that is unknown, was changed or was sent twice leads to an error page without a redirect', async () => {
    const world = await startWithOidc()
    const { back, browser } = await untilReturn(world)
    const params = new URLSearchParams(back.split('?')[1])
    const state = params.get('state') ?? ''
    const path = '/api/auth/oidc/callback'
    const wrong = ['', 'x', `${state}x`, state.split('.')[0] ?? '', `${state}&state=${state}`]
    for (const one of wrong) {
      const answer = await browser.open(
        `${path}?code=${params.get('code')}&iss=${params.get('iss')}&state=${one}`,
      )
      expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    }
    expect((await browser.open(path)).status).toBe(400)
  })
})

describe('a flow', () => {
  it('can be started only once, so that nobody else can use its start link again', async () => {
    const world = await startWithOidc()
    const flow = await begin(world.asAnybody)
    expect((await openBrowser(world.app).open(flow.start_url)).status).toBe(302)
    const again = await openBrowser(world.app).open(flow.start_url)
    expect([again.status, again.headers['set-cookie']]).toEqual([400, undefined])
    expect(again.headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await openBrowser(world.app).open('/api/auth/oidc/start')).status).toBe(400)
    expect((await openBrowser(world.app).open('/api/auth/oidc/start?flow=f_unknown')).status).toBe(400)
  })

  it('that was stolen together with its code is worth nothing without the verifier (RFC 7636)', async () => {
    const world = await startWithOidc()
    const flow = await begin(world.asAnybody)
    const code = (await goThrough(world, flow)).searchParams.get('code') ?? ''
    const stolen = { ...flow, verifier: newProof().verifier }
    expect(refusal(await exchange(world.asAnybody, stolen, code))).toEqual(invalid_flow)
    expect((await exchange(world.asAnybody, flow, code)).status).toBe(200)
  })
})

describe('code injection and replay (RFC 9700 §4.5)', () => {
  it('a code of somebody else is not accepted in this sign-in', async () => {
    const world = await startWithOidc()
    const victim = await untilReturn(world)
    const attacker = await untilReturn(world, 'bert')
    const stolen = new URLSearchParams(victim.back.split('?')[1]).get('code') ?? ''
    const params = new URLSearchParams(attacker.back.split('?')[1])
    params.set('code', stolen)
    const { location } = await attacker.browser.open(`/api/auth/oidc/callback?${params.toString()}`)
    expect(errorOf(location)).toBe('provider_failed')
  })

  it('a callback that was used is not sent to the provider again', async () => {
    const world = await startWithOidc()
    const { browser, back } = await untilReturn(world)
    const cookies = [...browser.cookies]
    expect(codeOf((await browser.open(back)).location)).not.toBeNull()
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect((await browser.open(back)).status).toBe(400)
    expect(world.provider.journal.requests('POST /token')).toHaveLength(1)
  })

  it.each(ENGINES)(
    'a callback that is opened twice at the same moment is proved once, on %s',
    async engine => {
      const world = await startWithOidc({ engine })
      const { browser, back } = await untilReturn(world)
      const answers = await Promise.all([browser.open(back), browser.open(back)])
      expect(answers.map(one => one.status).toSorted((a, b) => a - b)).toEqual([302, 400])
      expect(world.provider.journal.requests('POST /token')).toHaveLength(1)
    },
  )

  it.each(ENGINES)(
    'a handoff code works once, also when it is sent thrice at the same moment, on %s',
    async engine => {
      const world = await startWithOidc({ engine })
      const flow = await begin(world.asAnybody)
      const code = (await goThrough(world, flow)).searchParams.get('code') ?? ''
      const answers = await Promise.all([1, 2, 3].map(() => exchange(world.asAnybody, flow, code)))
      expect(answers.map(one => one.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
      expect(refusal(await exchange(world.asAnybody, flow, code))).toEqual(invalid_flow)
    },
  )

  it('a handoff code works for its own flow only, and a wrong code for none', async () => {
    const world = await startWithOidc()
    const one = await begin(world.asAnybody)
    const two = await begin(world.asAnybody)
    const code = (await goThrough(world, one)).searchParams.get('code') ?? ''
    await goThrough(world, two, 'bert')
    expect(refusal(await exchange(world.asAnybody, two, code))).toEqual(invalid_flow)
    expect(refusal(await exchange(world.asAnybody, one, `${code}x`))).toEqual(invalid_flow)
  })
})

describe('redirects to another host', () => {
  it('are not possible: nothing in the request can choose where a code goes', async () => {
    const world = await startWithOidc()
    const more = { client: 'web', redirect_uri: 'https://evil.example', return_to: '//evil.example' }
    const flow = await begin(world.asAnybody, more)
    const browser = openBrowser(world.app)
    const { location } = await browser.open(`${flow.start_url}&redirect_uri=https://evil.example`)
    expect(new URL(location).searchParams.get('redirect_uri')).toBe(`${EXTERNAL_URL}/api/auth/oidc/callback`)
    const back = callbackPath(world.provider.approve(location, 'ada'))
    const target = (await browser.open(`${back}&redirect_uri=https%3A%2F%2Fevil.example`)).location
    expect(target).toMatch(/^\/oidc\/return\?/)
  })

  it('of the provider are refused: code and secret go nowhere else (0.3)', async () => {
    const world = await startWithOidc()
    let stolen = 0
    const thief = await serveHttp((_request, response) => {
      stolen += 1
      response.end('{}')
    })
    afterTest(async () => thief[Symbol.asyncDispose]())
    const redirecting = await serveHttp((_request, response) => {
      response.writeHead(307, { location: `${thief.origin}/token` }).end()
    })
    afterTest(async () => redirecting[Symbol.asyncDispose]())
    world.provider.script = {
      description: found => Object.assign(found, { token_endpoint: `${redirecting.origin}/token` }),
    }
    const { back, browser } = await untilReturn(world)
    expect(errorOf((await browser.open(back)).location)).toBe('provider_failed')
    expect(stolen).toBe(0)
  })
})

describe('a flood', () => {
  it('of attempts ends at 2048 open ones; further ones are refused until one ends', async () => {
    const world = await startWithOidc()
    const { asAnybody, app } = world
    const { challenge } = newProof()
    const body = { client: 'web', challenge }
    const begun = await asAnybody('POST', '/api/auth/oidc/begin', body)
    await app.database.transaction(async tx => {
      const one = await tx.selectFrom('sign_in_attempts').selectAll().executeTakeFirstOrThrow()
      const others = Array.from({ length: 2047 }, (_, n) => ({ ...one, flow_hash: `other-${n}` }))
      for (let n = 0; n < others.length; n += 500)
        await tx
          .insertInto('sign_in_attempts')
          .values(others.slice(n, n + 500))
          .execute()
    })
    expect(begun.status).toBe(200)
    expect(refusal(await asAnybody('POST', '/api/auth/oidc/begin', body))).toEqual([503, 'unavailable'])
    app.clock.advance(10 * 60_000 + 1)
    expect((await asAnybody('POST', '/api/auth/oidc/begin', body)).status).toBe(200)
  })
})
