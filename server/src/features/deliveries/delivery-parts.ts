import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Role } from '@foyer/contract/permissions'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Database, Db, Tx } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Events } from '#events/events.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Courier } from './couriers/courier.ts'
import type { DeliveryKey } from './delivery-store.ts'

/** What the slice passes to the modules of this folder. */
export interface DeliveryParts {
  database: Database
  clock: Clock
  jobs: Jobs
  log: Log
  events: Events
  inventory: Pick<Inventory, 'find' | 'visibleTo' | 'connectionOf'>
  kids: Pick<TitleGate, 'assertAllowed'>
  /** Deliveries of a media type without a courier stay queued. */
  couriers: Partial<Record<MediaType, Courier>>
  /** Null: the request was deleted, for example with its owner. */
  findRequest(db: Db, id: number): Promise<RequestRecord | null>
  updateRequest(tx: Tx, id: number, change: { match: TvMatch; updated_at: string }): Promise<void>
  findUser(db: Db, id: number): Promise<{ role: Role } | undefined>
  /** Everybody besides the requester who waits for shared book work. */
  subscribersOf(db: Db, request_id: number): Promise<number[]>
  /** 1:4.9.4: sets the permanent marker on the charges; `seasons` limits it to those seasons of a show. */
  markBegun(tx: Tx, delivery: DeliveryKey, request: RequestRecord, seasons?: readonly number[]): Promise<void>
  /** 1:4.9.3, C57: refunds units of titles that were in the library before anything was sent for them. */
  refund(tx: Tx, delivery: DeliveryKey, request: RequestRecord, seasons?: readonly number[]): Promise<void>
  /** C69: saves the provider's title of a request that so far has only the requester's title. Never throws. */
  learnTitle(request_id: number, title: string): Promise<void>
  /** Resolves if the instance answers at all; throws UpstreamFault. */
  probe(instance: InstanceRecord, signal: AbortSignal): Promise<void>
  /** Drops cached data of the library. */
  libraryChanged(instance_id: string): void
}
