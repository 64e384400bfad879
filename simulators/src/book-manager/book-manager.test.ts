import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type HookReceiver, startHookReceiver } from '../kit/hook-receiver.ts'
import { asList, asRecord } from '../kit/json.ts'
import { MINUTE_MS, SECOND_MS } from '../kit/time.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'
import { AUTHOR, BOOK } from './book-catalogue.ts'

let world: World<'chaptarr' | 'readarr'>
let chaptarr: Walker
let readarr: Walker

beforeEach(async () => {
  const now = () => Date.parse('2026-06-01T12:00:00Z')
  world = await startWorld({ products: ['chaptarr', 'readarr'], now })
  chaptarr = createWalker(world.chaptarr, { 'x-api-key': world.chaptarr.api_key })
  readarr = createWalker(world.readarr, { 'x-api-key': world.readarr.api_key })
})
afterEach(() => world.close())

const EBOOKS = { ebookQualityProfileId: 1, ebookMetadataProfileId: 2, ebookRootFolderPath: '/books' }
const ADD = {
  foreignBookId: `hc:${BOOK.tidewater}`,
  monitored: true,
  editions: [],
  addOptions: { addType: 'manual', searchForNewBook: true },
  author: { foreignAuthorId: `hc:${AUTHOR.ines_moor}`, authorName: 'Ines Moor', ...EBOOKS },
}

describe('identity', () => {
  it('reports which of the two products it is', async () => {
    const names = [chaptarr, readarr].map(async walker => {
      const { body } = await walker.send('GET /api/v1/system/status')
      return asRecord(body)['appName']
    })
    expect(await Promise.all(names)).toEqual(['Chaptarr', 'Readarr'])
    expect((await fetch(`${world.chaptarr.url}/api/v1/system/status`)).status).toBe(401)
  })

  it('gives profiles a type as text, metadata profiles and root folders one as a number, on Chaptarr only', async () => {
    const read = async (walker: Walker, path: string) =>
      asList((await walker.send(`GET /api/v1/${path}`)).body).map(asRecord)
    const [quality] = await read(chaptarr, 'qualityprofile?mediaType=audiobook')
    expect(quality).toMatchObject({ profileType: 'audiobook' })
    expect(await read(chaptarr, 'metadataprofile?mediaType=ebook')).toMatchObject([{ profileType: 2 }])
    expect(await read(chaptarr, 'rootfolder?mediaType=ebook')).toMatchObject([{ folderType: 2 }])
    expect((await read(readarr, 'qualityprofile'))[0]).not.toHaveProperty('profileType')
    expect((await read(readarr, 'rootfolder'))[0]).toHaveProperty('defaultQualityProfileId')
  })
})

