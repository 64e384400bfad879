import type { DeliveryCode, RequestStatus } from '@foyer/contract/requests'
import type { TvMatch } from '@foyer/contract/tv-match'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { DeliveryRecord, RequestRecord } from '#ports/request-record.ts'

/** One attempt, as a courier sees it: what was asked for, and the library as it is configured now. */
export interface CourierRun {
  request: RequestRecord
  delivery: DeliveryRecord
  instance: InstanceRecord
  connection: Connection
  now: Date
  /** What an earlier attempt left behind by `begin` or a wait; null: nothing yet. */
  receipt: unknown
  /**
   * 1:4.9.4: to be awaited immediately before the first library mutation, and before any other kind of
   * mutation that an interrupted attempt must recognise by its receipt. Checks the lease and the requester's
   * access once more; when it throws, nothing may be written. `seasons`: the metadata provider's seasons that
   * something is sent for; the units of the others are not marked.
   */
  begin(receipt?: object, seasons?: readonly number[]): Promise<void>
  /**
   * C57: these of the metadata provider's seasons are complete, and nothing was sent for them. Their units are given
   * back at once, however long the others take; a unit whose marker is set stays spent.
   */
  refundSeasons(seasons: readonly number[]): Promise<void>
  /** A show goes by this match from now on, in every attempt and for everybody who asks how it stands. */
  adopt(match: TvMatch): Promise<void>
  /** C69: what the library or its provider calls this; kept where only the requester had named it. */
  learnTitle(title: string): Promise<void>
  signal: AbortSignal
}

/** What an attempt came to, in the words of 1:3. Messages are whole sentences for people (3.8). */
export type CourierOutcome =
  /** `unchanged`: everything was there before, so nothing was written (1:4.9.3). */
  | { done: RequestStatus; record_id?: number; canonical_foreign_id?: string; unchanged?: true }
  /** Counted, and tried again by the ladder. */
  | { retry: DeliveryCode; message: string; after_ms?: number }
  | { attention: DeliveryCode; message: string }
  /** The library is busy with our own work: looked at again soon, and not counted as a failure. */
  | { later: DeliveryCode; message: string; after_ms: number; receipt?: object }
  /** 1:3: `waiting_library`, looked at every five minutes and at each webhook; never given up by time. */
  | { wait: 'author_import'; message: string; code?: DeliveryCode; receipt?: object }

/** Brings one medium to its library. An UpstreamFault that it throws is a transient failure. */
export type Courier = (run: CourierRun) => Promise<CourierOutcome>
