import { MANAGER_OF, type MediaType } from '@foyer/contract/instances/instance-types'
import type { RequestResponse } from '@foyer/contract/requests/requests'
import type { Database } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { type Lookup, readIncludeLive, readLookup, type StatusQuery } from './lookup-rules.ts'
import { findOwnAlbum } from './music-store.ts'
import { assertTitle, type OpenedRequest, openRequest } from './request-access.ts'
import type { RequestAnswer } from './request-answer.ts'
import { findByReference } from '../store/request-store.ts'
import { findSavedBook } from './saved-book-store.ts'

export interface DeliveryStatusParts {
  database: Database
  inventory: Pick<Inventory, 'decide'>
  kids: Pick<TitleGate, 'assertAllowed'>
  answer: RequestAnswer
}

/** The status of a saved request, by its id or by its title (1:4.6). */
export function createDeliveryStatus({ database, inventory, kids, answer }: DeliveryStatusParts) {
  const db = database.read

  /** C17: the grant is checked first. Admins may also see requests for a library that is gone. */
  async function assertVisible(caller: Caller, media_type: MediaType, instance_id: string): Promise<void> {
    if (caller.role === 'admin') return
    const found = await inventory.decide(db, caller, MANAGER_OF[media_type], instance_id)
    if (!found.instance) throw new Refusal(found.refusal)
  }

  /** Books and albums are found by any id they are known by: the chosen one, or the library's own (1:4.8.6). */
  async function findByLookup(user_id: number, lookup: Lookup): Promise<number | null> {
    const { media_type, instance_id, by } = lookup
    if (!('foreign_id' in by)) return findByReference(db, user_id, lookup, by)
    const name = { foreign_id: by.foreign_id, instance_id }
    if (media_type === 'book') return findSavedBook(db, user_id, name)
    return (await findOwnAlbum(db, user_id, name))?.id ?? null
  }

  async function find(caller: Caller, query: StatusQuery): Promise<OpenedRequest> {
    if (query.request_id !== undefined) return openRequest(db, caller, query.request_id)
    const read = readLookup(query)
    if ('problems' in read) throw new Refusal('validation', { fields: read.problems })
    const id = await findByLookup(caller.user_id, read.lookup)
    if (id === null) throw new Refusal('not_found')
    return openRequest(db, caller, id)
  }

  return async function deliveryStatus(caller: Caller, query: StatusQuery): Promise<RequestResponse> {
    const { request_id, media_type, instance_id } = query
    if (request_id === undefined && media_type !== undefined && instance_id !== undefined)
      await assertVisible(caller, media_type, instance_id)
    const isLive = readIncludeLive(query.include_live)
    if (isLive === null) throw new Refusal('validation', { fields: { include_live: 'Use true or false.' } })
    const opened = await find(caller, query)
    await assertTitle(kids, caller, opened.request)
    return isLive ? answer.live(caller, opened) : answer.saved(db, opened)
  }
}
