import type { BookFormat, RequestStatus, UnknownReason } from '@foyer/contract/requests/requests'
import { combineFormats } from '#features/book-status/index.ts'
import { overlay } from '#features/library-status/index.ts'
import type { DeliveryRecord, RequestFormat, RequestRecord } from '#ports/request-record.ts'
import type { Live } from '../dependencies.ts'

type Saved = Pick<RequestRecord, 'decision'>
type SavedDelivery = Pick<DeliveryRecord, 'state' | 'code' | 'format'>

export const BOOK_FORMATS: readonly BookFormat[] = ['ebook', 'audiobook']

export function isOpen({ state }: Pick<DeliveryRecord, 'state'>): boolean {
  return state !== 'complete' && state !== 'cancelled'
}

/**
 * The status from saved rows alone. A completed delivery does not prove that a file exists (1:4.8.8), so never
 * `available`.
 */
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

/** `live` null: the library was not read, which is not a failure and has no reason. */
export function resolveStatus(
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

/** 1/4.6: the response to creating a request gives its decision; the library's progress is a separate status. */
export function receiptStatus({ decision }: Saved, live: Live | null): RequestStatus {
  if (decision === 'pending') return 'pending'
  return live?.known && live.status === 'available' ? 'available' : 'requested'
}

/** The status of a book comes from its requested formats; cancelled ones do not count (C5). */
function bookStatus(
  { decision }: Saved,
  deliveries: readonly SavedDelivery[],
  { formats, lacks }: Extract<Live, { known: true }>,
): RequestStatus {
  const kept = deliveries.filter(one => one.state !== 'cancelled')
  const counted = kept.length > 0 ? kept : deliveries
  return combineFormats(
    counted.flatMap(({ format, state }): RequestStatus[] => {
      if (format === '' || !formats) return []
      if (format === lacks) return [formats[format]]
      return [overlay(formats[format], { decision, states: [state] })]
    }),
  )
}

/** The live status of one format of a book; other media have no formats. */
export function liveOfFormat(live: Live | null, format: BookFormat): Live | null {
  if (!live?.known || !live.formats) return live
  const { formats, lacks = null } = live
  return { known: true, status: formats[format], formats, lacks }
}

/** The reader's relation to the request. */
export interface ReaderView {
  /** The formats this reader requested, those they left included. Null: an admin who requested none. */
  own: ReadonlySet<RequestFormat> | null
  /** Formats this reader requested and no longer waits for: they left (1/4.8), or an admin ended the work. */
  left: ReadonlySet<RequestFormat>
  /** Admins act on every format, everybody else on their own (1:3). */
  manages_all: boolean
}

/**
 * Shared work as one reader sees it: only their own formats count (C2), and those they left do not, whatever becomes
 * of them for others. Whoever left all of them cancelled the request (C5).
 */
export function ownPart<Part extends SavedDelivery>(
  { decision }: Saved,
  deliveries: readonly Part[],
  { own, left }: Pick<ReaderView, 'own' | 'left'>,
): Saved & { deliveries: readonly Part[] } {
  const requested = deliveries.filter(({ format }) => own === null || own.has(format))
  const held = requested.filter(({ format }) => !left.has(format))
  if (held.length > 0 || requested.length === 0) return { decision, deliveries: held }
  return { decision: 'cancelled', deliveries: requested.map(one => ({ ...one, state: 'cancelled' })) }
}

/** Both formats, including those the reader did not request (1/4.6). */
export function bookFormats(
  saved: Saved,
  deliveries: readonly SavedDelivery[],
  reader: Pick<ReaderView, 'own' | 'left'>,
  live: Live | null,
) {
  const of = (format: BookFormat): RequestStatus => {
    const work = deliveries.filter(one => one.format === format)
    const part = ownPart(saved, work, reader)
    const seen = liveOfFormat(live, format)
    if (part.deliveries.length > 0) return resolveStatus(part, part.deliveries, seen).status
    return seen?.known ? seen.status : 'unavailable'
  }
  return { ebook: of('ebook'), audiobook: of('audiobook') }
}
