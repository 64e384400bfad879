import type { BookFormat, RequestStatus, UnknownReason } from '@foyer/contract/requests'
import { combineFormats } from '#features/book-status/index.ts'
import { overlay } from '#features/library-status/index.ts'
import type { DeliveryRecord, RequestRecord } from '#ports/request-record.ts'
import type { Live } from '../dependencies.ts'

type Saved = Pick<RequestRecord, 'decision'>
type SavedDelivery = Pick<DeliveryRecord, 'state' | 'code' | 'format'>

export const BOOK_FORMATS: readonly BookFormat[] = ['ebook', 'audiobook']

export function isOpen({ state }: Pick<DeliveryRecord, 'state'>): boolean {
  return state !== 'complete' && state !== 'cancelled'
}

/** What the saved rows alone say. A completed delivery is no proof of a file (1:4.8.8), so never `available`. */
export function savedStatus({ decision }: Saved, deliveries: readonly SavedDelivery[]): RequestStatus {
  if (decision === 'pending') return 'pending'
  if (decision === 'denied') return 'denied'
  const isWanted = deliveries.some(
    one => isOpen(one) || (one.state === 'complete' && one.code !== 'unavailable'),
  )
  return isWanted ? 'requested' : 'unavailable'
}

export interface SavedStatus {
  status: RequestStatus
  status_known: boolean
  status_unknown_reason?: UnknownReason
}

/** `live` null: the library was not asked, which is nobody's failure and has no reason. */
export function standingOf(
  saved: Saved,
  deliveries: readonly SavedDelivery[],
  live: Live | null,
): SavedStatus {
  if (!live) return { status: savedStatus(saved, deliveries), status_known: false }
  if (!live.known) {
    const status = savedStatus(saved, deliveries)
    return { status, status_known: false, status_unknown_reason: live.reason }
  }
  if (live.formats) return { status: bookStatus(saved, deliveries, live), status_known: true }
  const states = deliveries.map(one => one.state)
  return { status: overlay(live.status, { decision: saved.decision, states }), status_known: true }
}

/** 1/4.6: what creating answers is what became of the request; how far the library is with it is its status. */
export function receiptStatus({ decision }: Saved, live: Live | null): RequestStatus {
  if (decision === 'pending') return 'pending'
  return live?.known && live.status === 'available' ? 'available' : 'requested'
}

/** A book is told by the formats that were asked for; what was cancelled says nothing (C5). */
function bookStatus(
  { decision }: Saved,
  deliveries: readonly SavedDelivery[],
  { formats, lacks }: Extract<Live, { known: true }>,
): RequestStatus {
  const kept = deliveries.filter(one => one.state !== 'cancelled')
  const told = kept.length > 0 ? kept : deliveries
  return combineFormats(
    told.flatMap(({ format, state }): RequestStatus[] => {
      if (format === '' || !formats) return []
      if (format === lacks) return [formats[format]]
      return [overlay(formats[format], { decision, states: [state] })]
    }),
  )
}

/** The live word for one format of a book; anything else has no formats to tell apart. */
export function liveOfFormat(live: Live | null, format: BookFormat): Live | null {
  if (!live?.known || !live.formats) return live
  const { formats, lacks = null } = live
  return { known: true, status: formats[format], formats, lacks }
}

/** Both formats, also those that nobody asked for (1/4.6). */
export function bookFormats(saved: Saved, deliveries: readonly SavedDelivery[], live: Live | null) {
  const of = (format: BookFormat): RequestStatus => {
    const own = deliveries.filter(one => one.format === format)
    const seen = liveOfFormat(live, format)
    if (own.length > 0) return standingOf(saved, own, seen).status
    return seen?.known ? seen.status : 'unavailable'
  }
  return { ebook: of('ebook'), audiobook: of('audiobook') }
}
