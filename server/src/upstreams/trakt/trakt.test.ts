import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '#kit/clock.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { freePort, serveHttp } from '#test/loopback-servers.ts'
import { afterTest } from '#test/engines.ts'
import { createTraktKeyCheck } from './trakt-key-check.ts'
import { createTraktListProvider } from './trakt-lists.ts'

const CLIENT_ID = 'c0ffee'.repeat(10)
const TRENDING = [
  {
    watchers: 37,
    movie: {
      title: 'Paper Lanterns',
      year: 2026,
      ids: { trakt: 910001, slug: 'paper-lanterns-2026', imdb: 'tt9000001', tmdb: 900001 },
    },
  },
]

/** Trakt as its sheet describes it, as far as the check goes: 403 with an empty body for an unknown client. */
async function serveTrakt(answer?: (response: ServerResponse) => void) {
  const headers: IncomingHttpHeaders[] = []
  const server = await serveHttp((request, response) => {
    headers.push(request.headers)
    if (answer) return answer(response)
    if (request.headers['trakt-api-version'] !== '2') return response.writeHead(412).end()
    if (request.headers['trakt-api-key'] !== CLIENT_ID) return response.writeHead(403).end()
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(TRENDING))
  })
  afterTest(async () => server[Symbol.asyncDispose]())
  return { origin: server.origin, seen: server.seen, headers }
}

function partsAt(url: string, clock: Clock = systemClock) {
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'Foyer/dev' })
  afterTest(() => outbound.close())
  return { external: outbound.external, url }
}

const checkAt = (url: string, clock?: Clock) => createTraktKeyCheck(partsAt(url, clock))

describe('the client id check (2/4.7)', () => {
  it('reads one line of a public list, with every header that Trakt requires', async () => {
    const trakt = await serveTrakt()
    expect(await checkAt(trakt.origin).accepts(CLIENT_ID)).toBe(true)
    expect(trakt.seen).toEqual(['GET /movies/trending?page=1&limit=1'])
    expect(trakt.headers[0]).toMatchObject({
      'content-type': 'application/json',
      'trakt-api-version': '2',
      'trakt-api-key': CLIENT_ID,
      'user-agent': 'Foyer/dev',
    })
  })

  it('tells a refused client id from a provider that does not answer', async () => {
    const trakt = await serveTrakt()
    expect(await checkAt(trakt.origin).accepts('somebody-else')).toBe(false)
    const nobody = checkAt(`http://127.0.0.1:${await freePort()}`)
    await expect(nobody.accepts(CLIENT_ID)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it.each([
    [
      '429 with Retry-After',
      (response: ServerResponse) => response.writeHead(429, { 'retry-after': '7' }).end(),
      { kind: 'rate_limited', retry_after_ms: 7000 },
    ],
    [
      'an overloaded gateway',
      (response: ServerResponse) => response.writeHead(503).end('<html>'),
      { kind: 'bad_answer', status: 503 },
    ],
    [
      'something that is no list',
      (response: ServerResponse) => response.end('{"oops":true}'),
      { kind: 'bad_answer' },
    ],
  ])('does not take %s for an answer', async (_what, answer, expected) => {
    const trakt = await serveTrakt(response => void answer(response))
    await expect(checkAt(trakt.origin).accepts(CLIENT_ID)).rejects.toMatchObject(expected)
    expect(trakt.seen).toHaveLength(1)
  })

  it('gives up on who hangs when its time is over', async () => {
    const clock = createTestClock()
    const arrived = Promise.withResolvers<void>()
    const trakt = await serveTrakt(() => arrived.resolve())
    const outcome = checkAt(trakt.origin, clock)
      .accepts(CLIENT_ID)
      .catch((error: unknown) => error)
    await arrived.promise
    clock.advance(10_000)
    expect(await outcome).toMatchObject({ kind: 'timeout' })
  })
})

it('lists titles by the metadata provider’s number, whatever other numbers they have (1/4.5)', async () => {
  const rows = [
    { watchers: 1, movie: { title: 'Tide', ids: { tmdb: 5 } } },
    { watchers: 1, movie: { ids: {} } },
  ]
  const trakt = await serveTrakt(response => void response.end(JSON.stringify(rows)))
  const lists = createTraktListProvider({ ...partsAt(trakt.origin), client_id: async () => CLIENT_ID })
  const { bytes } = await lists.trending('movies', { page: 1, limit: 20 })
  expect(JSON.parse(bytes.toString())).toEqual(rows)
  const { titles } = await lists.trendingTitles('movies', 1)
  expect(titles.map(title => title.tmdb_id)).toEqual([5, null])
})
