import { postChat } from '@foyer/contract/assistant/chat'
import {
  getAuthMe,
  getAuthStatus,
  postAuthLogin,
  postAuthRefresh,
  TokenResponse,
  User,
} from '@foyer/contract/sessions/sessions'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApiClient } from './api-client.ts'
import { ApiError, ServerUnreachable, SignedOut } from './api-error.ts'
import { createSessionStore } from './session-store.ts'

const user = User.parse({
  id: 1,
  username: 'marlene',
  role: 'user',
  permissions: ['media:request'],
  password_enabled: true,
  passkey_enabled: false,
  has_password: true,
  sso_linked: false,
  invite_linked: false,
  ai_shared_enabled: false,
  invite_email: '',
  created_at: '2026-11-01T00:00:00.000Z',
  child: false,
})

function tokens(access_token: string): TokenResponse {
  return TokenResponse.parse({
    access_token,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: 'refresh-1',
    device_id: 'device-1',
    user,
  })
}

type Answer = Response | Error

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

const refused = (status: number, code: string) => json(status, { error: 'No.', code })
const me = () => json(200, { ...user, device_id: 'device-1' })

/** A transport that answers each path from its own queue and records the calls. */
function script(answers: Record<string, Answer[]>) {
  const asked: { path: string; token: string | undefined; body: unknown }[] = []
  async function transport(url: string, init: RequestInit): Promise<Response> {
    const path = new URL(url).pathname
    asked.push({
      path,
      token: new Headers(init.headers).get('authorization')?.replace('Bearer ', ''),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    })
    const answer = answers[path]?.shift()
    if (!answer) throw new Error(`nothing scripted for ${path}`)
    if (answer instanceof Error) throw answer
    return answer
  }
  return { transport, asked, count: (path: string) => asked.filter(one => one.path === path).length }
}

const ME = '/foyer/api/auth/me'
const REFRESH = '/foyer/api/auth/refresh'

let now = 0
let stored: Map<string, string>

