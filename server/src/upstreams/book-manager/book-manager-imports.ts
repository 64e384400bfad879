import type { BookFormat } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import type { AuthorImport, BookShelf, ImportState } from '#ports/courier-books.ts'
import type { ServarrClient } from '../servarr/servarr-client.ts'

const Text = z.string().nullish()
const Works = z.array(z.string()).nullish()

/** chaptarr.md, 6. Fields that a build lacks are absent. */
const Receipt = z.object({
  overallStatus: Text,
  ebookStatus: Text,
  audiobookStatus: Text,
  ebookBooksToMonitor: Works,
  audiobookBooksToMonitor: Works,
  lastError: Text,
})
const Exists = z.object({
  exists: z.boolean().nullish(),
  pending: z.boolean().nullish(),
  pendingId: z.int().nullish(),
  status: Text,
})

/** Unknown status words count as in progress, so that nothing is given up by mistake. */
function stateOf(status: string, error: string | null | undefined): ImportState {
  switch (status.toLowerCase()) {
    case 'failed':
      return /cancel/i.test(error ?? '') ? 'cancelled' : 'failed'
    case 'succeeded':
    case 'partialsuccess':
    case 'notrequested':
      return 'over'
    default:
      return 'active'
  }
}

/** One format's own status, if there is one. */
function importOf(receipt: z.output<typeof Receipt>, format: BookFormat): AuthorImport {
  const status = receipt[`${format}Status`] ?? receipt.overallStatus ?? ''
  return { state: stateOf(status, receipt.lastError), books: receipt[`${format}BooksToMonitor`] ?? null }
}

export function createAuthorImports(client: ServarrClient): Pick<BookShelf, 'findImport' | 'authorStatus'> {
  return {
    async findImport(connection, pending_id, format, signal) {
      const path = `pendingauthorimport/${pending_id}`
      const answer = await client.send(connection, { path, accept_statuses: [404], signal })
      // A receipt that is gone is usually an empty 204.
      if (answer.status === 404 || answer.status === 204 || answer.bytes().length === 0) return null
      const receipt = answer.json(Receipt.nullable())
      return receipt && importOf(receipt, format)
    },

    async authorStatus(connection, foreign_author_id, signal) {
      const path = `pendingauthorimport/author/exists/${encodeURIComponent(foreign_author_id)}`
      const answer = await client.send(connection, { path, accept_statuses: [400, 404, 409], signal })
      if (answer.status === 404) return { known: 'no_api' }
      if (answer.status === 409) return { known: 'ambiguous' }
      if (answer.status === 400) return { known: 'unusable_id' }
      const { exists, pending, pendingId, status } = answer.json(Exists)
      if (exists) return { known: 'there' }
      if (!pending || !pendingId) return { known: 'neither' }
      return { known: 'pending', pending_id: pendingId, state: stateOf(status ?? '', null) }
    },
  }
}
