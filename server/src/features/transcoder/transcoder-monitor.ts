import type {
  getTranscoderActivity,
  getTranscoderLibraries,
  getTranscoderStats,
} from '@foyer/contract/transcoder'
import type { RouteAnswer } from '@foyer/contract/route'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { assertMay, type Caller, type CurrentCaller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { createTranscoderReads, type TranscoderReadParts, versionOf } from './transcoder-reads.ts'

/** 2:4.11: what the counts do and do not mean. */
export const NOTE =
  'Counts of all libraries together need not add up to the number of files. ' +
  'In a single library, a file can still be listed as Queued while it is being processed or is waiting to be accepted. ' +
  'When nothing is being processed, a library is not necessarily finished.'

/** How often a read is repeated because the instance was edited meanwhile. */
const MAX_READS = 3

export interface TranscoderMonitorParts extends TranscoderReadParts {
  database: Pick<Database, 'read'>
  inventory: Pick<Inventory, 'find' | 'connectionOf'>
  currentCaller: CurrentCaller
}

export function createTranscoderMonitor(parts: TranscoderMonitorParts) {
  const { database, inventory, currentCaller } = parts
  const reads = createTranscoderReads(parts)

  async function find(id: string): Promise<InstanceRecord> {
    const instance = await inventory.find(database.read, id)
    if (!instance) throw new Refusal('instance_not_found')
    if (instance.service_type !== 'transcoder') throw new Refusal('wrong_service_type')
    return instance
  }

  /** CONTRIBUTING rule 3: the caller may have lost the right while the transcoder was answering. */
  async function authoriseAgain(caller: Caller): Promise<void> {
    assertMay(await currentCaller(caller), 'monitoring:read')
  }

  /** An answer, or a failure, counts only if the instance is still the one that was asked. */
  async function read<T>(caller: Caller, id: string, ask: (instance: InstanceRecord) => Promise<T>) {
    for (let round = 0; round < MAX_READS; round++) {
      const instance = await find(id)
      const [outcome] = await Promise.allSettled([ask(instance)])
      await authoriseAgain(caller)
      if (versionOf(await find(id)) !== versionOf(instance)) continue
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }
    throw new Refusal('unavailable')
  }

  /** Null stands for all libraries. An id that came from outside is sent on only if the transcoder has it. */
  async function countsOf(instance: InstanceRecord, library_id: string | null) {
    if (library_id === null) return reads.totals(instance)
    const { value: libraries } = await reads.libraries(instance)
    if (!libraries.some(({ id }) => id === library_id)) {
      throw new Refusal('not_found', { error: 'This library does not exist.' })
    }
    return reads.countsOf(instance, library_id)
  }

  return {
    async activity(caller: Caller, id: string): Promise<RouteAnswer<typeof getTranscoderActivity>> {
      const { observed_at, value: nodes } = await read(caller, id, reads.nodes)
      return { observed_at, nodes }
    },
    async libraries(caller: Caller, id: string): Promise<RouteAnswer<typeof getTranscoderLibraries>> {
      const { observed_at, value: items } = await read(caller, id, reads.libraries)
      return { observed_at, items }
    },
    async stats(
      caller: Caller,
      id: string,
      library_id: string | null,
    ): Promise<RouteAnswer<typeof getTranscoderStats>> {
      const { observed_at, value } = await read(caller, id, instance => countsOf(instance, library_id))
      return { observed_at, library_id, note: NOTE, ...value }
    },
  }
}

export type TranscoderMonitor = ReturnType<typeof createTranscoderMonitor>
