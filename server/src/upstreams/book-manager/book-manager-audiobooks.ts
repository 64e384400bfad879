import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { AudiobookRecord, AudiobookRecords } from '#ports/audiobook-records.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { BOOK_MANAGER } from './book-manager-product.ts'
import { formatOf, idsOf, WireBook, WireEdition } from './book-wire.ts'

const BookFile = z.object({ bookId: z.int(), path: z.string() })

/** A manager without formats does not say which of its records are audiobooks: their files do. */
const AUDIO_FILE = /\.(aac|aif|aiff|flac|m4a|m4b|m4p|mka|mp3|mp4|oga|ogg|opus|wav|webm|wma)$/i

/** Chaptarr and Readarr. A record in a list has only its main edition, so each is read by itself (chaptarr.md, 7). */
export function createBookManagerAudiobooks(internal: Transport): AudiobookRecords {
  const client = createServarrClient(internal, BOOK_MANAGER)

  async function hasAudio(connection: Connection, record_id: number, signal: AbortSignal): Promise<boolean> {
    const query = { bookId: String(record_id) }
    const files = await client.get(z.array(BookFile), connection, { path: 'bookfile', query, signal })
    return files.some(file => file.bookId === record_id && AUDIO_FILE.test(file.path))
  }

  async function readRecord(
    connection: Connection,
    record_id: number,
    signal: AbortSignal,
  ): Promise<AudiobookRecord[]> {
    const answer = await client.send(connection, {
      path: `book/${record_id}`,
      accept_statuses: [404],
      signal,
    })
    if (answer.status === 404) return []
    const book = answer.json(WireBook)
    if (formatOf(book) === 'ebook' || !(await hasAudio(connection, record_id, signal))) return []
    const query = { bookId: String(record_id) }
    const editions = await client.get(z.array(WireEdition), connection, { path: 'edition', query, signal })
    return [{ ...idsOf({ ...book, editions }), title: book.title ?? '' }]
  }

  return {
    async read(connection, record_ids, signal) {
      const read = await Promise.all(record_ids.map(id => readRecord(connection, id, signal)))
      return read.flat()
    },
  }
}
