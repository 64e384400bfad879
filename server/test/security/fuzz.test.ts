import { createHash } from 'node:crypto'
import { allRoutes } from '@foyer/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startApp, type TestAnswer, type TestApp } from '#test/app.ts'
import { changeRole, signIn, signInAs } from '#test/people.ts'

/**
 * Every route of the OpenAPI document, called as everybody with values that fit its schemas, nearly fit them, or are junk.
 * Nothing is answered with 500, nothing tells of the inside, and nobody gets further than the contract lets them. The seed
 * is fixed, so that a red run stays red; FUZZ_SEED tries another one and
 * FUZZ_RUNS more of each route.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_115)
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

/** One for each route and person: with the same one everywhere, the first calls of all routes would be alike. */
function seedOf(name: string, person: Person): number {
  return createHash('sha256').update(`${SEED} ${name} ${person}`).digest().readInt32BE()
}

/** Streams stay open when they are allowed; the others would end the session that goes on calling. */
const LEFT_OUT = new Set(['GET /api/events', 'POST /api/auth/logout', 'DELETE /api/me/devices'])

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema } | undefined> }
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

const JUNK_TEXT = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  '99999999999999999999',
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '../../encryption.key',
  '%00%2e%2e%2f',
  '{}',
  'null',
  '__proto__',
  'ﷺ𝔘é',
  'http://127.0.0.1:9/',
  '2026-02-31',
  'x'.repeat(5000),
]
const text = fc.oneof(fc.constantFrom(...JUNK_TEXT), fc.string({ maxLength: 40 }))
const junk = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 2 ** 53, [], {}, [[[]]], { __proto__: null, id: {} }),
)

/** Values that fit a schema, but for its patterns and lengths. */
function fitting(schema: Schema, document: Document, depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref) {
    const found = document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? '']
    return found && depth < 6 ? fitting(found, document, depth + 1) : junk
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map(one => fitting(one, document, depth + 1)))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {})
      const model = Object.fromEntries(
        fields.map(([name, field]) => [name, nearlyFitting(field, document, depth + 1)]),
      )
      const requiredKeys = (schema.required ?? []).filter(name => name in model)
      return fc.record(model, { requiredKeys: requiredKeys as never[] })
    }
    case 'array':
      return fc.array(fitting(schema.items ?? {}, document, depth + 1), { maxLength: 3 })
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(schema.minimum ?? -5, -5),
        max: Math.min(schema.maximum ?? 2000, 2000),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return text
  }
}

function nearlyFitting(schema: Schema, document: Document, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: fitting(schema, document, depth) }, { weight: 1, arbitrary: junk })
}

interface Call {
  method: string
  path: string
  body?: unknown
}

/** One call of one route: address, query and body. */
function someCall(
  method: string,
  path: string,
  operation: Operation,
  document: Document,
): fc.Arbitrary<Call> {
  const { parameters = [], requestBody } = operation
  const values = parameters.map(({ name, in: place, required, schema }) =>
    fc.record({
      name: fc.constant(name),
      place: fc.constant(place),
      value: fc.option(nearlyFitting(schema, document), { freq: required ? 20 : 1, nil: undefined }),
    }),
  )
  const schema = requestBody?.content['application/json']?.schema
  return fc
    .record({
      given: fc.tuple(...values),
      body: schema ? nearlyFitting(schema, document) : fc.constant(undefined),
    })
    .map(({ given, body }) => {
      const asText = (value: unknown) =>
        encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed())
      let address = path
      const query: string[] = []
      for (const { name, place, value } of given) {
        if (place === 'path') address = address.replace(`{${name}}`, asText(value ?? '1') || '1')
        else if (place === 'query' && value !== undefined) query.push(`${name}=${asText(value)}`)
      }
      const called = { method: method.toUpperCase(), path: [address, ...query].join(query.length ? '?' : '') }
      return body === undefined ? called : { ...called, body }
    })
}

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

it('every route survives what people and programs may send', { timeout: RUNS * 20_000 }, async () => {
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
        const property = fc.asyncProperty(someCall(method, path, operation, document), async call => {
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
        })
        const { failed, errorInstance, counterexamplePath } = await fc.check(property, {
          seed: seedOf(name, person),
          numRuns: callsOf(person, needed),
          endOnFailure: true,
        })
        if (failed)
          failures.push(
            `FUZZ_SEED=${SEED}: ${name} as ${person}, call ${counterexamplePath}: ${String(errorInstance)}`,
          )
      }
    }
  }
  expect(failures).toEqual([])
  expect(routes).toBeGreaterThan(allRoutes.length * 0.9)
  // Whose account is gone or locked finds nothing any more.
  for (const person of ['kid', 'member', 'admin'] as const)
    expect([person, let_in[person] > asked[person] * 0.9]).toEqual([person, true])
})
