import { allRoutes } from '@foyer/contract'
import { expect, it } from 'vitest'
import { startApp, type TestAnswer, type TestApp } from '#test/app.ts'
import { type Call, type Document, findFailure, readSeed, someCall } from '#test/fuzz.ts'
import { changeRole, signIn, signInAs } from '#test/people.ts'

/**
 * Every route of the OpenAPI document, called as everybody with values that fit its schemas, nearly fit them, or are junk.
 * Nothing is answered with 500, nothing tells of the inside, and nobody gets further than the contract lets them. FUZZ_SEED
 * tries other calls, or those of a failure, which names it, once more; FUZZ_RUNS makes more of each route.
 */
const SEED = readSeed(process.env['FUZZ_SEED'])
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 6)
const PEOPLE = ['anonymous', 'kid', 'member', 'admin'] as const
type Person = (typeof PEOPLE)[number]

/** Of six calls, how many as whom: each route is called by everybody, most often by those it is for. */
const SHARES = {
  public: { anonymous: 3, kid: 1, member: 1, admin: 1 },
  user: { anonymous: 1, kid: 2, member: 2, admin: 1 },
  admin: { anonymous: 1, kid: 1, member: 1, admin: 3 },
}
const callsOf = (person: Person, access: string) =>
  Math.ceil((SHARES[access === 'public' || access === 'admin' ? access : 'user'][person] * RUNS) / 6)

/** Streams stay open when they are allowed; the others would end the session that goes on calling. */
const LEFT_OUT = new Set(['GET /api/events', 'POST /api/auth/logout', 'DELETE /api/me/devices'])

/** Words of the inside, which the log shows to admins, and the secrets that this server has. */
const INSIDE = /SQLITE_|node_modules|\.ts:\d|at Object\./
const SECRETS = /\$argon2|correct horse/

const LOG = '/api/admin/operations/logs'

function expectPlain(person: Person, call: Call, { status, body, raw }: TestAnswer): void {
  const said = `${person}: ${call.method} ${call.path.slice(0, 200)} ${JSON.stringify(call.body)?.slice(0, 400)}`
  expect([said, status === 500 || status < 200]).toEqual([said, false])
  const text = raw.toString('utf8').slice(0, 50_000)
  const inside = call.path.startsWith(LOG) ? null : INSIDE.exec(text)
  expect([said, (SECRETS.exec(text) ?? inside)?.[0]]).toEqual([said, undefined])
  if (status >= 400 && body !== undefined)
    expect([said, typeof (body.code ?? body.error?.code ?? body.error)]).toEqual([said, 'string'])
}

function mayNot(person: Person, access: string): boolean {
  if (access === 'public') return false
  return person === 'anonymous' || (access === 'admin' && person !== 'admin')
}

/** Sessions by person; whoever was signed out by a call signs in again. */
function createPeople(app: TestApp, tokens: Partial<Record<Person, string>>) {
  const names = { admin: 'ana', member: 'bob', kid: 'kim' }
  let calls = 0
  return async function call(person: Person, { method, path, body }: Call): Promise<TestAnswer> {
    calls += 1
    app.clock.advance(calls % 10 === 0 ? 60_000 : 1000)
    const token = tokens[person]
    // Some answers wait for a time to pass.
    const passing = setInterval(() => app.clock.advance(5000), 50)
    const answer = await app
      .call(method, path, {
        from: `198.51.${(calls >> 8) & 255}.${calls & 255}`,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        ...(token && { token }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      .finally(() => clearInterval(passing))
    if (answer.status === 401 && person !== 'anonymous')
      tokens[person] = await signIn(app, names[person]).then(
        session => session.access_token,
        () => token,
      )
    return answer
  }
}

it(`every route survives what people and programs may send, with FUZZ_SEED=${SEED}`, {
  timeout: RUNS * 20_000,
}, async () => {
  const app = await startApp()
  const admin = await app.setUp()
  const member = await signInAs(app, 'bob', 'user')
  const kid = await signInAs(app, 'kim', 'user')
  await app.call('PUT', `/api/admin/users/${kid.user.id}/content-policy`, {
    token: admin.access_token,
    body: { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' },
  })
  const document = (await app.call('GET', '/api/openapi.json', { token: admin.access_token }))
    .body as Document
  const access = new Map(allRoutes.map(route => [`${route.method} ${route.path}`, route.access]))
  const send = createPeople(app, {
    admin: admin.access_token,
    member: member.access_token,
    kid: kid.access_token,
  })
  /** Calls of routes that need a session, and those of them that were not asked to sign in. */
  const asked = { anonymous: 0, kid: 0, member: 0, admin: 0 }
  const let_in = { anonymous: 0, kid: 0, member: 0, admin: 0 }
  const failures: string[] = []
  let routes = 0
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path}`
      if (LEFT_OUT.has(name)) continue
      routes += 1
      const needed = access.get(name) ?? access.get(`GET ${path}`) ?? 'user'
      for (const person of PEOPLE) {
        const failure = await findFailure(
          {
            seed: SEED,
            what: `${name} as ${person}`,
            calls: someCall(method, path, operation, document),
            count: callsOf(person, needed),
          },
          async call => {
            const answer = await send(person, call)
            expectPlain(person, call, answer)
            if (mayNot(person, needed)) expect(answer.status).toBeGreaterThanOrEqual(400)
            if (needed === 'user' || needed === 'admin') {
              asked[person] += 1
              let_in[person] += answer.status === 401 ? 0 : 1
            }
            // An admin may change what the others are; the next calls as them mean what they were.
            if (person === 'admin' && path.startsWith('/api/admin/users'))
              for (const { user } of [member, kid]) await changeRole(app, user.id, 'user')
          },
        )
        if (failure !== null) failures.push(failure)
      }
    }
  }
  expect(failures).toEqual([])
  expect(routes).toBeGreaterThan(allRoutes.length * 0.9)
  // Whose account is gone or locked finds nothing any more.
  for (const person of ['kid', 'member', 'admin'] as const)
    expect([person, let_in[person] > asked[person] * 0.9]).toEqual([person, true])
})
