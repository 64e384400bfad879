import type {
  SearchOutcome,
  TitleRemoval,
  TitleRemovalPreview,
  TitleTools,
} from '@foyer/contract/title-tools'
import type { Database } from '#db/database.ts'
import type { EntryScope, LibraryOperations } from '#features/library-operations/index.ts'
import type { LibraryStatus } from '#features/library-status/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { confirmationOf, isUnderWay, presentPreview, presentRemoval, settledState } from './removal-rules.ts'
import * as store from './removal-store.ts'
import { createToolContext } from './tool-context.ts'

interface TitleToolsParts {
  database: Database
  clock: Clock
  operations: LibraryOperations
  library_status: Pick<LibraryStatus, 'invalidate'>
  currentCaller: CurrentCaller
}

export interface ToolCall {
  caller: Caller
  title: EntryScope
  /** Ends reads when the client leaves. */
  signal: AbortSignal
}

type Removal = { instance_id: string; confirmation: string; delete_files: boolean }

/** What an admin does with a movie or show in the libraries. */
export function createTitleTools(parts: TitleToolsParts) {
  const { database, clock, library_status } = parts
  const { actions } = parts.operations
  const { assertStillAdmin, contextOf, orNone } = createToolContext(parts.currentCaller)

  /** The row exists before the library is told, and one removal of an entry runs at a time. */
  async function begin(
    { caller, title }: ToolCall,
    { instance, entry, files }: Awaited<ReturnType<typeof actions.findRemovable>>,
    delete_files: boolean,
  ): Promise<number> {
    const { id: instance_id, name: instance_name } = instance
    const { record_id, folder } = entry
    return database.withWriteLock('library-removals', async tx => {
      const unfinished = await store.listUnfinished(tx, { instance_id, record_id })
      if (unfinished.some(row => isUnderWay(row, clock.now())))
        throw new Refusal('conflict', { error: 'This title is being removed already.' })
      return store.insertRemoval(tx, {
        ...title,
        instance_id,
        instance_name,
        record_id,
        title: entry.title,
        folder,
        files: JSON.stringify(files.map(({ name, size_bytes }) => ({ name, size_bytes }))),
        delete_files: delete_files ? 1 : 0,
        user_id: caller.user_id,
        state: 'started',
        started_at: iso(clock.now()),
      })
    })
  }

  const end = (id: number, state: TitleRemoval['state']) =>
    database.transaction(tx => store.endRemoval(tx, id, { state, ended_at: iso(clock.now()) }))

  /** The libraries were read for the page anyway, so a removal without an end is settled by what they say. */
  async function settle(
    title: EntryScope,
    answers: Awaited<ReturnType<typeof actions.findEntries>>,
  ): Promise<void> {
    const now = clock.now()
    const seen = answers.flatMap(answer =>
      answer.status_known ? [{ ...answer, record_id: answer.entry?.record_id }] : [],
    )
    const settled = (await store.listRemovals(database.read, title)).flatMap(row => {
      const library = seen.find(one => one.instance_id === row.instance_id)
      const state = settledState(row, library, now)
      return state ? [{ id: row.id, state }] : []
    })
    if (settled.length === 0) return
    await database.withWriteLock('library-removals', async tx => {
      for (const { id, state } of settled) await store.settleRemoval(tx, id, { state, ended_at: iso(now) })
    })
  }

  return {
    async read(call: ToolCall): Promise<TitleTools> {
      const answers = await orNone(actions.findEntries(call.title, contextOf(call)))
      await settle(call.title, answers)
      const removals = await store.listRemovals(database.read, call.title)
      await assertStillAdmin(call.caller)
      return {
        libraries: answers.map(answer => {
          const { instance_id, instance_name } = answer
          if (!answer.status_known)
            return { instance_id, instance_name, status_known: false, error: answer.error }
          const { entry, manager_url } = answer
          return {
            instance_id,
            instance_name,
            status_known: true,
            ...(entry && { entry: { title: entry.title, monitored: entry.monitored, manager_url } }),
          }
        }),
        removals: removals.map(row => presentRemoval(row, clock.now())),
      }
    },

    async search(call: ToolCall, instance_id: string): Promise<SearchOutcome> {
      const { outcome } = await actions.triggerSearch({ ...call.title, instance_id }, contextOf(call))
      return { outcome }
    },

    async preview(call: ToolCall, instance_id: string): Promise<TitleRemovalPreview> {
      const found = await actions.findRemovable({ ...call.title, instance_id }, contextOf(call))
      await assertStillAdmin(call.caller)
      return presentPreview(found)
    },

    async remove(
      call: ToolCall,
      { instance_id, confirmation, delete_files }: Removal,
    ): Promise<TitleRemoval> {
      const context = contextOf(call)
      const found = await actions.findRemovable({ ...call.title, instance_id }, context)
      if (confirmationOf(found) !== confirmation)
        throw new Refusal('conflict', {
          error: `${found.instance.name} changed since the list was made. Nothing was removed; look at the new list.`,
        })
      await assertStillAdmin(call.caller)
      const id = await begin(call, found, delete_files)
      let state: TitleRemoval['state'] = 'failed'
      try {
        const outcome = await actions.removeEntry(call.title.media_type, found, { delete_files }, context)
        state = outcome === 'outcome_unknown' ? 'outcome_unknown' : 'done'
      } finally {
        await end(id, state)
        library_status.invalidate(instance_id)
      }
      return presentRemoval(await store.getRemoval(database.read, id), clock.now())
    },
  }
}

export type TitleToolsService = ReturnType<typeof createTitleTools>
