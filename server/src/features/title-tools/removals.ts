import type { TitleRemoval } from '@foyer/contract/title-tools'
import type { Database } from '#db/database.ts'
import type { ActionContext, LibraryOperations, RemovableEntry } from '#features/library-operations/index.ts'
import type { LibraryStatus } from '#features/library-status/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import {
  confirmationOf,
  type EntriesNow,
  filesText,
  isOpen,
  isRemovalOf,
  isUnderWay,
  presentRemoval,
  type RemovedTitle,
  rowKeyOf,
  settledState,
} from './removal-rules.ts'
import * as store from './removal-store.ts'

export interface RemovalParts {
  database: Database
  clock: Clock
  operations: LibraryOperations
  library_status: Pick<LibraryStatus, 'invalidate'>
}

/** What an admin confirmed of a preview. */
export interface RemovalChoice {
  confirmation: string
  delete_files: boolean
}

const SHOWN = 5
/** The removals of all books, or of all albums, among which those of one are looked for. */
const WORKS_SEARCHED = 500

/** Removals from libraries: each has a row before the library is told, until its end is known. */
export function createRemovals({ database, clock, operations, library_status }: RemovalParts) {
  const { actions } = operations

  async function rowsOf(title: RemovedTitle): Promise<store.RemovalRow[]> {
    const limit = 'tmdb_id' in title ? SHOWN : WORKS_SEARCHED
    const rows = await store.listRemovals(database.read, { ...rowKeyOf(title), limit })
    return rows.filter(row => isRemovalOf(title, row)).slice(0, SHOWN)
  }

  /** The row exists before the library is told, and one removal of an entry runs at a time. */
  async function begin(
    title: RemovedTitle,
    found: RemovableEntry,
    { user_id, delete_files }: { user_id: number; delete_files: boolean },
  ): Promise<number> {
    const { id: instance_id, name: instance_name } = found.instance
    const { record_id, folder } = found.entry
    return database.withWriteLock('library-removals', async tx => {
      const unfinished = await store.listUnfinished(tx, { instance_id, record_id })
      if (unfinished.some(row => isUnderWay(row, clock.now())))
        throw new Refusal('conflict', { error: 'This title is being removed already.' })
      return store.insertRemoval(tx, {
        ...rowKeyOf(title),
        instance_id,
        instance_name,
        record_id,
        title: found.entry.title,
        folder,
        files: filesText(title, found),
        delete_files: delete_files ? 1 : 0,
        user_id,
        state: 'started',
        started_at: iso(clock.now()),
      })
    })
  }

  const end = (id: number, state: TitleRemoval['state']) =>
    database.transaction(tx => store.endRemoval(tx, id, { state, ended_at: iso(clock.now()) }))

  return {
    /** The latest, newest first. */
    async list(title: RemovedTitle): Promise<TitleRemoval[]> {
      return (await rowsOf(title)).map(row => presentRemoval(row, clock.now()))
    },

    /** Those of unknown outcome. */
    async open(title: RemovedTitle): Promise<store.RemovalRow[]> {
      return (await rowsOf(title)).filter(row => isOpen(row, clock.now()))
    },

    /** A removal of unknown outcome is settled by what the libraries have now. */
    async settle(title: RemovedTitle, seen: readonly EntriesNow[]): Promise<void> {
      const now = clock.now()
      const settled = (await rowsOf(title)).flatMap(row => {
        const library = seen.find(one => one.instance_id === row.instance_id)
        const state = settledState(row, library, now)
        return state ? [{ id: row.id, state }] : []
      })
      if (settled.length === 0) return
      await database.withWriteLock('library-removals', async tx => {
        for (const { id, state } of settled) await store.settleRemoval(tx, id, { state, ended_at: iso(now) })
      })
    },

    /** Removes what was found, if it is exactly what was confirmed. */
    async carryOut(
      title: RemovedTitle,
      found: RemovableEntry,
      { confirmation, delete_files }: RemovalChoice,
      context: ActionContext,
    ): Promise<TitleRemoval> {
      if (confirmationOf(found) !== confirmation)
        throw new Refusal('conflict', {
          error: `${found.instance.name} changed since the list was made. Nothing was removed; look at the new list.`,
        })
      await context.confirm()
      const id = await begin(title, found, { user_id: context.actor.user_id, delete_files })
      let state: TitleRemoval['state'] = 'failed'
      try {
        const outcome = await actions.removeEntry(title.media_type, found, { delete_files }, context)
        state = outcome === 'outcome_unknown' ? 'outcome_unknown' : 'done'
      } finally {
        await end(id, state)
        library_status.invalidate(found.instance.id)
      }
      return presentRemoval(await store.getRemoval(database.read, id), clock.now())
    },
  }
}
