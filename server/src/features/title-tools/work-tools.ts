import type { SearchOutcome, TitleRemoval, TitleRemovalPreview } from '@foyer/contract/title-tools'
import type { WorkTools } from '@foyer/contract/work-tools'
import type { FoundWorks, WorkScope } from '#features/library-operations/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type EntriesNow, presentPreview } from './removal-rules.ts'
import { createRemovals, type RemovalChoice, type RemovalParts } from './removals.ts'
import { createToolContext } from './tool-context.ts'
import { presentWorks, searchScope } from './work-rules.ts'

export interface WorkCall {
  caller: Caller
  work: WorkScope
  /** Ends reads when the client leaves. */
  signal: AbortSignal
}

interface NamedEntry {
  instance_id: string
  record_id: number
}

/** What an admin does with a book or album in the libraries. */
export function createWorkTools(parts: RemovalParts) {
  const { actions } = parts.operations
  const { assertStillAdmin, contextOf, orNone } = createToolContext(parts.database.read)
  const removals = createRemovals(parts)

  /** A record that the ids no longer lead to may be filed under another one: whether it is gone is asked by its number. */
  async function recordsNow(call: WorkCall, answers: readonly FoundWorks[]): Promise<EntriesNow[]> {
    const open = await removals.open(call.work)
    const seen: EntriesNow[] = []
    for (const answer of answers) {
      if (!answer.status_known) continue
      const { instance_id } = answer
      const record_ids = answer.works.map(work => work.record_id)
      const sought = open.filter(
        row => row.instance_id === instance_id && !record_ids.includes(row.record_id),
      )
      let is_readable = true
      for (const { record_id } of sought) {
        const is_there = await actions.hasRecord({ ...call.work, instance_id, record_id }, contextOf(call))
        if (is_there === null) is_readable = false
        if (is_there) record_ids.push(record_id)
      }
      if (is_readable) seen.push({ instance_id, record_ids })
    }
    return seen
  }

  return {
    async read(call: WorkCall): Promise<WorkTools> {
      const answers = await orNone(actions.findWorks(call.work, contextOf(call)))
      await removals.settle(call.work, await recordsNow(call, answers))
      const listed = await removals.list(call.work)
      await assertStillAdmin(call.caller)
      return { libraries: answers.map(presentWorks), removals: listed }
    },

    async search(call: WorkCall, named: NamedEntry): Promise<SearchOutcome> {
      const context = contextOf(call)
      await actions.findWork({ ...call.work, ...named }, context)
      const { outcome } = await actions.triggerSearch(searchScope(call.work.media_type, named), context)
      return { outcome }
    },

    async preview(call: WorkCall, named: NamedEntry): Promise<TitleRemovalPreview> {
      const found = await actions.findRemovableWork({ ...call.work, ...named }, contextOf(call))
      await assertStillAdmin(call.caller)
      return presentPreview(found)
    },

    async remove(call: WorkCall, named: NamedEntry, choice: RemovalChoice): Promise<TitleRemoval> {
      const context = contextOf(call)
      const found = await actions.findRemovableWork({ ...call.work, ...named }, context)
      return removals.carryOut(call.work, found, choice, context)
    },
  }
}

export type WorkToolsService = ReturnType<typeof createWorkTools>