describe('adding on Chaptarr', () => {
  it('adds the row of one format, and monitors no other one', async () => {
    world.chaptarr.stockIndexers(true)
    const answer = await chaptarr.send('POST /api/v1/book?mediaType=ebook', ADD)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ mediaType: 'ebook', monitored: true, foreignBookId: 'hc:4401' })
    expect(world.chaptarr.books().filter(book => book.monitored)).toHaveLength(1)
    await world.advance(5 * SECOND_MS)
    expect(world.chaptarr.downloads()).toHaveLength(1)
  })

  it('monitors a row again when it is posted a second time', async () => {
    const first = await chaptarr.send('POST /api/v1/book?mediaType=ebook', ADD)
    const { id } = asRecord(first.body)
    await chaptarr.send('PUT /api/v1/book/monitor', { bookIds: [id], monitored: false })
    const second = await chaptarr.send('POST /api/v1/book?mediaType=ebook', ADD)
    expect([second.status, asRecord(second.body)['id']]).toEqual([201, id])
    expect(world.chaptarr.book(BOOK.tidewater)).toMatchObject({ monitored: true })
  })

  it('adds a new row for an existing author, whose settings stay (chaptarr.md, 5)', async () => {
    const settings = { quality_profile_id: 3, metadata_profile_id: 4, root_folder_path: '/mixed' }
    world.chaptarr.rootFolders.add('/mixed')
    const { id } = world.chaptarr.addAuthor(AUTHOR.ines_moor, { settings: { ebook: settings } })
    for (const book of world.chaptarr.books()) world.chaptarr.deleteBook(book.id)
    const foreign = { ...ADD.author, ebookQualityProfileId: 99 }
    const refused = await chaptarr.send('POST /api/v1/book?mediaType=ebook', { ...ADD, author: foreign })
    expect(refused.status).toBe(400)
    const added = await chaptarr.send('POST /api/v1/book?mediaType=ebook', ADD)
    expect([added.status, asRecord(added.body)['authorId']]).toEqual([201, id])
    expect(world.chaptarr.authors()[0]?.formats.ebook).toEqual(settings)
    const { foreignAuthorId } = ADD.author
    const bare = { ...ADD, foreignBookId: `hc:${BOOK.series_first}`, author: { foreignAuthorId } }
    expect((await chaptarr.send('POST /api/v1/book?mediaType=ebook', bare)).status).toBe(201)
    expect(world.chaptarr.books()).toHaveLength(2)
  })

  it('answers with the Hardcover id of a work that is requested by its Goodreads id', async () => {
    const body = { ...ADD, foreignBookId: 'gr:77002' }
    expect((await chaptarr.send('POST /api/v1/book?mediaType=ebook', body)).body).toMatchObject({
      foreignBookId: 'hc:4401',
    })
  })

  it('refuses in each of its forms: an array of two members, plain text, an object', async () => {
    const bare = await chaptarr.send('POST /api/v1/book?mediaType=ebook', { ...ADD, foreignBookId: '4401' })
    expect(bare.status).toBe(400)
    expect(Object.keys(asRecord(asList(bare.body)[0]))).toEqual(['propertyName', 'errorMessage'])
    const odd = await chaptarr.send('POST /api/v1/book?mediaType=vinyl', ADD)
    expect([odd.status, typeof odd.body]).toEqual([400, 'string'])
    const lookup = await chaptarr.send('GET /api/v1/book/lookup?term=work:77002')
    expect([lookup.status, lookup.body]).toEqual([400, { error: expect.any(String) }])
  })

  it('does not reveal the stack of an exception, unlike Readarr', async () => {
    world.chaptarr.loseMetadata(true)
    world.readarr.loseMetadata(true)
    const ours = await chaptarr.send('GET /api/v1/book/lookup?term=ledger')
    const theirs = await readarr.send('GET /api/v1/book/lookup?term=ledger')
    expect([ours.status, theirs.status]).toEqual([503, 503])
    expect(ours.body).not.toHaveProperty('description')
    expect(theirs.body).toHaveProperty('description')
  })
})

describe('an author that the metadata server is still preparing', () => {
  it('is pending, retried, and then in the library', async () => {
    world.chaptarr.holdAuthor(AUTHOR.ines_moor, true)
    const answer = await chaptarr.send('POST /api/v1/book?mediaType=ebook', ADD)
    expect([answer.status, answer.body]).toMatchObject([202, { pendingId: 1 }])
    await world.advance(2 * MINUTE_MS)
    expect((await chaptarr.send('GET /api/v1/pendingauthorimport/1')).body).toMatchObject({
      overallStatus: 'Retrying',
      ebookStatus: 'Retrying',
      audiobookStatus: 'NotRequested',
      attemptCount: 2,
    })
    world.chaptarr.holdAuthor(AUTHOR.ines_moor, false)
    await world.advance(6 * MINUTE_MS)
    expect((await chaptarr.send('GET /api/v1/pendingauthorimport/1')).status).toBe(204)
    expect(world.chaptarr.book(BOOK.tidewater)).toMatchObject({ monitored: true })
    const exists = await chaptarr.send('GET /api/v1/pendingauthorimport/author/exists/hc%3A901')
    expect(exists.body).toMatchObject({ exists: true, pending: false })
  })

  it('answers 404 to a caller who does not wait, and merges the calls of those who do', async () => {
    world.chaptarr.holdAuthor(AUTHOR.ines_moor, true)
    const wish = ADD.author
    expect((await chaptarr.send('POST /api/v1/author?queueIfUnavailable=false', wish)).status).toBe(404)
    const first = await chaptarr.send('POST /api/v1/author', wish)
    expect((await chaptarr.send('POST /api/v1/author', wish)).body).toEqual(first.body)
    world.chaptarr.pending.giveUp(1, 'Author no longer exists at the provider')
    const row = await chaptarr.send('GET /api/v1/pendingauthorimport/1')
    expect(row.body).toMatchObject({ overallStatus: 'Failed' })
  })
})

