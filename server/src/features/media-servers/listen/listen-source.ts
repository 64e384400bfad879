import type { BookFormat } from '@foyer/contract/requests/requests'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { within } from '#jobs/within.ts'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import type { WantedAudiobook } from '#ports/audiobook-lookup.ts'
import type { AudiobookRecords } from '#ports/audiobook-records.ts'
import { isSameTarget } from '../target-rules.ts'
import { audioKeys, carriesKey, searchTerms } from './listen-rules.ts'

/** The records of a book in a library, whatever their format. Throws faults. */
export type BookRecordsOf = (
  instance: InstanceRecord,
  foreign_id: string,
) => Promise<readonly { record_id: number; format: BookFormat | null }[]>

export interface ListenSourceParts {
  database: Database
  clock: Clock
  inventory: Pick<Inventory, 'resolve' | 'connectionOf'>
  bookRecords: BookRecordsOf
  audiobook_records: AudiobookRecords
}

const MAX_ID_LENGTH = 256

/** The book manager of a lookup. It proves that there is a recording, and has its identifiers (2:4.13.7). */
export function createListenSource(parts: ListenSourceParts) {
  const { database, clock, inventory, bookRecords, audiobook_records } = parts

  const authorise = (caller: Caller, instance_id: string) =>
    inventory.resolve(database.read, caller, 'book_manager', instance_id)

  async function readRecords(instance: InstanceRecord, foreign_id: string, ms: number) {
    const connection = inventory.connectionOf(instance)
    const found = await bookRecords(instance, foreign_id)
    const ids = found.filter(({ format }) => format !== 'ebook').map(({ record_id }) => record_id)
    return withinBudget({ clock, ms, upstream: 'The book manager' }, signal =>
      audiobook_records.read(connection, ids, signal),
    )
  }

  return {
    /** 403 and 404 as for every book library (0.6); C17: before a missing book is refused. */
    async open(caller: Caller, instance_id: string, foreign_id: string | undefined) {
      const instance = await authorise(caller, instance_id)
      if (!foreign_id || foreign_id.length > MAX_ID_LENGTH) {
        const fields = { foreign_book_id: `Use 1 to ${MAX_ID_LENGTH} characters.` }
        throw new Refusal('validation', { fields })
      }
      return { instance, foreign_id }
    },

    /** The book to look for; null: there is no recording of it. 503 if that is unknown. */
    async read(
      { instance, foreign_id }: { instance: InstanceRecord; foreign_id: string },
      ms: number,
    ): Promise<WantedAudiobook | null> {
      const reading = readRecords(instance, foreign_id, ms).catch((cause: unknown) => {
        throw cause instanceof UpstreamFault ? new Refusal('unavailable', { cause }) : cause
      })
      // Awaited below only if it is in time.
      reading.catch(() => undefined)
      if (!(await within(clock, ms, reading))) throw new Refusal('unavailable')
      const records = await reading
      const [first] = records
      if (!first) return null
      const keys = new Set(records.flatMap(audioKeys))
      return { terms: searchTerms(first.title, [...keys]), isWanted: item => carriesKey(keys, item) }
    },

    /** Checks the current grant before the answer is sent; 503 if the source was reconfigured meanwhile. */
    async assertStill(caller: Caller, before: InstanceRecord): Promise<void> {
      const now = await authorise(caller, before.id)
      if (!isSameTarget(before, now)) throw new Refusal('unavailable')
    },
  }
}
