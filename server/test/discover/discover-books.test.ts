import { hang, slow, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { buildBookLists, connectionOf, TRENDING } from '#test/book-list-calls.ts'
import { refusal } from '#test/calls.ts'
import { eventually } from '#test/eventually.ts'
import { listen, rawExchange } from '#test/sockets.ts'

const HALF_HOUR_MS = 30 * 60_000
const NOT_CONNECTED = { connected: false, books: [] }

describe('trending books (1:4.4)', () => {
  it('answers not connected, then the list in order, then what is kept for half an hour', async () => {
    const { asAdmin, hardcover, connect, queries, app } = await buildBookLists()
    expect((await asAdmin('GET', TRENDING)).body).toEqual(NOT_CONNECTED)
    await connect()
    const before = queries()
    const { status: code, body } = await asAdmin('GET', TRENDING)
    expect([code, body.connected, typeof body.source, typeof body.scope]).toEqual([
      200,
      true,
      'string',
      'string',
    ])
    const ids = hardcover.trending().slice(0, 50)
    expect(body.books.map((book: { foreign_id: string }) => book.foreign_id)).toEqual(
      ids.map(id => `bp:${id}`),
    )
    expect(Object.keys(body.books[0])).toEqual([
      'book_provider_id',
      'foreign_id',
      'title',
      'authors',
      'year',
      'rating',
      'ratings_count',
      'readers_count',
      'description',
      'image_url',
      'series',
      'series_position',
      'isbn13s',
    ])
    expect(queries() - before).toBe(2)
    app.clock.advance(HALF_HOUR_MS - 1)
    expect((await asAdmin('GET', TRENDING)).body).toEqual(body)
    expect(queries() - before).toBe(2)
    app.clock.advance(1)
    await asAdmin('GET', TRENDING)
    expect(queries() - before).toBe(4)
  })

  it('is one answer per instance, and one question however many ask (C31)', async () => {
    const { asAdmin, connect, queries } = await buildBookLists()
    await connect('in_b1')
    const before = queries()
    const all = await Promise.all(Array.from({ length: 20 }, () => asAdmin('GET', TRENDING)))
    expect(new Set(all.map(answer => answer.status))).toEqual(new Set([200]))
    expect(queries() - before).toBe(2)
    expect((await asAdmin('GET', `${TRENDING}?instance_id=in_b2`)).body).toEqual(NOT_CONNECTED)
  })

  it('is for who was given the library, before anybody is asked (0.6)', async () => {
    const { app, asAdmin, asBob, users, connect, queries } = await buildBookLists()
    await connect()
    const before = queries()
    expect(refusal(await asBob('GET', TRENDING))).toEqual([403, 'no_grant'])
    expect(refusal(await asBob('GET', `${TRENDING}?instance_id=in_b1`))).toEqual([403, 'instance_forbidden'])
    expect(refusal(await asBob('GET', `${TRENDING}?instance_id=in_m1`))).toEqual([403, 'instance_forbidden'])
    expect(refusal(await asAdmin('GET', `${TRENDING}?instance_id=in_m1`))).toEqual([
      404,
      'instance_not_found',
    ])
    expect(refusal(await app.call('GET', TRENDING))).toEqual([401, 'unauthorized'])
    expect(queries()).toBe(before)
    await asAdmin('PUT', `/api/admin/users/${users.bob.user.id}/instance-grants`, { book_manager: ['in_b1'] })
    await asAdmin('PUT', `/api/admin/users/${users.bob.user.id}/content-policy`, {
      max_movie_rating: 'PG',
      max_tv_rating: 'TV-PG',
    })
    // Books carry no ratings: a kids account sees the same list.
    expect((await asBob('GET', TRENDING)).body).toEqual((await asAdmin('GET', TRENDING)).body)
  })

  it('asks again before answering whether the library is still theirs (CONTRIBUTING rule 3)', async () => {
    const { asAdmin, asBob, users, connect, hardcover } = await buildBookLists()
    await connect()
    const grants = `/api/admin/users/${users.bob.user.id}/instance-grants`
    await asAdmin('PUT', grants, { book_manager: ['in_b1'] })
    hardcover.faults.next('POST /v1/graphql', slow(150))
    const asked = asBob('GET', TRENDING)
    await asAdmin('PUT', grants, { book_manager: [] })
    expect(refusal(await asked)).toEqual([403, 'no_grant'])
    // Nor is told what went wrong there.
    await asAdmin('PUT', grants, { book_manager: ['in_b2'] })
    await connect('in_b2')
    hardcover.faults.next('POST /v1/graphql', slow(150), status(503))
    const failing = asBob('GET', TRENDING)
    await asAdmin('PUT', grants, { book_manager: [] })
    expect(refusal(await failing)).toEqual([403, 'no_grant'])
  })

  it('never reads a failure as an empty list, nor keeps it', async () => {
    const { asAdmin, connect, hardcover } = await buildBookLists()
    await connect()
    hardcover.faults.next('POST /v1/graphql', status(503))
    expect(refusal(await asAdmin('GET', TRENDING))).toEqual([502, 'upstream_failed'])
    hardcover.failTrending('could not be computed')
    expect(refusal(await asAdmin('GET', TRENDING))).toEqual([502, 'upstream_failed'])
    hardcover.setTrending([4400])
    expect((await asAdmin('GET', TRENDING)).body.books).toHaveLength(1)
  })

  it('says so when the provider refuses the token, and until it is mended', async () => {
    const { asAdmin, connect, hardcover } = await buildBookLists()
    await connect()
    hardcover.revokeToken()
    const answer = await asAdmin('GET', TRENDING)
    expect(refusal(answer)).toEqual([502, 'provider_rejected_token'])
    expect(answer.body.error).toMatch(/token/)
    expect((await asAdmin('GET', connectionOf('in_b1'))).body).toMatchObject({
      configured: true,
      reconnect_required: true,
    })
  })

  it('drops what it kept when the connection changes, also what is still on its way', async () => {
    const { asAdmin, connect, hardcover, queries } = await buildBookLists()
    await connect()
    hardcover.setTrending([4400, 4401])
    hardcover.faults.next('POST /v1/graphql', slow(300))
    const older = asAdmin('GET', TRENDING)
    await eventually(() => expect(hardcover.faults.pending()).toEqual([]))
    await connect()
    hardcover.setTrending([4414])
    expect((await asAdmin('GET', TRENDING)).body.books).toHaveLength(1)
    await older
    const before = queries()
    // The older fetch came in last and must not have put its list back.
    expect((await asAdmin('GET', TRENDING)).body.books).toHaveLength(1)
    expect(queries()).toBe(before)
    expect((await asAdmin('DELETE', connectionOf('in_b1'))).body.configured).toBe(false)
    expect((await asAdmin('GET', TRENDING)).body).toEqual(NOT_CONNECTED)
  })

  it('is empty while books are hidden, even when nobody could be asked (R1, C29)', async () => {
    const { app, asAdmin, asBob, hardcover, queries } = await buildBookLists()
    await app.database.transaction(tx =>
      tx.deleteFrom('instances').where('service_type', '=', 'book_manager').execute(),
    )
    expect(refusal(await asAdmin('GET', TRENDING))).toEqual([404, 'no_instance'])
    await asAdmin('PUT', '/api/admin/discovery-settings', { hidden_when_unconfigured: { book: true } })
    hardcover.faults.always('POST /v1/graphql', hang())
    expect((await asBob('GET', TRENDING)).body).toEqual(NOT_CONNECTED)
    expect((await asAdmin('GET', TRENDING)).body).toEqual(NOT_CONNECTED)
    expect(refusal(await asBob('GET', `${TRENDING}?instance_id=in_b1`))).toEqual([403, 'instance_forbidden'])
    expect(queries()).toBe(0)
  })
})

describe('what the retired catalog served (1:4.4)', () => {
  it.each([
    '/api/discover/books/search',
    '/api/discover/books/search?query=x',
    '/api/discover/books/popular',
    '/api/discover/books/new-releases',
    '/api/genres/book',
    '/api/media/book/OL45804W',
    '/api/media/book/OL45804W/request-target',
  ])('is gone, after session and permission: %s', async path => {
    const { app, asBob, hardcover } = await buildBookLists()
    expect((await app.call('GET', path)).status).toBe(401)
    const { status: code, body } = await asBob('GET', path)
    expect([code, body]).toEqual([
      410,
      {
        code: 'catalog_retired',
        error: expect.any(String),
        message: expect.any(String),
        search_path: '/dashboard/books',
      },
    ])
    expect(hardcover.journal.entries).toEqual([])
  })
})

describe('covers (1/4.4)', () => {
  const IMAGES = '/api/discover/books/images'

  it('relays plain paths of one host, as pictures only, to who is signed in', async () => {
    const { app, asAdmin, asBob, connect, hardcover } = await buildBookLists()
    await connect()
    const { image_url } = (await asAdmin('GET', TRENDING)).body.books[0]
    const path = image_url.slice(hardcover.cdn_url.length)
    const picture = await asBob('GET', `${IMAGES}${path}?width=9`)
    expect([picture.status, picture.headers['content-type'], picture.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'private, max-age=86400',
    ])
    const [sent] = hardcover.journal.requests('GET /edition/*')
    expect([...(sent?.query.keys() ?? [])]).toEqual([])
    expect((await app.call('GET', `${IMAGES}${path}`)).status).toBe(401)
    expect((await asBob('GET', `${IMAGES}/edition/none.jpg`)).status).toBe(404)
    hardcover.faults.next('GET /edition/*', status(500), status(200, { body: '<svg/>' }))
    expect(refusal(await asBob('GET', `${IMAGES}/edition/1/a.jpg`))).toEqual([502, 'upstream_failed'])
    expect(refusal(await asBob('GET', `${IMAGES}/edition/1/a.svg`))).toEqual([502, 'upstream_failed'])
  })

  it('refuses every other path before anybody is asked (C19)', async () => {
    const { app, admin, asBob, hardcover } = await buildBookLists()
    for (const path of [
      '/a b',
      '/a%2fb',
      '/a//b',
      '/',
      '/a/',
      '/%C3%BC.jpg',
      `/${'a'.repeat(513)}`,
      '/a%5Cb',
    ]) {
      expect([path, (await asBob('GET', IMAGES + path)).status]).toEqual([path, 400])
    }
    const port = await listen(app)
    for (const path of ['/../a.jpg', '/./a.jpg', '/a/%2e%2e/b.jpg', '/a/..', '/..']) {
      const lines = [
        `GET ${IMAGES}${path} HTTP/1.1`,
        'host: foyer',
        `authorization: Bearer ${admin.access_token}`,
      ]
      const answer = await rawExchange(port, [...lines, 'connection: close', '', ''].join('\r\n'))
      expect([path, answer.split('\r\n', 1)[0]]).toEqual([path, 'HTTP/1.1 400 Bad Request'])
    }
    expect((await asBob('GET', IMAGES)).status).toBe(404)
    expect(hardcover.journal.entries).toEqual([])
  })
})
