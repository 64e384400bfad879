import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HookReceiver, startHookReceiver } from '../kit/hook-receiver.ts'
import { DAY_MS } from '../kit/time.ts'
import {
  grabAndFail,
  sharedChanges,
  sharedDeletes,
  sharedReads,
  stallFirst,
  webhookConnection,
  X265,
} from '../servarr/manager-walk.ts'
import { openVendorDocument } from '../vendor-documents.ts'
import { createWalker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'
import { AUTHOR, BOOK, bookCatalogue } from './book-catalogue.ts'
import { authorId, bookId } from './book-ids.ts'

let world: World<'chaptarr' | 'readarr'>
let hooks: HookReceiver

beforeAll(async () => {
  world = await startWorld({ products: ['chaptarr', 'readarr'] })
  hooks = await startHookReceiver()
})
afterAll(async () => {
  await hooks.close()
  await world.close()
})

const connection = (name: string) => webhookConnection(hooks.url, name)

const absent = bookCatalogue().author(AUTHOR.absent)
const [firstAbsent] = absent?.books ?? []

describe.each(['chaptarr', 'readarr'] as const)('%s', flavour => {
  const chaptarr = flavour === 'chaptarr'
  const walker = () => createWalker(world[flavour], { 'x-api-key': world[flavour].api_key })
  const settings = chaptarr
    ? { ebookQualityProfileId: 1, ebookMetadataProfileId: 2, ebookRootFolderPath: '/books' }
    : { qualityProfileId: 1, metadataProfileId: 1, rootFolderPath: '/books' }
  const author = {
    foreignAuthorId: absent ? authorId(flavour, absent) : '',
    authorName: absent?.name,
    monitored: true,
    ...settings,
  }

  function prepare() {
    const manager = world[flavour]
    const { id } = manager.addBook(BOOK.tidewater, { file: true })
    manager.addBook(BOOK.series_first, { file: true })
    manager.addBook(BOOK.standalone)
    manager.startDownload(manager.addBook(BOOK.standalone).id, { progress: 0.3 })
    manager.startDownload(id, { progress: 0.1 })
    stallFirst(manager)
    manager.health.raise('IndexerStatusCheck', 'warning', 'Indexers unavailable due to failures: NZBarn')
    return id
  }

  async function walkReads(id: number): Promise<string[]> {
    const from = new Date(world.clock.now() - 9000 * DAY_MS).toISOString()
    const to = new Date(world.clock.now() + 400 * DAY_MS).toISOString()
    const term = chaptarr ? `hc:${BOOK.tidewater}` : '77002'
    const paths = [
      ...sharedReads('/api/v1'),
      '/api/v1/author',
      '/api/v1/author/1',
      '/api/v1/author/lookup?term=moor',
      '/api/v1/book',
      '/api/v1/book?authorId=1',
      `/api/v1/book/${id}`,
      `/api/v1/book/lookup?term=${term}`,
      '/api/v1/book/lookup?term=lamp',
      '/api/v1/search?term=moor',
      `/api/v1/edition?bookId=${id}`,
      `/api/v1/bookfile?bookId=${id}`,
      '/api/v1/bookfile/1',
      '/api/v1/series?authorId=1',
      '/api/v1/queue?page=1&pageSize=20&includeAuthor=true&includeBook=true',
      '/api/v1/queue/details?authorId=1',
      '/api/v1/history?page=1&pageSize=10&includeAuthor=true&includeBook=true&eventType=1',
      `/api/v1/history/author?authorId=1&bookId=${id}&eventType=grabbed`,
      `/api/v1/history/since?date=${from}`,
      `/api/v1/calendar?start=${from}&end=${to}&unmonitored=true&includeAuthor=true`,
      '/api/v1/wanted/missing?monitored=true&includeAuthor=true',
      `/api/v1/release?bookId=${id}`,
      '/api/v1/qualityprofile/1',
      '/api/v1/metadataprofile',
      '/api/v1/metadataprofile/1',
      '/api/v1/mediacover/author/1/poster-250.jpg',
      `/api/v1/mediacover/book/${id}/cover.jpg`,
      '/MediaCover/1/poster.jpg',
      `/MediaCover/Books/${id}/cover-250.jpg`,
      ...(chaptarr ? CHAPTARR_READS : []),
    ]
    return walker().unread(paths)
  }

  async function walkWrites(id: number): Promise<string[]> {
    const { read } = walker()
    const changed = await walker().misses(
      [
        ...(await sharedChanges(walker(), '/api/v1', { connection: connection('one'), profile: 1 })),
        ['PUT /api/v1/author/1?moveFiles=false', await read('/api/v1/author/1')],
        [`PUT /api/v1/book/${id}`, await read(`/api/v1/book/${id}`)],
        ['PUT /api/v1/book/monitor', { bookIds: [id], monitored: true }],
      ],
      202,
    )
    const test = `POST /api/v1/notification/test${chaptarr ? '?forceTest=true' : ''}`
    const done = await walker().misses(
      [[test, connection('two')], ...(await grabAndFail(walker(), '/api/v1', `bookId=${id}`))],
      200,
    )
    return [...changed, ...done]
  }

  async function walkDeletes(id: number): Promise<string[]> {
    return walker().misses(
      [
        ...(await sharedDeletes(walker(), '/api/v1')),
        'DELETE /api/v1/bookfile/1',
        ['DELETE /api/v1/bookfile/bulk', { bookFileIds: [2] }],
        `DELETE /api/v1/book/${id}?deleteFiles=true&addImportListExclusion=false`,
        'DELETE /api/v1/author/1?deleteFiles=true&addImportListExclusion=false',
        'DELETE /api/v1/rootfolder/1',
        'DELETE /api/v1/qualityprofile/3',
        ...(chaptarr ? ['DELETE /api/v1/pendingauthorimport/1'] : []),
      ],
      200,
    )
  }

  it('answers every route in the words of the vendor document', async () => {
    const id = prepare()
    const editions = [{ foreignEditionId: '1', monitored: true }]
    const book = {
      foreignBookId: firstAbsent ? bookId(flavour, firstAbsent) : '',
      monitored: true,
      editions,
      author,
    }
    const other = { ...author, foreignAuthorId: chaptarr ? 'hc:903' : '5019' }
    const forced = chaptarr ? '?forceSave=true' : ''
    const made = [
      ['POST /api/v1/tag', { label: 'Requester-7' }],
      ['POST /api/v1/customformat', { name: 'Retail', specifications: [X265] }],
      [`POST /api/v1/notification${forced}`, connection('one')],
      ['POST /api/v1/command', { name: 'BookSearch', bookIds: [id] }],
      [`POST /api/v1/book${chaptarr ? '?mediaType=ebook' : ''}`, book],
      ['POST /api/v1/author', other],
      ['POST /api/v1/rootfolder', { path: '/more' }],
    ] as const
    world[flavour].deleteAuthor(world[flavour].addAuthor(903).id)
    expect(await walker().misses(made, 201)).toEqual([])
    if (chaptarr) expect(await walkPending()).toEqual([])
    expect(await walkReads(id)).toEqual([])
    expect(await walkWrites(id)).toEqual([])
    expect(await walkDeletes(id)).toEqual([])
    expect(walker().unmet()).toEqual([])
    const document = openVendorDocument(flavour)
    const calls = world[flavour].journal.requests('* /api/*')
    expect(document ? calls.flatMap(document.violations) : []).toEqual([])
  })

  async function walkPending(): Promise<string[]> {
    const ebook = { monitor: true, qualityProfileId: 1, metadataProfileId: 2, rootFolderPath: '/books' }
    return walker().misses(
      [
        [
          'POST /api/v1/pendingauthorimport/author/queue',
          { providerId: 'hc:999999', authorName: 'X', ebook },
        ],
        'POST /api/v1/pendingauthorimport/1/retry',
      ],
      200,
    )
  }
})

const CHAPTARR_READS = [
  '/api/v1/book?mediaType=ebook&monitored=true&include=author,overview',
  '/api/v1/book/paged?offset=0&pageSize=5&mediaType=audiobook',
  '/api/v1/rootfolder?mediaType=ebook',
  '/api/v1/qualityprofile?mediaType=audiobook',
  '/api/v1/metadataprofile?mediaType=ebook',
  '/api/v1/pendingauthorimport',
  '/api/v1/pendingauthorimport/1',
  '/api/v1/pendingauthorimport/author/exists/hc%3A999999',
  '/api/v1/pendingauthorimport/author/exists/hc%3A901',
]
