import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { allCurrent, type Snapshot } from '#kit/snapshot.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Live, LiveReader, Person } from '../dependencies.ts'

/** 1:4.6: what was saved opens no library that is out of reach by now. */
const OUT_OF_REACH: Live = { known: false, reason: 'library_unavailable' }

/** Which libraries a person sees is stored, so only a commit changes that nothing was read. */
const UNSEEN: Snapshot<Live[]> = { value: [], isCurrent: () => true }

export interface SeenRequest {
  /** By request id; every request has one. */
  live: ReadonlyMap<number, Live>
  /** What the library is called now, or was called when it was asked. */
  nameOf(request: RequestRecord): string
  /** Whether the libraries would be read from memory with the same result now. */
  isCurrent(): boolean
}

/** Live status for many requests, as far as this person may look: one read per library. */
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
    // Libraries take their time; what was taken away meanwhile is not told.
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

  /** One request, looked at closely. */
  async function one(person: Person, request: RequestRecord): Promise<Live> {
    const instance = (await visible(person)).get(request.instance_id)
    if (!instance) return OUT_OF_REACH
    const seen = await parts.live.one(instance, request)
    return (await visible(person)).has(instance.id) ? seen : OUT_OF_REACH
  }

  return { many, one }
}

export type LiveView = ReturnType<typeof createLiveView>
