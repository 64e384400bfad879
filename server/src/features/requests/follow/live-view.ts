import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { allCurrent, type Snapshot } from '#kit/snapshot.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Live, LiveReader, Person } from '../dependencies.ts'

/** 1:4.6: a saved request gives no access to a library that the person can no longer see. */
const OUT_OF_REACH: Live = { known: false, reason: 'library_unavailable' }

/** Grants are stored, so only a commit can change the fact that nothing was read. */
const UNSEEN: Snapshot<Live[]> = { value: [], isCurrent: () => true }

export interface SeenRequest {
  /** By request id; every request has one. */
  live: ReadonlyMap<number, Live>
  /** The library's current name, or its name when the request was made. */
  nameOf(request: RequestRecord): string
  /** Whether reading the libraries from memory now would give the same result. */
  isCurrent(): boolean
}

/** Live status for many requests, limited to the libraries this person can see: one read per library. */
export function createLiveView(parts: {
  database: Database
  inventory: Pick<Inventory, 'visibleTo'>
  live: LiveReader
}) {
  const { database, inventory } = parts

  async function visible(person: Person): Promise<Map<string, InstanceRecord>> {
    const instances = await inventory.visibleTo(database.read, person)
    return new Map(instances.map(instance => [instance.id, instance]))
  }

  async function many(person: Person, requests: readonly RequestRecord[]): Promise<SeenRequest> {
    const before = await visible(person)
    const byInstance = Map.groupBy(requests, request => request.instance_id)
    const found = new Map<number, Live>()
    const reads = await Promise.all(
      [...byInstance].map(async ([instance_id, own]) => {
        const instance = before.get(instance_id)
        const seen = instance ? await parts.live.many(instance, own) : UNSEEN
        for (const [i, { id }] of own.entries()) found.set(id, seen.value[i] ?? OUT_OF_REACH)
        return seen
      }),
    )
    // Reading takes time; grants removed in the meantime are respected.
    const now = await visible(person)
    const live = new Map(
      requests.map(({ id, instance_id }) => [
        id,
        now.has(instance_id) ? (found.get(id) ?? OUT_OF_REACH) : OUT_OF_REACH,
      ]),
    )
    return {
      live,
      nameOf: request => now.get(request.instance_id)?.name ?? request.instance_name,
      isCurrent: allCurrent(reads),
    }
  }

  /** A single request, read in full detail. */
  async function one(person: Person, request: RequestRecord): Promise<Live> {
    const instance = (await visible(person)).get(request.instance_id)
    if (!instance) return OUT_OF_REACH
    const seen = await parts.live.one(instance, request)
    return (await visible(person)).has(instance.id) ? seen : OUT_OF_REACH
  }

  return { many, one }
}

export type LiveView = ReturnType<typeof createLiveView>