describe('adding on Readarr', () => {
  const author = {
    foreignAuthorId: '5005',
    qualityProfileId: 1,
    metadataProfileId: 1,
    rootFolderPath: '/books',
  }
  const book = { foreignBookId: '77002', monitored: true, author }

  it('requires exactly one monitored edition', async () => {
    expect((await readarr.send('POST /api/v1/book', { ...book, editions: [] })).status).toBe(500)
    const answer = await readarr.send('POST /api/v1/book', { ...book, editions: [{ monitored: true }] })
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { foreignBookId: '77002', added: expect.any(String) },
    ])
    expect(answer.body).not.toHaveProperty('mediaType')
  })

  it('has no pending imports', async () => {
    expect((await readarr.send('GET /api/v1/pendingauthorimport')).status).toBe(404)
    world.readarr.journal.clear()
  })
})

async function listen(walker: Walker, query: string, flags: Record<string, boolean>): Promise<HookReceiver> {
  const hooks = await startHookReceiver()
  const fields = [
    { name: 'url', value: hooks.url },
    { name: 'headers', value: [{ key: 'X-Hook', value: 's3cret' }] },
  ]
  const connection = { name: 'hook', implementation: 'Webhook', fields, ...flags }
  expect((await walker.send(`POST /api/v1/notification${query}`, connection)).status).toBe(201)
  return hooks
}

describe('webhooks', () => {
  it('go to a private address only when forced, carry no headers, and hide their address', async () => {
    const fields = [{ name: 'url', value: 'http://127.0.0.1:9/hook' }]
    const quiet = { name: 'quiet', implementation: 'Webhook', fields }
    expect((await chaptarr.send('POST /api/v1/notification', quiet)).status).toBe(400)
    expect((await readarr.send('POST /api/v1/notification', quiet)).status).toBe(201)
    const hooks = await listen(chaptarr, '?forceSave=true', { onGrab: true })
    expect(hooks.received()[0]?.headers).not.toHaveProperty('x-hook')
    expect(hooks.received()[0]?.body).not.toHaveProperty('applicationUrl')
    const saved = asRecord((await chaptarr.send('GET /api/v1/notification/1')).body)
    expect(asList(saved['fields'])[0]).toMatchObject({ name: 'url', value: '********' })
    await hooks.close()
  })

  it('report grabs and imports by the numeric id, and no failures', async () => {
    const flags = { onGrab: true, onReleaseImport: true, onDownloadFailure: true }
    const hooks = await listen(chaptarr, '?forceSave=true', flags)
    const { id } = world.chaptarr.addBook(BOOK.tidewater, { format: 'audiobook' })
    world.chaptarr.failDownload(world.chaptarr.startDownload(id).download_id)
    world.chaptarr.startDownload(id, { duration_ms: MINUTE_MS })
    await world.advance(2 * MINUTE_MS)
    const bodies = hooks.received().map(entry => asRecord(entry.body))
    const counts = ['Grab', 'Download', 'DownloadFailure'].map(
      event => bodies.filter(body => body['eventType'] === event).length,
    )
    expect(counts).toEqual([2, 1, 0])
    const last = asRecord(bodies.find(body => body['eventType'] === 'Download'))
    expect(last['book']).toMatchObject({ id, goodreadsId: 'gr:77002' })
    expect(last['book']).not.toHaveProperty('mediaType')
    await hooks.close()
  })
})

it('lists lean rows, and rows of one format when asked', async () => {
  world.chaptarr.addBook(BOOK.tidewater, { file: true })
  const rows = async (query: string) =>
    asList((await chaptarr.send(`GET /api/v1/book?${query}`)).body).map(asRecord)
  const all = await rows('')
  expect(new Set(all.map(row => row['mediaType']))).toEqual(new Set(['ebook', 'audiobook']))
  expect(all[0]).not.toHaveProperty('author')
  expect((await rows('include=author&mediaType=ebook'))[0]).toHaveProperty('author')
  expect(await rows('monitored=true')).toMatchObject([{ title: 'The Tidewater Ledger', hasFiles: true }])
})
