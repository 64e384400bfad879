import { AUTHOR, BOOK, type BookManager, dropAfterCommit, status } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { describe, expect, it } from 'vitest'
import type { Courier } from '#features/deliveries/couriers/courier.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { bookCourier } from '#test/book-courier.ts'
import { buildBookDeliveries, openBookProcess } from '#test/build-book-deliveries.ts'
import { openOutbound } from '#test/delivery-process.ts'

const TIDEWATER = `hc:${BOOK.tidewater}`

const ELSEWHERE = { quality_profile_id: 3, metadata_profile_id: 4, root_folder_path: '/mixed' }

/** An author who is there, with other profiles and another folder than the library has for new books. */
function shelveElsewhere(manager: BookManager): void {
  manager.rootFolders.add('/mixed')
  manager.addAuthor(AUTHOR.ines_moor, { settings: { ebook: ELSEWHERE, audiobook: ELSEWHERE } })
}

describe('a new title', () => {
  it('each format is added by itself, wanted and searched for, with its own profiles and folder (1:4.8.5)', async () => {
    const { manager, book, jobs, outcomesOf, rows } = await buildBookDeliveries()
    const id = await book(TIDEWATER, ['ebook', 'audiobook'])
    await jobs.settle()

    expect(await outcomesOf(id)).toEqual(['complete requested', 'complete requested'])
    expect(manager.book(BOOK.tidewater, 'ebook')).toMatchObject({ monitored: true })
    expect(manager.book(BOOK.tidewater, 'audiobook')).toMatchObject({ monitored: true })
    expect(manager.authors()).toMatchObject([
      {
        hardcover: AUTHOR.ines_moor,
        formats: {
          ebook: { quality_profile_id: 1, metadata_profile_id: 2, root_folder_path: '/books' },
          audiobook: { quality_profile_id: 2, metadata_profile_id: 1, root_folder_path: '/audiobooks' },
        },
      },
    ])
    // Nothing else of the author is wanted.
    expect(manager.books().filter(one => one.monitored)).toHaveLength(2)
    expect((await rows(id)).map(row => row.record_id)).toEqual([
      manager.book(BOOK.tidewater, 'ebook')?.id,
      manager.book(BOOK.tidewater, 'audiobook')?.id,
    ])
    const posts = manager.journal.requests('POST /api/v1/book')
    expect(posts.map(call => call.query.get('mediaType'))).toEqual(['ebook', 'audiobook'])
    const document = openVendorDocument('chaptarr')
    expect(document ? manager.journal.requests('* /api/*').flatMap(document.violations) : []).toEqual([])
  })

  it('1:4.8.5: of an author who is there takes the settings of the library, not those of the author', async () => {
    const { manager, book, jobs, outcomesOf } = await buildBookDeliveries()
    shelveElsewhere(manager)
    for (const { id, hardcover } of manager.books()) if (hardcover === BOOK.tidewater) manager.deleteBook(id)
    const id = await book(TIDEWATER, ['ebook', 'audiobook'])
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['complete requested', 'complete requested'])
    const posts = manager.journal.requests('POST /api/v1/book').map(call => call.body)
    const foreignAuthorId = `hc:${AUTHOR.ines_moor}`
    expect(posts).toMatchObject([
      {
        author: {
          foreignAuthorId,
          ebookQualityProfileId: 1,
          ebookMetadataProfileId: 2,
          ebookRootFolderPath: '/books',
        },
      },
      // By now the title is there, and this is its sibling.
      {
        author: {
          foreignAuthorId,
          audiobookQualityProfileId: 3,
          audiobookMetadataProfileId: 4,
          audiobookRootFolderPath: '/mixed',
        },
      },
    ])
    // chaptarr.md, 5: what the author has is filled where empty, never overwritten.
    expect(manager.authors()[0]?.formats).toEqual({ ebook: ELSEWHERE, audiobook: ELSEWHERE })
  })

  it('C8: a listed id is resolved by the exact provider identity, and the library says under which id', async () => {
    const { manager, book, jobs, outcomesOf, rows } = await buildBookDeliveries()
    const id = await book(`bp:${BOOK.tidewater}`)
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['complete requested'])
    expect(manager.book(BOOK.tidewater)?.monitored).toBe(true)
    expect((await rows(id))[0]).toMatchObject({ canonical_foreign_id: TIDEWATER })
  })

  it('1:4.8.6: a work that the library files under its own id keeps the record and names that id', async () => {
    const { manager, book, jobs, rows } = await buildBookDeliveries()
    const { goodreads } = manager.catalogue.book(BOOK.tidewater) ?? { goodreads: 0 }
    const id = await book(`gr:${goodreads}`)
    await jobs.settle()
    expect((await rows(id))[0]).toMatchObject({
      state: 'complete',
      record_id: manager.book(BOOK.tidewater)?.id,
      canonical_foreign_id: TIDEWATER,
    })
  })

  it('never takes a similar title: an id that leads nowhere needs a person', async () => {
    const { manager, book, jobs, outcomesOf } = await buildBookDeliveries()
    const { title = '' } = manager.catalogue.book(BOOK.tidewater) ?? {}
    const id = await book('hc:999999', ['ebook'], { title, search_term: title })
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['attention metadata_unresolved'])
    expect(manager.books()).toEqual([])
    expect(manager.journal.requests('POST *')).toEqual([])
  })

  it('an add whose answer was lost is found by reading, never repeated (1:3)', async () => {
    const { manager, book, jobs, outcomesOf, clock } = await buildBookDeliveries()
    manager.faults.next('POST /api/v1/book', dropAfterCommit())
    const id = await book(TIDEWATER)
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['retry library_unavailable'])
    clock.advance(MINUTE_MS)
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['complete requested'])
    expect(manager.journal.requests('POST /api/v1/book')).toHaveLength(1)
  })
})

