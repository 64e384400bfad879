import type { MediaType } from '@foyer/contract/instance-types'
import type { Role } from '@foyer/contract/permissions'
import type { TvMatch } from '@foyer/contract/tv-match'
import type { Database, Db, Tx } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Events } from '#events/events.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Courier } from './courier.ts'
import type { DeliveryKey } from './delivery-store.ts'

/** What the slice is handed by compose. */
export interface DeliveryParts {
  database: Database
  clock: Clock
  jobs: Jobs
  log: Log
  events: Events
  inventory: Pick<Inventory, 'find' | 'visibleTo' | 'connectionOf'>
  kids: Pick<TitleGate, 'assertAllowed'>
  /** A medium without one stays queued. */
  couriers: Partial<Record<MediaType, Courier>>
  /** Null: it is gone, with whoever asked for it. */
  findRequest(db: Db, id: number): Promise<RequestRecord | null>
  updateRequest(tx: Tx, id: number, change: { match: TvMatch; updated_at: string }): Promise<void>
  findUser(db: Db, id: number): Promise<{ role: Role } | undefined>
  /** Everybody beside the requester who waits for shared book work. */
  subscribersOf(db: Db, request_id: number): Promise<number[]>
  /** 1:4.9.4: the permanent marker on the charges; `seasons` narrows it to those of a show. */
  markBegun(tx: Tx, delivery: DeliveryKey, request: RequestRecord, seasons?: readonly number[]): Promise<void>
  /** 1:4.9.3, C57: units that were there before anything was sent for them are given back. */
  refund(tx: Tx, delivery: DeliveryKey, request: RequestRecord, seasons?: readonly number[]): Promise<void>
  /** C69: the provider's own title of a request that only its requester had named. Never throws. */
  learnTitle(request_id: number, title: string): Promise<void>
  /** Whether the instance answers at all; throws UpstreamFault. */
  probe(instance: InstanceRecord, signal: AbortSignal): Promise<void>
  /** What is kept of the library is out of date. */
  libraryChanged(instance_id: string): void
}
