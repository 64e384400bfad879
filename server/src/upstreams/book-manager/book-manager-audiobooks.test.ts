import { BOOK, garbage, startWorld, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { afterTest } from '#test/engines.ts'
import { createBookManagerAudiobooks } from './book-manager-audiobooks.ts'

const signal = new AbortController().signal

async function open() {
  const world = await startWorld({ products: ['chaptarr', 'readarr'] })
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(async () => {
    await outbound.destroy()
    await world.close()
  })
  const records = createBookManagerAudiobooks(outbound.internal)
  const read = (name: 'chaptarr' | 'readarr', ...ids: number[]) =>
    records.read({ url: world[name].url, api_key: world[name].api_key }, ids, signal)
  return { ...world, read }
}

describe('audiobooks of a book manager (2:4.13.7)', () => {
  it('have audio files, and the ids of all their editions', async () => {
    const { chaptarr, read } = await open()
    const audio = chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', file: true })
    const ebook = chaptarr.addBook(BOOK.tidewater, { format: 'ebook', file: true })
    const found = await read('chaptarr', audio.id, ebook.id, 99_999)
    expect(found).toMatchObject([{ foreign_book_id: `hc:${BOOK.tidewater}`, title: 'The Tidewater Ledger' }])
    expect(found[0]?.asins).toContainEqual(expect.stringMatching(/^B0\d{8}$/))
    chaptarr.deleteFiles(audio.id)
    expect(await read('chaptarr', audio.id)).toEqual([])
  })

  it('are known by their files where the manager has no formats', async () => {
    const { readarr, read } = await open()
    const book = readarr.addBook(BOOK.tidewater, { file: true })
    expect(await read('readarr', book.id)).toEqual([])
    readarr.importFile(book.id, 'MP3')
    expect(await read('readarr', book.id)).toMatchObject([{ title: 'The Tidewater Ledger' }])
  })

  it.each(['GET /api/v1/book/:id', 'GET /api/v1/bookfile', 'GET /api/v1/edition'])(
    'are unknown when %s is not answered',
    async route => {
      const { chaptarr, read } = await open()
      const { id } = chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', file: true })
      for (const fault of [status(500), status(401), garbage()]) {
        chaptarr.faults.next(route, fault)
        await expect(read('chaptarr', id)).rejects.toBeInstanceOf(UpstreamFault)
      }
    },
  )
})