describe('a title that is there', () => {
  it('with its file is complete and costs nothing; wanted already, likewise (1:4.9.3)', async () => {
    const { manager, book, jobs, outcomesOf, database } = await buildBookDeliveries()
    manager.addBook(BOOK.tidewater, { format: 'ebook', file: true })
    manager.addBook(BOOK.standalone, { format: 'ebook', monitored: true })
    const there = await book(TIDEWATER)
    const wanted = await book(`hc:${BOOK.standalone}`)
    await jobs.settle()
    expect(await outcomesOf(there)).toEqual(['complete available'])
    expect(await outcomesOf(wanted)).toEqual(['complete requested'])
    const charges = await database.read.selectFrom('request_charges').selectAll().execute()
    expect(charges.map(one => one.refunded_at !== null)).toEqual([true, true])
    expect(manager.journal.requests('POST *')).toEqual([])
  })

  it('unwanted is switched on and searched for; the sibling stays as it is', async () => {
    const { manager, book, jobs, outcomesOf } = await buildBookDeliveries()
    manager.addAuthor(AUTHOR.ines_moor)
    const id = await book(TIDEWATER)
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['complete requested'])
    expect(manager.book(BOOK.tidewater, 'ebook')?.monitored).toBe(true)
    expect(manager.book(BOOK.tidewater, 'audiobook')?.monitored).toBe(false)
    expect(manager.journal.requests('POST /api/v1/*').map(call => call.body)).toEqual([
      { name: 'BookSearch', bookIds: [manager.book(BOOK.tidewater)?.id] },
    ])
  })

  it('1:4.8.5: a missing sibling format goes with the live settings of the author', async () => {
    const { manager, book, jobs, outcomesOf } = await buildBookDeliveries()
    shelveElsewhere(manager)
    const spoken = manager.book(BOOK.tidewater, 'audiobook')
    manager.deleteBook(spoken?.id ?? 0)
    const id = await book(TIDEWATER, ['audiobook'])
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['complete requested'])
    const [post] = manager.journal.requests('POST /api/v1/book')
    expect(post?.body).toMatchObject({
      foreignBookId: TIDEWATER,
      mediaType: 'audiobook',
      author: {
        foreignAuthorId: `hc:${AUTHOR.ines_moor}`,
        audiobookQualityProfileId: 3,
        audiobookMetadataProfileId: 4,
        audiobookRootFolderPath: '/mixed',
      },
    })
    expect(manager.book(BOOK.tidewater, 'audiobook')?.monitored).toBe(true)
  })

  it('1:4.8.5: where the author has none for that format, the library settles it', async () => {
    const { manager, book, jobs, outcomesOf } = await buildBookDeliveries()
    manager.addAuthor(AUTHOR.ines_moor, { formats: ['ebook'] })
    const id = await book(TIDEWATER, ['audiobook'])
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['complete requested'])
    expect(manager.authors()[0]?.formats.audiobook).toEqual({
      quality_profile_id: 2,
      metadata_profile_id: 1,
      root_folder_path: '/audiobooks',
    })
  })
})

