import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { garbage, startWorld, status, type World } from '@foyer/simulators'
import { loadVendorDocument } from '@foyer/simulators/kit/vendor-document'
import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '#kit/clock.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { freePort, serveHttp } from '#test/loopback-servers.ts'
import { afterTest } from '#test/engines.ts'
import { createTmdbCertifications } from './tmdb-certifications.ts'
import { createTmdbKeyCheck } from './tmdb-key-check.ts'
import { reachTmdb } from './tmdb-reach.ts'

type TmdbWorld = World<'tmdb'>

async function startSimulators(): Promise<TmdbWorld> {
  const world = await startWorld({ products: ['tmdb'] })
  afterTest(() => world.close())
  return world
}

function parts(url: string, clock: Clock = systemClock) {
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'Foyer', random: () => 0 })
  afterTest(() => outbound.close())
  return { external: outbound.external, url }
}

const at = (world: TmdbWorld) => parts(`${world.tmdb.url}/3`)

describe('the key check (2/4.7)', () => {
  it('C30: sends 32 hex characters as api_key, anything else as a bearer token', async () => {
    const world = await startSimulators()
    const check = createTmdbKeyCheck(at(world))
    expect(await check.accepts(world.tmdb.api_key)).toBe(true)
    expect(await check.accepts(world.tmdb.read_token)).toBe(true)
    const [byKey, byToken] = world.tmdb.journal.requests('GET /3/authentication')
    expect(byKey?.query.get('api_key')).toBe(world.tmdb.api_key)
    expect(byKey?.headers.authorization).toBeUndefined()
    expect(byToken?.query.has('api_key')).toBe(false)
    expect(byToken?.headers.authorization).toBe(`Bearer ${world.tmdb.read_token}`)
  })

  it('tells a refused key from a provider that does not answer', async () => {
    const world = await startSimulators()
    const check = createTmdbKeyCheck(at(world))
    expect(await check.accepts('f'.repeat(32))).toBe(false)
    expect(await check.accepts('some-other-token')).toBe(false)
    const nobody = createTmdbKeyCheck(parts(`http://127.0.0.1:${await freePort()}/3`))
    await expect(nobody.accepts(world.tmdb.api_key)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it.each([
    [
      '429 with Retry-After',
      status(429, { retry_after: 90 }),
      { kind: 'rate_limited', retry_after_ms: 90_000 },
    ],
    ['a fault of its own', status(503), { kind: 'bad_answer', status: 503 }],
    ['broken JSON', garbage('json'), { kind: 'bad_answer' }],
    ['the page of a portal', garbage('html'), { kind: 'bad_answer' }],
  ])('does not take %s for an answer', async (_what, fault, expected) => {
    const world = await startSimulators()
    world.tmdb.faults.next('GET /3/authentication', fault)
    const call = createTmdbKeyCheck(at(world)).accepts(world.tmdb.api_key)
    await expect(call).rejects.toMatchObject(expected)
    expect(world.tmdb.journal.requests('GET /3/authentication')).toHaveLength(1)
  })

  it('gives up on who hangs when its time is over', async () => {
    const clock = createTestClock()
    const arrived = Promise.withResolvers<void>()
    await using server = await serveHttp(() => arrived.resolve())
    const call = createTmdbKeyCheck(parts(`${server.origin}/3`, clock)).accepts('a-read-token')
    const outcome = call.catch((error: unknown) => error)
    await arrived.promise
    clock.advance(10_000)
    expect(await outcome).toMatchObject({ kind: 'timeout' })
  })

  it('carries the key nowhere else: a redirect is refused (0.3)', async () => {
    await using elsewhere = await serveHttp((_req, res) => res.end('{"success":true}'))
    await using server = await serveHttp((_req, res) =>
      res.writeHead(302, { location: `${elsewhere.origin}/3/authentication` }).end(),
    )
    const call = createTmdbKeyCheck(parts(`${server.origin}/3`)).accepts('f'.repeat(32))
    await expect(call).rejects.toMatchObject({ category: 'redirected' })
    expect(elsewhere.seen).toEqual([])
  })
})

describe('the certification lists (1/4.12)', () => {
  it('reads both lists in the provider’s ranking', async () => {
    const world = await startSimulators()
    const lists = createTmdbCertifications({ ...at(world), key: async () => world.tmdb.api_key })
    const { movie, tv } = await lists.read()
    expect(movie['US']?.map(one => one.certification)).toEqual(['NR', 'G', 'PG', 'PG-13', 'R', 'NC-17'])
    expect(tv['US']?.map(one => one.certification)).toContain('TV-MA')
    for (const region of [...Object.values(movie), ...Object.values(tv)]) {
      expect(region).toEqual(region.toSorted((a, b) => a.order - b.order))
    }
  })

  it('takes a rating that is not explained (1/4.12: `meaning?`)', async () => {
    const world = await startSimulators()
    const plain = [
      { certification: 'A', order: 1, meaning: null },
      { certification: 'B', order: 0 },
    ]
    const body = { certifications: { XX: plain } }
    world.tmdb.faults.next('GET /3/certification/movie/list', status(200, { body }))
    const lists = createTmdbCertifications({ ...at(world), key: async () => world.tmdb.api_key })
    const { movie } = await lists.read()
    expect(movie['XX']).toEqual([
      { certification: 'B', order: 0 },
      { certification: 'A', order: 1 },
    ])
  })

  it('asks once more after 429, and not a third time', async () => {
    const world = await startSimulators()
    const lists = createTmdbCertifications({ ...at(world), key: async () => world.tmdb.api_key })
    world.tmdb.faults.next('GET /3/certification/tv/list', status(429, { retry_after: 0 }))
    expect(Object.keys((await lists.read()).tv)).toContain('US')
    world.tmdb.faults.always('GET /3/certification/movie/list', status(429, { retry_after: 0 }))
    await expect(lists.read()).rejects.toMatchObject({ kind: 'rate_limited' })
    expect(world.tmdb.journal.requests('GET /3/certification/movie/list')).toHaveLength(3)
  })

  it('throws instead of answering an empty list', async () => {
    const world = await startSimulators()
    const lists = createTmdbCertifications({ ...at(world), key: async () => world.tmdb.api_key })
    world.tmdb.faults.next('GET /3/certification/movie/list', garbage())
    await expect(lists.read()).rejects.toMatchObject({ kind: 'bad_answer' })
    const refused = createTmdbCertifications({ ...at(world), key: async () => 'f'.repeat(32) })
    await expect(refused.read()).rejects.toMatchObject({ kind: 'rejected_key' })
    const keyless = createTmdbCertifications({ ...at(world), key: async () => null })
    await expect(keyless.read()).rejects.toMatchObject({ kind: 'rejected_key' })
  })

  it('stops when the caller leaves', async () => {
    const leave = new AbortController()
    await using server = await serveHttp(() => leave.abort(new Error('left')))
    const lists = createTmdbCertifications({ ...parts(server.origin), key: async () => 'a-read-token' })
    await expect(lists.read(leave.signal)).rejects.toThrow('left')
  })
})

describe('reaching TMDB at all (1/I)', () => {
  it('needs no key and shows none', async () => {
    const world = await startSimulators()
    await reachTmdb(at(world))
    const [entry] = world.tmdb.journal.requests('GET /3/authentication')
    expect([entry?.answer?.status, [...(entry?.query.keys() ?? [])], entry?.headers.authorization]).toEqual([
      401,
      [],
      undefined,
    ])
  })

  it('is not fooled by somebody else’s page', async () => {
    await using portal = await serveHttp((_req, res) => res.end('<h1>Sign in to the hotel</h1>'))
    await expect(reachTmdb(parts(portal.origin))).rejects.toMatchObject({ kind: 'bad_answer' })
  })
})

it('asks only what the vendor’s document knows', async () => {
  const file = join(import.meta.dirname, '../../../../../shared/upstreams/openapi/tmdb.json')
  const world = await startSimulators()
  await createTmdbKeyCheck(at(world)).accepts(world.tmdb.read_token)
  await createTmdbCertifications({ ...at(world), key: async () => world.tmdb.api_key }).read()
  await reachTmdb(at(world))
  const calls = world.tmdb.journal.requests('GET /3/*')
  expect(calls).toHaveLength(4)
  expect(calls.map(entry => entry.query.get('language') ?? 'none')).toContain('en-US')
  if (!existsSync(file)) return
  const document = loadVendorDocument(file, {
    inferred_from_examples: true,
    credentials: ['api_key'],
    corrections: [
      { operation: '*', part: 'query', at: /^language$/, reason: '0.1: the language is always sent' },
    ],
  })
  expect(calls.flatMap(entry => document.violations(entry))).toEqual([])
})
