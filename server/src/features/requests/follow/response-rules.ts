import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import type { DeliveryState, FormatWait, RequestResponse } from '@foyer/contract/requests/requests'
import { presentDelivery } from '#features/deliveries/index.ts'
import type { DeliveryRecord, RequestRecord } from '#ports/request-record.ts'
import type { Live } from '../dependencies.ts'
import { bookFormats, ownPart, type ReaderView, resolveStatus } from './request-status-rules.ts'

/**
 * A reader who left shared work sees it as cancelled, not the progress for others. Work that is over for everybody
 * keeps its own message: it may have been ended by an admin. A format that only others requested is not theirs to
 * cancel.
 */
export function presentOwn(record: DeliveryRecord, { own, left, manages_all }: ReaderView): DeliveryState {
  const may_manage = manages_all || own?.has(record.format) === true
  const goesOn = record.state !== 'cancelled'
  if (!left.has(record.format) || !goesOn) return presentDelivery(record, may_manage)
  const ended = { state: 'cancelled', code: null, park_reason: null, message: sayDelivery('left') } as const
  return presentDelivery({ ...record, ...ended }, may_manage)
}

/** Why a format is waiting, for display (1/4.6). */
export function waitOf(record: DeliveryRecord): FormatWait | null {
  const { state, message: reason, waiting_since, last_attempt_at } = record
  if (state !== 'waiting_library' || waiting_since === null) return null
  return { reason, waiting_since, ...(last_attempt_at !== null && { last_attempt_at }) }
}

export function waitsOf(deliveries: readonly DeliveryRecord[]): Pick<RequestResponse, 'book_format_waits'> {
  const waits: NonNullable<RequestResponse['book_format_waits']> = {}
  for (const record of deliveries) {
    const wait = waitOf(record)
    if (wait && record.format !== '') waits[record.format] = wait
  }
  return Object.keys(waits).length > 0 ? { book_format_waits: waits } : {}
}

/** C69: the title, and whether it comes only from the requester. */
export function titleOf({ title, title_unverified }: Pick<RequestRecord, 'title' | 'title_unverified'>) {
  return { title, ...(title_unverified && { title_unverified: true as const }) }
}

export function catalogRefOf({ catalog_provider: provider, catalog_id: id }: RequestRecord) {
  return provider !== null && id !== null ? { catalog_ref: { provider, id } } : {}
}

/** The id it is filed under: the library's current one, or the one the delivery found. */
export function canonicalOf(deliveries: readonly DeliveryRecord[], live: Live | null = null) {
  const saved = deliveries.find(one => one.canonical_foreign_id !== null)?.canonical_foreign_id
  const canonical_foreign_id = (live?.known && live.canonical_foreign_id) || saved
  return canonical_foreign_id ? { canonical_foreign_id } : {}
}

/** 1:4.8.8: an existing file takes precedence over a waiting message. */
export function isThere(live: Live | null, { format }: Pick<DeliveryRecord, 'format'>): boolean {
  return format !== '' && live?.known === true && live.formats?.[format] === 'available'
}

/** Everything known about a request. `live` null: the library was not read. */
export interface RequestFacts {
  request: RequestRecord
  deliveries: readonly DeliveryRecord[]
  reader: ReaderView
  live: Live | null
}

export function presentRequest({ request, deliveries, reader, live }: RequestFacts): RequestResponse {
  const { media_type, seasons, match } = request
  const part = ownPart(request, deliveries, reader)
  return {
    success: true,
    request_id: request.id,
    ...resolveStatus(part, part.deliveries, live),
    ...titleOf(request),
    media_type,
    instance_id: request.instance_id,
    ...catalogRefOf(request),
    delivery: deliveries.map(record => presentOwn(record, reader)),
    ...(media_type === 'book' && { book_formats: bookFormats(request, deliveries, reader, live) }),
    ...waitsOf(part.deliveries.filter(record => !isThere(live, record))),
    ...canonicalOf(deliveries, live),
    ...(seasons && { seasons: [...seasons] }),
    ...(match && { match }),
  }
}
