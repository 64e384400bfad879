import { dropAfterCommit, dropBefore, type Fault, garbage, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import { afterTest } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { refusesToken } from './hardcover-client.ts'
import { createHardcoverCovers } from './hardcover-covers.ts'
import { createHardcoverLists } from './hardcover-lists.ts'
import { createHardcoverSignIn } from './hardcover-sign-in.ts'

const QUERY = 'POST /v1/graphql'
const TOKEN = 'POST /oauth2/token'

function external() {
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer/dev' })
  afterTest(() => outbound.close())
  return outbound.external
}

async function start() {
  const { hardcover } = await startSimulators({ products: ['hardcover'] })
  const parts = { external: external(), url: hardcover.url, cdn_url: hardcover.cdn_url }
  return {
    hardcover,
    lists: createHardcoverLists(parts),
    signIn: createHardcoverSignIn({ ...parts, client_id: hardcover.client_id }),
    covers: createHardcoverCovers(parts),
  }
}

/** The provider's own words, for what the simulator does not say. */
async function listsAnswering(body: unknown) {
  const server = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  afterTest(async () => server[Symbol.asyncDispose]())
  return createHardcoverLists({ external: external(), url: server.origin, cdn_url: 'https://cdn.test' })
}

describe('the list (1:4.4)', () => {
  it('runs one trending query for fifty and one hydration, and keeps the order of the list', async () => {
    const { hardcover, lists } = await start()
    const books = await lists.trending(hardcover.token)
    const known = hardcover.trending().slice(0, 50)
    expect(books.map(book => book.id)).toEqual(known)
    const sent = hardcover.journal.requests(QUERY)
    expect(sent).toHaveLength(2)
    expect(sent[0]?.headers).toMatchObject({
      authorization: `Bearer ${hardcover.token}`,
      'user-agent': 'Foyer/dev',
    })
    expect(JSON.stringify(sent[0]?.body)).toContain('books_trending(limit: 50, offset: 0)')
  })

  it('tells of each book what 1/4.4 names, with covers of the own host alone', async () => {
    const { hardcover, lists } = await start()
    hardcover.setTrending([4407, 4401, 4411, 999_999])
    const [foreign, series, bare] = await lists.trending(hardcover.token)
    expect(series).toEqual({
      id: 4401,
      title: 'The Tidewater Ledger',
      authors: ['Ines Moor'],
      year: 2022,
      rating: expect.any(Number),
      ratings_count: expect.any(Number),
      readers_count: expect.any(Number),
      description: expect.any(String),
      image_url: expect.stringContaining(`${hardcover.cdn_url}/edition/4401/`),
      series: 'Saltmarsh',
      series_position: '2',
      isbn13s: [expect.stringMatching(/^978\d{10}$/)],
    })
    expect([foreign?.image_url, bare?.image_url]).toEqual([null, null])
  })

  it('reads the series from either field that may carry it (hardcover.md)', async () => {
    const { hardcover, lists } = await start()
    hardcover.setTrending([1, 2, 3])
    const place = (position: number, name: string) => ({ position, series: { name } })
    const books = [
      { id: 1, title: 'The Salt Road', book_series: [place(2, 'Tidewalkers')] },
      { id: 2, title: 'Low Water', featured_book_series: place(1, 'Ebb'), book_series: [place(7, 'Moons')] },
      { id: 3, title: 'Alone', featured_book_series: null, book_series: [] },
    ]
    hardcover.faults.next(QUERY, status(200, { body: { data: { books_trending: { ids: [1, 2, 3] } } } }))
    hardcover.faults.next(QUERY, status(200, { body: { data: { books } } }))
    const listed = await lists.trending(hardcover.token)
    expect(listed.map(({ series, series_position }) => [series, series_position])).toEqual([
      ['Tidewalkers', '2'],
      ['Ebb', '1'],
      [null, null],
    ])
  })

  it('asks for no books when there are none', async () => {
    const { hardcover, lists } = await start()
    hardcover.setTrending([])
    expect(await lists.trending(hardcover.token)).toEqual([])
    expect(hardcover.journal.requests(QUERY)).toHaveLength(1)
  })

  it('takes a list that could not be computed, a null one, or one without any record, for a failure and not for an empty one', async () => {
    const { hardcover, lists } = await start()
    hardcover.failTrending('timed out')
    await expect(lists.trending(hardcover.token)).rejects.toMatchObject({ kind: 'bad_answer' })
    const silent = await listsAnswering({ data: null })
    await expect(silent.trending('t')).rejects.toMatchObject({ kind: 'bad_answer' })
    const listless = await listsAnswering({ data: { books_trending: { ids: null, error: null } } })
    await expect(listless.trending('t')).rejects.toMatchObject({ kind: 'bad_answer' })
    const books_trending = { ids: [1, 2], error: null }
    const unhydrated = await listsAnswering({ data: { books_trending, books: [] } })
    await expect(unhydrated.trending('t')).rejects.toMatchObject({ kind: 'bad_answer' })
  })

  it.each<[string, Fault, string]>([
    ['a refused token', status(401), 'rejected_key'],
    ['a missing scope', status(403, { body: { error: 'insufficient_scope' } }), 'rejected_key'],
    ['too many questions', status(429, { retry_after: 42 }), 'rate_limited'],
    ['a broken server', status(500), 'bad_answer'],
    ['garbage', garbage(), 'bad_answer'],
    ['a sign-in page', garbage('html'), 'bad_answer'],
    ['a cut connection', dropBefore(), 'unreachable'],
  ])('says of %s what it is', async (_what, fault, kind) => {
    const { hardcover, lists } = await start()
    hardcover.faults.next(QUERY, fault)
    await expect(lists.trending(hardcover.token)).rejects.toMatchObject({ kind })
  })

  it('tells a refused token from a provider that does not answer', async () => {
    const { hardcover, lists } = await start()
    expect(await lists.accepts(hardcover.token)).toBe(true)
    expect(await lists.accepts('somebody')).toBe(false)
    hardcover.faults.next(QUERY, status(503))
    await expect(lists.accepts(hardcover.token)).rejects.toMatchObject({ kind: 'bad_answer' })
  })

  it.each([
    [[{ message: 'Could not verify JWT: JWTExpired', extensions: { code: 'invalid-jwt' } }], true],
    [[{ message: 'nope', extensions: { code: 'access-denied' } }], true],
    [[{ message: 'Unauthorized' }], true],
    [[{ message: '"books" has no argument named "x"', extensions: { code: 'validation-failed' } }], false],
    [[{}], false],
  ])('reads a refusal in a success: %j is %s', (errors, refused) => {
    expect(refusesToken(errors)).toBe(refused)
  })
})

describe('linking by a code (hardcover.md, OAuth)', () => {
  it('begins, waits, is given tokens, and renews them', async () => {
    const { hardcover, lists, signIn } = await start()
    const begun = await signIn.begin()
    expect(begun).toMatchObject({ interval_seconds: 5, expires_in_ms: 600_000 })
    expect(await signIn.redeem(begun.device_code)).toEqual({ state: 'pending' })
    expect(await signIn.redeem(begun.device_code)).toEqual({ state: 'slow_down' })
    hardcover.oauth.approve(begun.user_code)
    const given = await signIn.redeem(begun.device_code)
    if (given.state !== 'granted') return expect.unreachable()
    expect(await lists.accepts(given.tokens.access_token)).toBe(true)
    const renewed = await signIn.renew(given.tokens.refresh_token)
    expect(await lists.accepts(renewed?.access_token ?? '')).toBe(true)
    // Shown twice, it ends for good.
    expect(await signIn.renew(given.tokens.refresh_token)).toBeNull()
    expect(await signIn.redeem(begun.device_code)).toEqual({ state: 'failed' })
  })

  it('tells a no from a page in between, and from an answer that was lost', async () => {
    const { hardcover, signIn } = await start()
    const begun = await signIn.begin()
    hardcover.oauth.deny(begun.user_code)
    expect(await signIn.redeem(begun.device_code)).toEqual({ state: 'denied' })
    hardcover.faults.next(
      TOKEN,
      status(400, { body: 'Bad gateway, says the portal' }),
      status(503),
      status(429),
    )
    for (const kind of ['bad_answer', 'bad_answer', 'rate_limited']) {
      await expect(signIn.renew('hc_rt_x')).rejects.toMatchObject({ kind })
    }
    hardcover.faults.next(TOKEN, dropAfterCommit())
    await expect(signIn.renew('hc_rt_x')).rejects.toMatchObject({ kind: 'outcome_unknown' })
  })

  it.each([
    ['https://hardcover.app/link', true],
    ['http://hardcover.app/link', false],
    ['https://hardcover.app.evil.example/link', false],
    ['javascript:alert(1)', false],
  ])('sends people to %s: %s', async (verification_uri, trusted) => {
    const body = JSON.stringify({ device_code: 'd', user_code: 'u', verification_uri, expires_in: 600 })
    const answer = { status: 200, headers: {}, url: new URL('https://api.hardcover.app/') }
    const signIn = createHardcoverSignIn({
      url: 'https://api.hardcover.app',
      client_id: 'app',
      external: {
        send: async () => ({
          ...answer,
          bytes: () => Buffer.from(body),
          text: () => body,
          json: schema => z.parse(schema, JSON.parse(body)),
        }),
        hold: () => expect.unreachable(),
        stream: () => expect.unreachable(),
      },
    })
    const begun = signIn.begin()
    if (trusted) await expect(begun).resolves.toMatchObject({ verification_uri, interval_seconds: 5 })
    else await expect(begun).rejects.toMatchObject({ kind: 'bad_answer' })
  })
})

describe('covers (1/4.4)', () => {
  it('come from the one host without a token; what is not there is null', async () => {
    const { hardcover, lists, covers } = await start()
    const [book] = await lists.trending(hardcover.token)
    const path = new URL(book?.image_url ?? '').pathname.slice(1)
    expect((await covers.read(path))?.length).toBeGreaterThan(100)
    expect(await covers.read('edition/none.jpg')).toBeNull()
    expect(hardcover.journal.requests('GET /edition/*')[0]?.headers.authorization).toBeUndefined()
  })

  it('have at most five megabytes, and come from that host only', async () => {
    const most = 5 * 1024 * 1024
    const server = await serveHttp(({ url = '' }, response) => {
      if (url === '/elsewhere') return response.writeHead(302, { location: 'http://127.0.0.1:9/a.png' }).end()
      return response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(Number(url.slice(1))))
    })
    afterTest(async () => server[Symbol.asyncDispose]())
    const covers = createHardcoverCovers({ external: external(), cdn_url: server.origin })
    expect((await covers.read(String(most)))?.length).toBe(most)
    await expect(covers.read(String(most + 1))).rejects.toMatchObject({ kind: 'bad_answer' })
    await expect(covers.read('elsewhere')).rejects.toMatchObject({ kind: 'bad_answer' })
  })
})
