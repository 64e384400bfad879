import { allRoutes } from '@foyer/contract'
import { permissionsOf, type Role } from '@foyer/contract/permissions'
import type { RouteDefinition } from '@foyer/contract/route'
import { describe, expect, it } from 'vitest'
import { startApp, type TestAnswer, type TestApp } from '#test/app.ts'
import { edgeRoutes } from '#test/edge-routes.ts'
import { signInAs } from '#test/people.ts'

/**
 * Every route of the contract × every kind of caller. What a caller may do is read from the contract, what
 * happens from the server. A kids account is let in like any user; what it then sees is filtered.
 */
const PEOPLE = ['anonymous', 'user', 'kid', 'admin'] as const
type Person = (typeof PEOPLE)[number]

/** Streams stay open when they are allowed, so they are tried over sockets in events.test.ts. */
const STREAMS = new Set(['GET /api/events'])
/** Logging out would take the caller's session from the next row of the table. */
const ENDS_THE_SESSION = new Set(['POST /api/auth/logout'])

const nameOf = (route: RouteDefinition) => `${route.method} ${route.path}`

function expected(route: RouteDefinition, person: Person): 401 | 403 | 'allowed' {
  if (route.access === 'public') return 'allowed'
  // A library manager (1/6) and a tool client (C53) have their own credentials; no session is enough.
  if (route.access === 'basic' || route.access === 'oauth' || person === 'anonymous') return 401
  if (route.access === 'admin' && person !== 'admin') return 403
  // 1:5.6: the one thing that kids accounts are denied altogether.
  if (person === 'kid' && route.path.startsWith('/api/set-top-boxes')) return 403
  const role: Role = person === 'admin' ? 'admin' : 'user'
  return route.permission && !permissionsOf(role).includes(route.permission) ? 403 : 'allowed'
}

/** An address that fits the pattern; nothing of the kind exists, and here that does not matter. */
function someAddress(route: RouteDefinition): string {
  return route.path.replace(/\{[^}]*\}/g, '999999')
}

/** Spreads the calls over addresses and minutes, so that no rate limit answers in the place of access. */
function createCaller(app: TestApp, token: string | undefined) {
  let calls = 0
  return (route: RouteDefinition) => {
    calls += 1
    // A second each, too: the music providers are asked no faster than that.
    app.clock.advance(calls % 10 === 0 ? 60_000 : 1000)
    const from = `198.51.${calls >> 8}.${calls & 255}`
    return app.call(route.method, someAddress(route), { ...(token && { token }), from })
  }
}

/** Other codes of these statuses speak of the thing asked for, not of who asks. */
const AT_THE_DOOR = ['unauthorized', 'session_revoked', 'forbidden']

function expectOutcome(
  route: RouteDefinition,
  answer: TestAnswer,
  wanted: ReturnType<typeof expected>,
): void {
  const turnedAway = [401, 403].includes(answer.status) && AT_THE_DOOR.includes(answer.body?.code)
  const isRefresh = route.access === 'public'
  const found = answer.status === wanted || (turnedAway && !isRefresh) ? answer.status : 'allowed'
  expect([nameOf(route), found]).toEqual([nameOf(route), wanted])
  const challenge = answer.status === 401 && !isRefresh ? /^(Bearer|Basic)/ : /.*/
  expect(answer.headers['www-authenticate'] ?? '').toMatch(challenge)
}

describe('access (1:1.2, 1:5.4, 0.4)', () => {
  const tried = allRoutes.filter(route => !STREAMS.has(nameOf(route)))

  it.each(PEOPLE)('opens to %s what the contract says and nothing else', async person => {
    // Nothing listens there: a route that asks a provider must not go to the internet.
    const env = { APP_TMDB_URL: 'http://127.0.0.1:9/3', APP_TRAKT_URL: 'http://127.0.0.1:9' }
    const app = await startApp({ env, overrides: { extra: edgeRoutes() } })
    const admin = await app.setUp()
    const user = await signInAs(app, 'bob', 'user')
    const kid = await signInAs(app, 'kim', 'user')
    await app.call('PUT', `/api/admin/users/${kid.user.id}/content-policy`, {
      token: admin.access_token,
      body: { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' },
    })
    const tokens = {
      anonymous: undefined,
      user: user.access_token,
      kid: kid.access_token,
      admin: admin.access_token,
    }
    const last = tried.filter(route => ENDS_THE_SESSION.has(nameOf(route)))
    const extra = edgeRoutes().routes.filter(route => route.kind !== 'stream')
    const rest = [...tried, ...extra].filter(route => !ENDS_THE_SESSION.has(nameOf(route)))
    const callAs = createCaller(app, tokens[person])
    for (const route of [...rest, ...last]) {
      expectOutcome(route, await callAs(route), expected(route, person))
    }
  })

  it('covers every route of the contract', () => {
    const open = [...STREAMS].filter(name => !allRoutes.some(route => nameOf(route) === name))
    expect(open).toEqual([])
    expect(tried.length + STREAMS.size).toBe(allRoutes.length)
    expect(allRoutes.length).toBeGreaterThanOrEqual(13)
  })

  it('asks a session of the streams too', async () => {
    const app = await startApp()
    for (const name of STREAMS) {
      const [method = '', path = ''] = name.split(' ')
      const answer = await app.call(method, path)
      expect([name, answer.status]).toEqual([name, 401])
    }
  })
})
