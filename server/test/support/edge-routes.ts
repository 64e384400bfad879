import { NumericIdParam } from '@foyer/contract/primitives'
import { defineRoute } from '@foyer/contract/route'
import { z } from 'zod'
import { Answer, bind } from '#http/bind.ts'
import { readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { ConstraintViolation, StorageFault } from '#kit/storage-fault.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'

/** Routes of every kind, to test the HTTP edge without a slice. */

const base = { summary: 'For tests', spec: '0.3' } as const
const QueryBoolean = z.enum(['true', 'false']).transform(word => word === 'true')
const Thing = z.object({ name: z.string().min(1).max(10), count: z.int().optional() })

export const SMALL_BODY_LIMIT = 64
/** A field that the contract does not list, as a careless handler might return it. */
export const UNLISTED = 'argon2id-hash-of-somebody'
/** Text of an unexpected error, which must not leave the server: a host, a path and a password. */
export const BUG_TEXT = 'connect db.internal:5432 for /srv/foyer/secret.db with hunter2-password'

const echo = defineRoute({
  ...base,
  method: 'POST',
  path: '/api/test/echo',
  access: 'public',
  body: Thing,
  response: Thing,
})
const small = defineRoute({ ...echo, path: '/api/test/small', body_limit: SMALL_BODY_LIMIT })
const signedIn = defineRoute({ ...echo, path: '/api/test/signed-in', access: 'user' })
/** F: three a minute by address. */
const limitedByAddress = defineRoute({
  ...echo,
  path: '/api/test/limited-by-address',
  access: 'admin',
  rate: 'chat_test',
})
/** U: ten a minute by user. */
const limitedByUser = defineRoute({
  ...echo,
  path: '/api/test/limited-by-user',
  access: 'admin',
  rate: 'account',
})
const permitted = defineRoute({
  ...echo,
  path: '/api/test/permitted',
  access: 'user',
  permission: 'users:manage',
})
const thing = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/test/things/{thingID}',
  access: 'public',
  params: z.object({ thingID: NumericIdParam }),
  response: z.object({ id: z.int() }),
})
const putThing = defineRoute({ ...thing, method: 'PUT' })
const rest = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/test/things/{thingID}/files/{path*}',
  access: 'public',
  params: z.object({ thingID: NumericIdParam, path: z.string().min(1) }),
  response: z.object({ path: z.string() }),
})
const search = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/test/search',
  access: 'public',
  query: z.object({ q: z.string(), exact: QueryBoolean.optional() }),
  response: z.object({ q: z.string(), exact: z.boolean().optional() }),
})
const leaky = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/test/leaky',
  access: 'public',
  response: z.object({ name: z.string(), nested: z.object({ id: z.int() }) }),
})
const wrongAnswer = defineRoute({ ...leaky, path: '/api/test/wrong-answer' })
const accepted = defineRoute({ ...leaky, path: '/api/test/accepted' })
const gone = defineRoute({
  ...base,
  method: 'DELETE',
  path: '/api/test/gone',
  access: 'public',
  status: 204,
})
const verbatim = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/test/verbatim',
  access: 'public',
  kind: 'verbatim',
})
const large = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/test/large',
  access: 'public',
  response: z.object({ text: z.string() }),
})
const image = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/test/image',
  access: 'public',
  kind: 'verbatim',
  cache: 'image',
  query: z.object({ missing: QueryBoolean.optional() }),
})
const where = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/test/where',
  access: 'public',
  response: z.object({ ip: z.string(), origin: z.string() }),
})
const fails = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/test/fails/{how}',
  access: 'public',
  params: z.object({
    how: z.enum(['bug', 'storage', 'upstream', 'unique', 'foreign_key', 'refusal', 'foreign']),
  }),
  response: z.object({}),
})
const breaksOff = defineRoute({
  ...base,
  method: 'GET',
  path: '/api/test/breaks-off',
  access: 'public',
  kind: 'stream',
})

const FAILURES = {
  bug: () => new Error(BUG_TEXT),
  storage: () => new StorageFault(new Error(BUG_TEXT)),
  upstream: () => new UpstreamFault({ upstream: 'Radarr', kind: 'unreachable', cause: new Error(BUG_TEXT) }),
  unique: () => new ConstraintViolation('unique', new Error(BUG_TEXT), 'users.username_key'),
  foreign_key: () => new ConstraintViolation('foreign_key', new Error(BUG_TEXT)),
  refusal: () => new Refusal('weak_password', { extra: { least: 8 }, cause: new Error(BUG_TEXT) }),
  /** Looks like an error of an HTTP client, which must not pass for one of the framework. */
  foreign: () => Object.assign(new Error(BUG_TEXT), { statusCode: 404, code: 'UND_ERR_RESPONSE' }),
}

export const LARGE_TEXT = 'All work and no play makes Jack a dull boy. '.repeat(200)
export const VERBATIM = Buffer.from('{"kept":  "exactly as it came", "unlisted": true}')

export function edgeRoutes() {
  const bindings = [
    ...[echo, small].map(route => bind(route).to(({ body }) => body)),
    ...[signedIn, permitted].map(route => bind(route).to(({ body }) => body)),
    ...[limitedByAddress, limitedByUser].map(route => bind(route).to(({ body }) => body)),
    ...[thing, putThing].map(route => bind(route).to(({ params }) => ({ id: params.thingID }))),
    bind(rest).to(({ params }) => ({ path: params.path })),
    bind(search).to(({ query }) => query),
    bind(leaky).to(() => {
      const row = { name: 'ana', password_hash: UNLISTED, nested: { id: 1, secret: UNLISTED } }
      return row
    }),
    bind(wrongAnswer).to(() => ({ name: UNLISTED, nested: { id: 1.5 } })),
    bind(accepted).to(
      () =>
        new Answer({ name: 'ana', nested: { id: 1 } }, { status: 202, headers: { 'x-made-by': 'handler' } }),
    ),
    bind(gone).to(() => undefined),
    bind(verbatim).to(() => ({ bytes: VERBATIM, content_type: 'application/json; charset=utf-8' })),
    bind(large).to(() => readyJson({ text: LARGE_TEXT })),
    bind(image).to(({ query }) => {
      if (query.missing) throw new Refusal('not_found')
      return { bytes: Buffer.alloc(4096, 1), content_type: 'image/jpeg' }
    }),
    bind(where).to(({ facts }) => ({ ip: facts.ip, origin: facts.origin })),
    bind(fails).to(({ params }) => {
      throw FAILURES[params.how]()
    }),
    bind(breaksOff).to(async ({ raw }) => {
      raw.reply.hijack()
      raw.reply.raw.writeHead(200, { 'content-type': 'text/plain' })
      await new Promise(resolve => raw.reply.raw.write('the beginning', resolve))
      throw new Error(BUG_TEXT)
    }),
  ]
  return { routes: bindings.map(({ route }) => route), bindings }
}
