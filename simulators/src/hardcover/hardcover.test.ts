import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asList, asRecord } from '../kit/json.ts'
import { startWorld, type World } from '../world.ts'
import { openHardcoverDocument } from './hardcover-document.ts'

/** Everything that a client may ask of a book here. */
const HYDRATION = `query Books($ids: [Int!]!) {
  books(where: { id: { _in: $ids } }, limit: 50) {
    id title slug release_year release_date rating ratings_count users_count users_read_count description
    image { url }
    contributions(order_by: { id: asc }) { contribution author { id name } }
    featured_book_series { position series { id name } }
    book_series(limit: 1, order_by: { featured: desc }) { position series { name } }
    default_physical_edition { isbn_13 }
    default_ebook_edition { isbn_13 }
    default_audio_edition { isbn_13 }
  }
}`
const TRENDING = '{ books_trending(limit: 3, offset: 0) { ids error } }'

let world: World<'hardcover'>

beforeEach(async () => {
  world = await startWorld({ products: ['hardcover'], now: () => Date.parse('2026-03-01T12:00:00Z') })
})
afterEach(() => world.close())

async function ask(query: string, variables = {}, token = world.hardcover.token) {
  const response = await fetch(`${world.hardcover.url}/v1/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  })
  return { status: response.status, body: asRecord(await response.json()) }
}

async function form(path: string, fields: Record<string, string>) {
  const response = await fetch(world.hardcover.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return { status: response.status, body: asRecord(await response.json()) }
}

describe('the catalogue', () => {
  it('tells what is trending, and the books themselves in another order', async () => {
    const { body } = await ask(TRENDING)
    const ids = world.hardcover.trending().slice(0, 3)
    expect(body).toEqual({ data: { books_trending: { ids, error: null } } })
    const books = asList(asRecord((await ask(HYDRATION, { ids })).body['data'])['books']).map(asRecord)
    expect(books.map(book => book['id'])).toEqual(ids.toSorted((a, b) => a - b))
    expect(books[0]).toMatchObject({ image: { url: expect.stringContaining('/edition/') } })
  })

  it('is asked in the words of the vendor document', () => {
    const document = openHardcoverDocument()
    expect(document?.strangers(HYDRATION) ?? []).toEqual([])
    expect(document?.strangers(TRENDING) ?? []).toEqual([])
    expect(document?.strangers('{ books { id wings } }') ?? ['books.wings']).toEqual(['books.wings'])
  })

  it('refuses in its own ways: a key, a query, a field, an older form', async () => {
    expect((await ask(TRENDING, {}, 'nobody')).status).toBe(401)
    expect(await ask('{ books { id')).toMatchObject({ status: 400, body: { error: 'invalid_query' } })
    const failed = {
      status: 200,
      body: { data: null, errors: [{ extensions: { code: 'validation-failed' } }] },
    }
    expect(await ask('{ books { wings } }')).toMatchObject(failed)
    expect(await ask('{ authors { id } }')).toMatchObject(failed)
    world.hardcover.useForm('dates')
    expect(await ask(TRENDING)).toMatchObject(failed)
    world.hardcover.revokeToken()
    expect((await ask(TRENDING)).status).toBe(401)
  })

  it('serves the covers it names, without a key', async () => {
    const { body } = await ask('{ books(limit: 1) { image { url } } }')
    const [book] = asList(asRecord(body['data'])['books'])
    const response = await fetch(String(asRecord(asRecord(book)['image'])['url']))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})

describe('the device grant', () => {
  const begin = () => form('/oauth2/device', { client_id: world.hardcover.client_id, scope: 'read:catalog' })
  const redeem = (device_code: unknown) =>
    form('/oauth2/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: world.hardcover.client_id,
      device_code: String(device_code),
    })
  const renew = (refresh_token: unknown) =>
    form('/oauth2/token', {
      grant_type: 'refresh_token',
      client_id: world.hardcover.client_id,
      refresh_token: String(refresh_token),
    })

  it('waits for a person, minds the pace, and gives tokens once', async () => {
    const { device_code, user_code } = (await begin()).body
    expect((await redeem(device_code)).body['error']).toBe('authorization_pending')
    expect((await redeem(device_code)).body['error']).toBe('slow_down')
    await world.advance(5000)
    expect(await (await fetch(`${world.hardcover.url}/link?user_code=${String(user_code)}`)).text()).toMatch(
      /^Connected/,
    )
    const given = await redeem(device_code)
    expect((await ask(TRENDING, {}, String(given.body['access_token']))).status).toBe(200)
    expect((await redeem(device_code)).body['error']).toBe('invalid_grant')
  })

  it('turns refresh tokens at every use and ends the chain when one is shown twice', async () => {
    const { device_code, user_code } = (await begin()).body
    world.hardcover.oauth.approve(String(user_code))
    const first = (await redeem(device_code)).body
    const second = (await renew(first['refresh_token'])).body
    expect((await renew(first['refresh_token'])).body['error']).toBe('invalid_grant')
    expect((await renew(second['refresh_token'])).body['error']).toBe('invalid_grant')
    expect((await ask(TRENDING, {}, String(second['access_token']))).status).toBe(401)
  })

  it('says no, and says that it took too long', async () => {
    const denied = (await begin()).body
    world.hardcover.oauth.deny(String(denied['user_code']))
    expect((await redeem(denied['device_code'])).body['error']).toBe('access_denied')
    const late = (await begin()).body
    await world.advance(600_000)
    expect((await redeem(late['device_code'])).body['error']).toBe('expired_token')
    expect((await form('/oauth2/device', { client_id: 'x', scope: 'y' })).status).toBe(401)
  })
})
