import { defineRoute } from '@foyer/contract/route'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bind } from '#http/bind.ts'
import { readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { startApp } from '#test/app.ts'
import { signInAs } from '#test/people.ts'

const common = { method: 'GET', summary: 'For the test', spec: '0.3', kind: 'verbatim' } as const
const hot = defineRoute({
  ...common,
  path: '/api/test/hot/{id}',
  access: 'user',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.coerce.number().default(1) }),
})
const forAdmins = defineRoute({ ...common, path: '/api/test/admins', access: 'admin' })
const factual = defineRoute({ ...common, path: '/api/test/factual', access: 'public' })
const placed = defineRoute({ ...common, path: '/api/test/placed', access: 'public' })
const listed = defineRoute({
  ...common,
  kind: 'json',
  path: '/api/test/listed',
  access: 'public',
  response: z.object({ shown: z.string() }),
})
const slow = defineRoute({ ...common, path: '/api/test/slow', access: 'public' })
const limited = defineRoute({ ...common, path: '/api/test/limited', access: 'public', rate: 'sign_in' })

async function startListening(env: Record<string, string> = {}) {
  const state = { broken: false, is_slow: false, begun: 0, is_ready: false }
  const bindings = [
    bind(hot).to(({ params, query, caller }) => {
      if (state.broken) throw new Refusal('unavailable')
      return readyJson({ id: params.id, page: query.page, for: caller.username, text: 'x'.repeat(2000) })
    }),
    bind(forAdmins).to(() => readyJson({ secret: true })),
    bind(factual).to(({ facts }) => readyJson({ agent: facts.user_agent })),
    bind(placed).to(({ facts }) => readyJson({ origin: facts.origin })),
    bind(listed).to(() => (state.is_ready ? readyJson({ shown: 'a' }) : { shown: 'a', hidden: 'b' })),
    bind(slow).to(call => {
      state.begun += 1
      if (!state.is_slow) return readyJson({ begun: state.begun })
      return Promise.resolve().then(() => {
        if (state.broken) throw new Refusal('unavailable')
        return readyJson({ begun: state.begun, agent: call.facts.user_agent })
      })
    }),
    bind(limited).to(() => readyJson({})),
  ]
  const routes = [hot, forAdmins, factual, placed, listed, slow, limited]
  const app = await startApp({ env, overrides: { extra: { routes, bindings } } })
  const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(origin + path, { headers: { 'user-agent': 'test', ...headers } })
    return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) }
  }
  /** The framework numbers its requests; the lane in front of it does not. */
  const wentByLane = () =>
    app.log.entries.filter(({ msg, ...facts }) => msg === 'answered' && !('request_id' in facts)).length
  return { app, state, get, wentByLane }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('the express lane of ready answers', () => {
  test('0.3 answers as the long way does, head and body, for every coding', async () => {
    const { app, get, wentByLane } = await startListening()
    const { access_token } = await app.setUp()
    for (const coding of ['identity', 'gzip', 'br']) {
      const headers = { ...bearer(access_token), 'accept-encoding': coding }
      const long = await get(`/api/test/hot/seven?page=2&coding=${coding}`, headers)
      const before = wentByLane()
      await get(`/api/test/hot/seven?page=2&coding=${coding}`, headers)
      const short = await get(`/api/test/hot/seven?page=2&coding=${coding}`, headers)
      // What is compressed for the first time takes the long way; it is made anew for each answer here.
      if (coding === 'identity') expect(wentByLane()).toBe(before + 2)
      expect(short.status).toBe(200)
      expect(short.body).toBe(long.body)
      const { date: _long, ...longHead } = long.headers
      const { date: _short, ...shortHead } = short.headers
      expect(shortHead).toEqual(longHead)
    }
  })

  test('R4 asks for the session, the role and the answer each time', async () => {
    const { app, state, get, wentByLane } = await startListening()
    const { access_token } = await app.setUp()
    const ben = await signInAs(app, 'ben', 'user')
    for (let i = 0; i < 2; i += 1) {
      expect((await get('/api/test/hot/a', bearer(access_token))).body).toContain('"for":"ana"')
      expect((await get('/api/test/hot/a', bearer(ben.access_token))).body).toContain('"for":"ben"')
      expect((await get('/api/test/admins', bearer(access_token))).status).toBe(200)
    }
    expect(wentByLane()).toBeGreaterThan(0)
    expect((await get('/api/test/admins', bearer(ben.access_token))).status).toBe(403)
    expect((await get('/api/test/hot/a')).status).toBe(401)

    state.broken = true
    const refused = await get('/api/test/hot/a', bearer(access_token))
    expect([refused.status, refused.body]).toEqual([503, expect.stringContaining('"code":"unavailable"')])
    state.broken = false

    await app.call('POST', '/api/auth/logout', { token: ben.access_token })
    const gone = await get('/api/test/hot/a', bearer(ben.access_token))
    expect([gone.status, gone.body]).toEqual([401, expect.stringContaining('"code":"session_revoked"')])
  })

  test('takes nothing that a limit counts or that needs facts of the request', async () => {
    const { get, wentByLane } = await startListening()
    for (let i = 0; i < 3; i += 1) {
      expect((await get('/api/test/factual', { 'user-agent': `agent ${i}` })).body).toContain(`agent ${i}`)
    }
    const answers = []
    for (let i = 0; i < 11; i += 1) answers.push((await get('/api/test/limited')).status)
    expect(answers.slice(9)).toEqual([200, 429])
    expect(wentByLane()).toBe(0)
  })

  test('knows the origin by the headers that name it, and by no others', async () => {
    const { get, wentByLane } = await startListening({ APP_TRUSTED_PROXIES: '127.0.0.1' })
    const originFor = async (headers: Record<string, string> = {}) =>
      JSON.parse((await get('/api/test/placed', headers)).body).origin as string
    const direct = await originFor()
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'media.example.org' }
    for (let i = 0; i < 4; i += 1) {
      expect(await originFor()).toBe(direct)
      expect(await originFor(forwarded)).toBe('https://media.example.org')
      expect(await originFor({ 'x-forwarded-host': 'other.example.org' })).toBe('http://other.example.org')
      expect(await originFor({ 'x-forwarded-proto': 'https' })).toBe(direct.replace('http:', 'https:'))
    }
    // The first of all made the address known.
    expect(wentByLane()).toBe(16)
  })

  test('accepts an origin from trusted proxies only', async () => {
    const { get, wentByLane } = await startListening()
    for (let i = 0; i < 4; i += 1) {
      const { body } = await get('/api/test/placed', { 'x-forwarded-host': 'evil.example.org' })
      expect(body).toContain('"origin":"http://127.0.0.1:')
    }
    expect(wentByLane()).toBe(3)
  })

  test('sends what a JSON route has ready, and nothing that its schema must still see (adr 2)', async () => {
    const { get, state, wentByLane } = await startListening()
    for (let i = 0; i < 3; i += 1) expect((await get('/api/test/listed')).body).toBe('{"shown":"a"}')
    expect(wentByLane()).toBe(0)
    state.is_ready = true
    for (let i = 0; i < 3; i += 1) expect((await get('/api/test/listed')).body).toBe('{"shown":"a"}')
    expect(wentByLane()).toBe(2)
    state.is_ready = false
    expect((await get('/api/test/listed')).body).toBe('{"shown":"a"}')
    expect(wentByLane()).toBe(2)
  })

  test('begins an answer once, also when it is not ready at once', async () => {
    const { get, state } = await startListening()
    await get('/api/test/slow')
    state.is_slow = true
    // It asks for what only the framework knows, after it was begun: then it is begun again.
    expect(JSON.parse((await get('/api/test/slow')).body)).toEqual({ begun: 3, agent: 'test' })
    state.broken = true
    const refused = await get('/api/test/slow')
    expect([refused.status, state.begun]).toEqual([503, 4])
  })
})
