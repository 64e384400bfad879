import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { FilePlace, MediaFile, MediaFiles, TitleFile } from '#ports/media-files.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { FileRecord, readListed } from '../servarr/servarr-files.ts'
import { eachRecord } from '../servarr/servarr-stream.ts'
import { eachBookFile } from './book-file-batches.ts'
import { BOOK_MANAGER } from './book-manager-product.ts'
import { hasFile, WireBook } from './book-wire.ts'

const BookFile = z.object({
  ...FileRecord,
  /** 0 for files without a known book. */
  bookId: z.int(),
  mediaType: z.enum(['ebook', 'audiobook']).nullish().catch(null),
})

function fileOf({ id, bookId, path, size }: z.output<typeof BookFile>): MediaFile {
  return { file_id: id, record_id: bookId, path, size_bytes: size }
}

function placed(file: z.output<typeof BookFile>): TitleFile {
  return { ...fileOf(file), ...(file.mediaType && { format: file.mediaType }) }
}

/** Parts of an audiobook are ordered by name: `Part 2` comes before `Part 10`. */
const names = new Intl.Collator('en', { numeric: true })
const byName = (a: TitleFile, b: TitleFile) => names.compare(a.path, b.path) || a.file_id - b.file_id

/** Chaptarr and Readarr, API v1: chaptarr.md, "files". */
export function createBookManagerFiles(internal: Transport): MediaFiles {
  const client = createServarrClient(internal, BOOK_MANAGER)
  return {
    async find(connection, file_id, signal) {
      const call = { path: 'bookfile', ids: 'bookFileIds', file_id, signal }
      const file = await readListed(client, BookFile, connection, call)
      return file && file.bookId > 0 ? fileOf(file) : null
    },
    async ofRecords(connection, record_ids, signal) {
      if (record_ids.length === 0) return []
      const query = { bookId: record_ids.map(String) }
      const files = await client.get(z.array(BookFile), connection, { path: 'bookfile', query, signal })
      return files
        .filter(file => record_ids.includes(file.bookId))
        .map(placed)
        .sort(byName)
    },
    // An author has a folder for each format, and the record names only one: the files show where they are.
    async places(connection, signal) {
      const record_ids: number[] = []
      await eachRecord(internal, BOOK_MANAGER, connection, { path: 'book', signal }, WireBook, book => {
        if (hasFile(book)) record_ids.push(book.id)
      })
      const places: FilePlace[] = []
      await eachBookFile(client, BookFile, connection, { record_ids, signal }, ({ path }) => {
        places.push({ path, files: 1 })
      })
      return places.sort((a, b) => names.compare(a.path, b.path))
    },
  }
}
