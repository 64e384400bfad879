import type { BookFormat } from '@foyer/contract/requests/requests'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { TitleEntry } from '#ports/title-entries.ts'
import type { LibraryAnswer, ManagerSelection } from '../manager-selection.ts'
import type { ActionContext } from './action-context.ts'
import type { EntryPorts, RemovableEntry } from './entry-actions.ts'
import type { Managers } from './library-titles.ts'

/** A book or an album by the id of its page. */
export interface WorkScope {
  media_type: 'book' | 'music'
  foreign_id: string
  /** The id that its library has it under, when it is another one. */
  canonical_foreign_id?: string | undefined
}

/** The format is of books only, and null where the library does not tell. */
type WorkEntry = TitleEntry & { format: BookFormat | null }

/** The records of a book or album in a library, found as for its status. Throws when it cannot be read. */
export interface WorkRecords {
  /** `several`: more than one title may be meant. */
  book(
    instance: InstanceRecord,
    foreign_id: string,
  ): Promise<readonly { record_id: number; format: BookFormat | null }[] | 'several'>
  album(instance: InstanceRecord, foreign_id: string): Promise<readonly number[]>
}

/** One entry of it, by its number in one library. */
interface NamedWork extends WorkScope {
  instance_id: string
  record_id: number
}

/** What one library has of a book or album. */
export type FoundWorks = LibraryAnswer<{ works: (WorkEntry & { manager_url: string })[] }>

interface WorkParts {
  selection: ManagerSelection
  inventory: Pick<Inventory, 'connectionOf'>
  managers: Pick<Managers, 'book' | 'music'>
  entries: Pick<EntryPorts, 'book' | 'music'>
  work_records: WorkRecords
}

/** The entries of a book or album in the libraries, and what a removal of one deletes. */
export function createWorkActions(parts: WorkParts) {
  const { selection, inventory, managers, entries, work_records } = parts

  async function recordsBy(media_type: WorkScope['media_type'], instance: InstanceRecord, id: string) {
    if (media_type === 'book') return work_records.book(instance, id)
    const record_ids = await work_records.album(instance, id)
    return record_ids.map(record_id => ({ record_id, format: null }))
  }

  /** The library's own id names one title exactly; that of a page may not be known there. */
  async function recordsIn(scope: WorkScope, instance: InstanceRecord) {
    const { media_type, foreign_id, canonical_foreign_id } = scope
    const own = canonical_foreign_id && (await recordsBy(media_type, instance, canonical_foreign_id))
    return own && own.length > 0 ? own : recordsBy(media_type, instance, foreign_id)
  }

  /** `unclear`: the library may have it, because several of its titles may be meant. */
  async function findIn(
    scope: WorkScope,
    instance: InstanceRecord,
    signal: AbortSignal,
  ): Promise<{ works: WorkEntry[] } | { unclear: string }> {
    const records = await recordsIn(scope, instance)
    if (records === 'several') return { unclear: `Several titles in ${instance.name} may be this book.` }
    const connection = inventory.connectionOf(instance)
    const works: WorkEntry[] = []
    for (const { record_id, format } of records) {
      const entry = await entries[scope.media_type].read(connection, record_id, signal)
      if (entry) works.push({ ...entry, format })
    }
    return { works }
  }

  /** The named entry, which must be one of this book or album: managers number their records by themselves. */
  async function findWork(
    { instance_id, record_id, ...scope }: NamedWork,
    { actor, signal }: ActionContext,
  ): Promise<{ instance: InstanceRecord; entry: WorkEntry }> {
    const { media_type } = scope
    const [instance] = await selection.select({ caller: actor, media_type, instance_id })
    if (!instance) throw new Refusal('instance_not_found')
    const found = await findIn(scope, instance, signal)
    if ('unclear' in found) throw new Refusal('conflict', { error: found.unclear })
    const entry = found.works.find(work => work.record_id === record_id)
    if (!entry)
      throw new Refusal('not_found', { error: `${instance.name} does not have this title any more.` })
    return { instance, entry }
  }

  return {
    /** The book or album in every library of its type. */
    async findWorks(scope: WorkScope, { actor, signal }: ActionContext): Promise<FoundWorks[]> {
      const { media_type } = scope
      const answers = await selection.readEach({ caller: actor, media_type, signal }, async manager => ({
        found: await findIn(scope, manager, signal),
        url: manager.url,
      }))
      return answers.map(answer => {
        if (!answer.status_known) return answer
        const { found, url, ...library } = answer
        if ('unclear' in found) return { ...library, status_known: false, error: found.unclear }
        const works = found.works.map(work => ({ ...work, manager_url: `${url}/${work.page}` }))
        return { ...library, works }
      })
    },

    findWork,

    /** What a removal of this entry would delete. */
    async findRemovableWork(named: NamedWork, context: ActionContext): Promise<RemovableEntry> {
      const { instance, entry } = await findWork(named, context)
      const connection = inventory.connectionOf(instance)
      const manager = managers[named.media_type]
      const files = await manager.removableFiles(connection, entry.record_id, context.signal)
      return { instance, entry, files }
    },

    /** Whether the library has this record, whatever it is filed under now. Null: that cannot be read. */
    async hasRecord(
      { media_type, instance_id, record_id }: Omit<NamedWork, 'foreign_id'>,
      { actor, signal }: ActionContext,
    ): Promise<boolean | null> {
      const scope = { caller: actor, media_type, instance_id, signal }
      const [answer] = await selection.readEach(scope, async manager => ({
        entry: await entries[media_type].read(inventory.connectionOf(manager), record_id, signal),
      }))
      return answer?.status_known ? answer.entry !== null : null
    },
  }
}