describe('what an admin has to settle', () => {
  it('says what is wrong, and a finished format is not repeated when its sibling is settled (1:3)', async () => {
    const { manager, book, jobs, outcomesOf, rows, deliveries, database } = await buildBookDeliveries()
    manager.rootFolders.remove('/audiobooks')
    const id = await book(TIDEWATER, ['ebook', 'audiobook'])
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['complete requested', 'attention book_configuration'])
    const [, spoken] = await rows(id)
    expect(spoken?.message).toBe(
      'Books has no root folder for audiobooks. Add one in the settings of Chaptarr.',
    )
    manager.rootFolders.add('/audiobooks')
    manager.journal.clear()
    await database.transaction(tx => deliveries.retry(tx, id, ['audiobook']))
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['complete requested', 'complete requested'])
    const posts = manager.journal.requests('POST /api/v1/book')
    expect(posts.map(call => call.query.get('mediaType'))).toEqual(['audiobook'])
  })

  it.each([
    ['an edition that does not exist', 'Edition', 'attention editions_unavailable'],
    ['a profile that went', 'Author.EbookQualityProfileId', 'attention book_configuration'],
    ['an id without a work', 'ForeignBookId', 'attention metadata_unresolved'],
    ['anything else', 'Title', 'attention request_unavailable'],
  ])('a refusal is outcomesOf by its kind: %s', async (_name, propertyName, expected) => {
    const { manager, book, jobs, outcomesOf, rows } = await buildBookDeliveries()
    const failure = { propertyName, errorMessage: 'wrong at http://127.0.0.1/books' }
    manager.faults.next('POST /api/v1/book', status(400, { body: [failure] }))
    const id = await book(TIDEWATER)
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual([expected])
    expect((await rows(id))[0]?.message).not.toMatch(/127\.0\.0\.1|\/books|http/)
  })

  it('a provider conflict is nothing to try again blindly', async () => {
    const { manager, book, jobs, outcomesOf } = await buildBookDeliveries()
    manager.faults.next('POST /api/v1/book', status(409, { body: { error: 'x', candidates: [] } }))
    const id = await book(TIDEWATER)
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['attention import_identity_ambiguous'])
  })

  it('several books of one work need a person; any other failure of the manager is tried again', async () => {
    const { manager, book, jobs, outcomesOf, rows } = await buildBookDeliveries()
    const message = 'Requested work hc:1 resolves to multiple local ebook books.'
    manager.faults.next('POST /api/v1/book', status(500, { body: { message } }), status(500))
    const several = await book(TIDEWATER)
    await jobs.settle()
    expect(await outcomesOf(several)).toEqual(['attention library_identity_unresolved'])
    expect((await rows(several))[0]?.message).not.toContain('hc:1')
    const failed = await book(`hc:${BOOK.standalone}`)
    await jobs.settle()
    expect(await outcomesOf(failed)).toEqual(['retry library_unavailable'])
  })
})

describe('Readarr (C7)', () => {
  it('takes the one format it has, through its own form, and refuses the other', async () => {
    const { manager, book, jobs, outcomesOf, rows } = await buildBookDeliveries('readarr')
    const work = manager.catalogue.book(BOOK.tidewater)
    const id = await book(`${work?.goodreads}`, ['ebook', 'audiobook'])
    await jobs.settle()
    expect(await outcomesOf(id)).toEqual(['complete requested', 'attention book_configuration'])
    expect((await rows(id))[1]?.message).toContain('Readarr')
    expect(manager.books().filter(one => one.monitored)).toHaveLength(1)
    const document = openVendorDocument('readarr')
    expect(document ? manager.journal.requests('* /api/*').flatMap(document.violations) : []).toEqual([])
  })
})

it('1:3: authority is judged again immediately before the write', async () => {
  const { manager, database, clock } = await buildBookDeliveries()
  const { internal } = openOutbound(clock)
  const courier = bookCourier(internal)
  // Taken away when everything was read and the write is next.
  const revoked: Courier = run =>
    courier({
      ...run,
      async begin(receipt) {
        await database.transaction(tx => tx.deleteFrom('instance_grants').execute())
        await run.begin(receipt)
      },
    })
  const { book, jobs, outcomesOf, rows } = openBookProcess(database, clock, { couriers: { book: revoked } })
  const id = await book(TIDEWATER)
  await jobs.settle()
  expect(await outcomesOf(id)).toEqual(['attention access_unavailable'])
  expect((await rows(id))[0]?.began).toBe(0)
  expect(manager.journal.requests('POST *')).toEqual([])
})
