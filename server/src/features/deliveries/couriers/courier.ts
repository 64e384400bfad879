import type { DeliverySentence } from '@foyer/contract/requests/delivery-sentences'
import type { DeliveryCode, RequestStatus } from '@foyer/contract/requests/requests'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { DeliveryRecord, RequestRecord } from '#ports/request-record.ts'

/** One attempt from a courier's view: the request, and the library with its current configuration. */
export interface CourierRun {
  request: RequestRecord
  delivery: DeliveryRecord
  instance: InstanceRecord
  connection: Connection
  now: Date
  /** Stored by an earlier attempt through `begin` or a wait; null: nothing yet. */
  receipt: unknown
  /**
   * 1:4.9.4: must be awaited immediately before the first library mutation, and before any other mutation that an
   * interrupted attempt must recognise by its receipt. Checks the lease and the requester's access once more; if
   * it throws, nothing may be written. `seasons`: the metadata provider's seasons that this mutation is for; the
   * units of the others are not marked.
   */
  begin(receipt?: object, seasons?: readonly number[]): Promise<void>
  /**
   * C57: these of the metadata provider's seasons are complete, and nothing was sent for them. Their units are
   * refunded immediately, however long the others take; a unit whose marker is set stays spent.
   */
  refundSeasons(seasons: readonly number[]): Promise<void>
  /** Stores this match for the show; all later attempts and status queries use it. */
  adopt(match: TvMatch): Promise<void>
  /** C69: saves the title from the library or its provider if so far only the requester's title is known. */
  learnTitle(title: string): Promise<void>
  signal: AbortSignal
}

/** The result of an attempt (1:3). Messages are sentences that every client knows (3.8, C58). */
export type CourierOutcome =
  /** `unchanged`: everything existed before, so nothing was written (1:4.9.3). */
  | { done: RequestStatus; record_id?: number; canonical_foreign_id?: string; unchanged?: true }
  /** Counts as an attempt; the retry schedule applies. */
  | { retry: DeliveryCode; message: DeliverySentence; after_ms?: number }
  | { attention: DeliveryCode; message: DeliverySentence }
  /** The library is still processing our own write: checked again shortly, and not counted as a failure. */
  | { later: DeliveryCode; message: DeliverySentence; after_ms: number; receipt?: object }
  /** 1:3: `waiting_library`, checked every five minutes and at each webhook; has no time limit. */
  | { wait: 'author_import'; message: DeliverySentence; code?: DeliveryCode; receipt?: object }

/** Delivers one media type to its library. A thrown UpstreamFault is a transient failure. */
export type Courier = (run: CourierRun) => Promise<CourierOutcome>
