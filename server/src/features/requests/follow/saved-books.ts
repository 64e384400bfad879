import type { SavedBooks } from '#features/book-status/index.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { DeliveryRecord } from '#ports/request-record.ts'
import { holdings } from './request-history.ts'
import { findRequest } from '../store/request-store.ts'
import { ownPart } from './request-status-rules.ts'
import { canonicalOf, presentOwn, waitsOf } from './response-rules.ts'
import { findSavedBook, listBookOutcomes } from './saved-book-store.ts'
import { ownSubscriptions } from '../store/subscription-store.ts'

/** Saved requests for books, for their status (1:4.6). */
export function createSavedBooks(deliveries: Pick<Deliveries, 'statesOf'>): SavedBooks {
  return {
    async newest(db, user_id, book) {
      const id = await findSavedBook(db, user_id, book)
      const request = id === null ? undefined : await findRequest(db, id)
      if (!request) return undefined
      const own = await ownSubscriptions(db, user_id, [request.id])
      const { reader, formats } = holdings(own, { role: 'user' })
      // Shared work may include formats this person never requested (1:4.8.3).
      const states = ((await deliveries.statesOf(db, [request.id])).get(request.id) ?? []).filter(
        row => row.format !== '' && formats.includes(row.format),
      )
      return {
        request_id: request.id,
        decision: ownPart(request, states, reader).decision,
        title_unverified: request.title_unverified,
        left: reader.left,
        delivery: states.map(row => presentOwn(row, reader)),
        waits: waitsOf(states.filter(row => !reader.left.has(row.format))).book_format_waits ?? {},
        ...canonicalOf(states),
      }
    },
    outcomes: async (db, book) => outcomesOf(await listBookOutcomes(db, book)),
  }
}

/** 1:4.8.6: the records and ids that remain valid when the chosen id changes. */
export function outcomesOf(rows: readonly Pick<DeliveryRecord, 'record_id' | 'canonical_foreign_id'>[]) {
  return {
    record_ids: rows.flatMap(row => row.record_id ?? []),
    canonical_ids: rows.flatMap(row => row.canonical_foreign_id ?? []),
  }
}
