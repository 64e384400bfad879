import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BOOK } from '../book-manager/book-catalogue.ts'
import { asList, asRecord } from '../kit/json.ts'
import { HOUR_MS, MINUTE_MS } from '../kit/time.ts'
import { openVendorDocument } from '../vendor-documents.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'audiobookshelf'>
let walker: Walker

const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` })

beforeEach(async () => {
  world = await startWorld({ products: ['audiobookshelf'] })
  walker = createWalker(world.audiobookshelf, bearer(world.audiobookshelf.api_key))
})
afterEach(() => world.close())

async function signIn(username: string, password: string) {
  const anonymous = createWalker(world.audiobookshelf, { 'x-return-tokens': 'true' })
  const answer = await anonymous.send('POST /login', { username, password })
  return { status: answer.status, user: asRecord(asRecord(answer.body)['user']) }
}

async function statusWith(path: string, token: unknown): Promise<number> {
  return (await fetch(`${world.audiobookshelf.url}${path}`, { headers: bearer(token) })).status
}

describe('access', () => {
  it('says 401 without a content type, and shows its status to anybody', async () => {
    const response = await fetch(`${world.audiobookshelf.url}/api/libraries`)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      401,
      null,
      'Unauthorized',
    ])
    expect(await statusWith('/audiobookshelf/api/me', world.audiobookshelf.api_key)).toBe(200)
    expect((await walker.send('GET /status')).body).toMatchObject({ app: 'audiobookshelf', isInit: true })
  })

  it('takes a key, an access token for an hour, and the token that never expires', async () => {
    expect((await walker.send('POST /api/authorize', {})).body).toMatchObject({ user: { type: 'root' } })
    const { user } = await signIn('ELLEN', 'quiet-harbour')
    expect(await statusWith('/api/me', user['accessToken'])).toBe(200)
    await world.advance(HOUR_MS + 1)
    expect(await statusWith('/api/me', user['accessToken'])).toBe(401)
    expect(await statusWith('/api/me', user['token'])).toBe(200)
  })

  it('makes a wrong password, an unknown name and an inactive account look alike', async () => {
    const statuses = [
      await signIn('ellen', 'wrong'),
      await signIn('nobody', 'x'),
      await signIn('lodger', 'gone-away'),
    ].map(answer => answer.status)
    expect(statuses).toEqual([401, 401, 401])
  })

  it('counts forty sign-ins in ten minutes, good ones too, and then says how long to wait', async () => {
    for (let i = 0; i < 40; i++) await signIn('ellen', 'quiet-harbour')
    const response = await fetch(`${world.audiobookshelf.url}/login`, { method: 'POST' })
    expect([response.status, await response.json()]).toEqual([
      429,
      { error: 'Too many authentication requests' },
    ])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    await world.advance(11 * MINUTE_MS)
    expect((await signIn('ellen', 'quiet-harbour')).status).toBe(200)
  })

  it('keeps an access token alive after logout', async () => {
    const { user } = await signIn('ellen', 'quiet-harbour')
    const leaving = createWalker(world.audiobookshelf, { 'x-refresh-token': String(user['refreshToken']) })
    expect((await leaving.send('POST /logout')).body).toEqual({ redirect_url: null })
    expect(await leaving.send('POST /auth/refresh')).toMatchObject({ status: 401 })
    expect(await statusWith('/api/me', user['accessToken'])).toBe(200)
  })
})

describe('users', () => {
  const create = async (body: object) => walker.send('POST /api/users', body)

  it('are inactive unless told otherwise, and may differ from another by case alone', async () => {
    const made = await create({ username: 'Ellen', password: 'x', type: 'user' })
    expect(made).toMatchObject({ status: 200, body: { user: { isActive: false } } })
    const again = await create({ username: 'Ellen', password: 'x', isActive: true })
    expect(again).toMatchObject({ status: 400, body: 'Username already taken' })
    expect((await create({ username: 'boss', password: 'x', type: 'root' })).status).toBe(400)
  })

  it('ignore a library list that comes without permissions, and take it inside them', async () => {
    const ellen = world.audiobookshelf.accounts.byLogin('ellen')
    const [library] = world.audiobookshelf.libraries.keys()
    const patch = async (body: object) =>
      asRecord(asRecord((await walker.send(`PATCH /api/users/${ellen?.id}`, body)).body)['user'])
    expect(await patch({ librariesAccessible: [library] })).toMatchObject({ librariesAccessible: [] })
    const limited = { accessAllLibraries: false, librariesAccessible: [library], nonsense: true }
    const user = await patch({ permissions: limited })
    expect(user).toMatchObject({ librariesAccessible: [library], permissions: { accessAllLibraries: false } })
    expect(user['permissions']).not.toHaveProperty('nonsense')
  })

  it('are cut off at once when deactivated, and let in again when not', async () => {
    const { user } = await signIn('ellen', 'quiet-harbour')
    const patch = async (isActive: boolean) =>
      walker.send(`PATCH /api/users/${String(user['id'])}`, { isActive })
    await patch(false)
    expect(await statusWith('/api/me', user['accessToken'])).toBe(401)
    await patch(true)
    expect(await statusWith('/api/me', user['accessToken'])).toBe(200)
  })

  it('may not read the list themselves, nor lose root', async () => {
    const { user } = await signIn('ellen', 'quiet-harbour')
    expect(await statusWith('/api/users', user['accessToken'])).toBe(403)
    const root = world.audiobookshelf.accounts.byLogin('root')
    expect((await walker.send(`DELETE /api/users/${root?.id}`)).status).toBe(403)
  })
})

describe('libraries', () => {
  it('list everything to a user who may see none', async () => {
    const ellen = world.audiobookshelf.accounts.byLogin('ellen')
    if (ellen) ellen.permissions['accessAllLibraries'] = false
    const { user } = await signIn('ellen', 'quiet-harbour')
    const own = createWalker(world.audiobookshelf, bearer(user['accessToken']))
    const { body } = await own.send('GET /api/libraries')
    const [library] = asList(asRecord(body)['libraries']).map(asRecord)
    expect(asList(asRecord(body)['libraries'])).toHaveLength(2)
    expect((await own.send(`GET /api/libraries/${String(library?.['id'])}/items`)).status).toBe(403)
  })

  it('find by part of an ISBN, and hide what a tag forbids only from the item itself', async () => {
    const [library] = world.audiobookshelf.libraries.keys()
    const isbn = world.audiobookshelf.addBook(BOOK.tidewater).book.editions[0]?.isbn13 ?? ''
    const found = await walker.send(`GET /api/libraries/${library}/search?q=${isbn.slice(3)}`)
    const [hit] = asList(asRecord(found.body)['book']).map(asRecord)
    expect(hit?.['libraryItem']).toMatchObject({ media: { metadata: { isbn }, numTracks: 1 } })
    const ellen = world.audiobookshelf.accounts.byLogin('ellen')
    if (ellen) ellen.permissions['accessAllTags'] = false
    const { user } = await signIn('ellen', 'quiet-harbour')
    const own = createWalker(world.audiobookshelf, bearer(user['accessToken']))
    const seen = await own.send(`GET /api/libraries/${library}/search?q=${isbn}`)
    expect(asList(asRecord(seen.body)['book'])).toHaveLength(1)
    const id = String(asRecord(hit?.['libraryItem'])['id'])
    expect((await own.send(`GET /api/items/${id}`)).status).toBe(403)
  })
})

it('answers every route, those of the vendor document in its words', async () => {
  const { libraries, items, accounts } = world.audiobookshelf
  const [library] = libraries.keys()
  const [item] = items.keys()
  const ellen = accounts.byLogin('ellen')
  const folders = [{ fullPath: '/more' }]
  const requests = [
    'GET /status',
    'GET /ping',
    'GET /healthcheck',
    'GET /api/me',
    'GET /api/users',
    `GET /api/users/${ellen?.id}`,
    'GET /api/api-keys',
    'GET /api/libraries',
    `GET /api/libraries/${library}`,
    `GET /api/libraries/${library}/items?limit=1&page=0&minified=1`,
    `GET /api/libraries/${library}/search?q=parish`,
    `GET /api/items/${item}`,
    `GET /api/items/${item}?expanded=1`,
    `GET /api/items/${item}/cover?width=400`,
    'GET /api/tags',
    ['POST /api/authorize', {}],
    ['POST /api/users', { username: 'fresh', password: 'x', isActive: true }],
    ['POST /api/api-keys', { name: 'other', userId: ellen?.id, isActive: true }],
    ['POST /api/libraries', { name: 'More', folders, mediaType: 'book' }],
    `POST /api/libraries/${library}/scan`,
    [`PATCH /api/users/${ellen?.id}`, { email: 'ellen@example.org' }],
    `DELETE /api/users/${ellen?.id}`,
    ['POST /login', { username: 'root', password: 'bell-and-book' }],
    'POST /logout',
  ] as const
  expect(await walker.misses(requests, 200)).toEqual([])
  await walker.send('POST /auth/refresh')
  expect(walker.unmet()).toEqual([])
  const document = openVendorDocument('audiobookshelf')
  const known = world.audiobookshelf.journal.entries.filter(entry => document?.operationOf(entry))
  expect(document ? known.flatMap(document.violations) : []).toEqual([])
})