function storageOver(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

function setUp(answers: Record<string, Answer[]>, tab = new Map<string, string>()) {
  const session = createSessionStore({
    storage: storageOver(stored),
    tab: storageOver(tab),
    key: 'session',
    now: () => now,
  })
  const wire = script(answers)
  const client = createApiClient({
    transport: wire.transport,
    base: () => 'http://foyer.test/foyer/',
    session,
    now: () => now,
    exclusively: work => work(),
  })
  return { session, client, ...wire }
}

beforeEach(() => {
  now = 1_000_000
  stored = new Map()
})

describe('a stream of events', () => {
  const CHAT = '/foyer/api/ai/chat'
  const input = { body: { messages: [{ role: 'user' as const, content: 'Hello' }] } }
  const stream = () =>
    new Response('data: [DONE]\n\n', { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  const open = ({ client }: ReturnType<typeof setUp>) =>
    client.openEvents(postChat, input, new AbortController().signal)

  it('is opened with a renewed token after a 401', async () => {
    const set = setUp({
      [CHAT]: [refused(401, 'unauthorized'), stream()],
      [REFRESH]: [json(200, tokens('second'))],
    })
    set.session.accept(tokens('first'))
    expect(await new Response(await open(set)).text()).toBe('data: [DONE]\n\n')
    expect(set.asked.filter(({ path }) => path === CHAT)).toEqual([
      { path: CHAT, token: 'first', body: input.body },
      { path: CHAT, token: 'second', body: input.body },
    ])
  })

  it('is refused like any other call before it begins', async () => {
    const set = setUp({
      [CHAT]: [json(429, { error: 'Wait.', code: 'turn_active' }, { 'retry-after': '2' })],
    })
    set.session.accept(tokens('first'))
    await expect(open(set)).rejects.toMatchObject({ status: 429, code: 'turn_active', retry_after: 2 })
  })

  it.each([
    ['another answer', json(200, { ok: true })],
    ['an error page of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a page of a captive portal', new Response('<h1>Welcome</h1>')],
  ])('does not take %s for a stream', async (_name, answer) => {
    const set = setUp({ [CHAT]: [answer] })
    set.session.accept(tokens('first'))
    await expect(open(set)).rejects.toBeInstanceOf(ServerUnreachable)
  })
})

describe('a call', () => {
  it('is relative to the base path and has no token on a public route', async () => {
    const { client, session, asked } = setUp({ '/foyer/api/auth/status': [json(200, {})] })
    session.accept(tokens('first'))
    await client.call(getAuthStatus)
    expect(asked[0]).toEqual({ path: '/foyer/api/auth/status', token: undefined, body: undefined })
  })

  it('turns a refusal into code, fields and retry_after (0.3)', async () => {
    const body = { error: 'Wait.', code: 'rate_limited', fields: { username: 'Too often.' } }
    const { client } = setUp({ '/foyer/api/auth/login': [json(429, body, { 'retry-after': '30' })] })
    const error = await client
      .call(postAuthLogin, { body: { username: 'a', password: 'b' } })
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 429, code: 'rate_limited', retry_after: 30, fields: body.fields })
  })

  it('never refreshes over a refused sign-in', async () => {
    const { client, count } = setUp({ '/foyer/api/auth/login': [refused(401, 'invalid_credentials')] })
    await expect(
      client.call(postAuthLogin, { body: { username: 'a', password: 'b' } }),
    ).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
    expect(count(REFRESH)).toBe(0)
  })

  it.each([
    ['a network failure', new TypeError('Failed to fetch')],
    ["a proxy's error page", new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ["a captive portal's greeting", new Response('<h1>Welcome</h1>', { status: 200 })],
  ])('calls %s unreachable', async (_name, answer) => {
    const { client } = setUp({ '/foyer/api/auth/status': [answer] })
    await expect(client.call(getAuthStatus)).rejects.toBeInstanceOf(ServerUnreachable)
  })
})

describe('silent refresh', () => {
  it('is not needed after a reload (0.5: ten a minute)', async () => {
    const tab = new Map<string, string>()
    setUp({}, tab).session.accept(tokens('first'))
    for (let reload = 0; reload < 12; reload++) {
      const { client, asked } = setUp({ [ME]: [me()] }, tab)
      await client.call(getAuthMe)
      expect(asked).toEqual([{ path: ME, token: 'first', body: undefined }])
    }
  })

  it('starts another tab with a refresh and keeps the new token', async () => {
    const first = setUp({})
    first.session.accept(tokens('of the first tab'))
    const { client, asked } = setUp({ [REFRESH]: [json(200, tokens('second'))], [ME]: [me(), me()] })
    await client.call(getAuthMe)
    await client.call(getAuthMe)
    expect(asked.map(one => one.path)).toEqual([REFRESH, ME, ME])
    expect(postAuthRefresh.body.parse(asked[0]?.body)).toEqual({ refresh_token: 'refresh-1' })
    expect(asked[2]?.token).toBe('second')
  })

  it.each(['unauthorized', 'session_revoked'])(
    'answers 401 %s with one refresh and one retry',
    async code => {
      const { client, session, asked } = setUp({
        [ME]: [refused(401, code), me()],
        [REFRESH]: [json(200, tokens('second'))],
      })
      session.accept(tokens('first'))
      await client.call(getAuthMe)
      expect(asked.map(one => one.token)).toEqual(['first', undefined, 'second'])
    },
  )

  it('does not try a third time', async () => {
    const { client, session } = setUp({
      [ME]: [refused(401, 'unauthorized'), refused(401, 'unauthorized')],
      [REFRESH]: [json(200, tokens('second'))],
    })
    session.accept(tokens('first'))
    await expect(client.call(getAuthMe)).rejects.toMatchObject({ status: 401 })
    expect(session.current()).not.toBeNull()
  })

  it('serves many calls with a single refresh', async () => {
    const { client, session, count } = setUp({
      [ME]: [
        refused(401, 'unauthorized'),
        refused(401, 'unauthorized'),
        refused(401, 'unauthorized'),
        me(),
        me(),
        me(),
      ],
      [REFRESH]: [json(200, tokens('second'))],
    })
    session.accept(tokens('first'))
    await Promise.all([client.call(getAuthMe), client.call(getAuthMe), client.call(getAuthMe)])
    expect(count(REFRESH)).toBe(1)
  })

  it('uses the token another tab has just renewed instead of asking again', async () => {
    const { client, session, asked, count } = setUp({ [ME]: [refused(401, 'unauthorized'), me()] })
    session.accept(tokens('first'))
    const call = client.call(getAuthMe)
    session.adopt({
      refresh_token: 'refresh-1',
      access: { token: 'from the other tab', expires_at: now + 1000_000 },
    })
    await call
    expect(count(REFRESH)).toBe(0)
    expect(asked.at(-1)?.token).toBe('from the other tab')
  })

  it('renews before use when the token is about to expire', async () => {
    const { client, session, asked } = setUp({ [ME]: [me()], [REFRESH]: [json(200, tokens('second'))] })
    session.accept(tokens('first'))
    now += 3_590_000
    await client.call(getAuthMe)
    expect(asked.map(one => one.path)).toEqual([REFRESH, ME])
  })

  it("ends the session only by the refresh call's own 401 (0.3)", async () => {
    const { client, session } = setUp({
      [ME]: [refused(401, 'session_revoked')],
      [REFRESH]: [refused(401, 'session_revoked')],
    })
    session.accept(tokens('first'))
    await expect(client.call(getAuthMe)).rejects.toBeInstanceOf(SignedOut)
    expect(session.current()).toBeNull()
    expect(session.endedBy()).toBe('revoked')
    expect(stored.size).toBe(0)
  })

  it.each([
    ['503', refused(503, 'unavailable')],
    ['no answer', new TypeError('Failed to fetch')],
  ])('keeps the session when refresh meets %s', async (_name, answer) => {
    const { client, session } = setUp({ [ME]: [refused(401, 'unauthorized')], [REFRESH]: [answer] })
    session.accept(tokens('first'))
    await expect(client.call(getAuthMe)).rejects.toBeInstanceOf(ServerUnreachable)
    expect(session.current()?.refresh_token).toBe('refresh-1')
  })

  it('does not bring back a session that ended while the refresh was under way', async () => {
    const { client, session } = setUp({
      [ME]: [refused(401, 'unauthorized')],
      [REFRESH]: [json(200, tokens('late'))],
    })
    session.accept(tokens('first'))
    const call = client.call(getAuthMe)
    session.end('signed_out')
    await expect(call).rejects.toBeInstanceOf(SignedOut)
    expect(session.current()).toBeNull()
    expect(session.endedBy()).toBe('signed_out')
  })
})
