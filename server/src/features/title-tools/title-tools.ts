import type {
  SearchOutcome,
  TitleRemoval,
  TitleRemovalPreview,
  TitleTools,
} from '@foyer/contract/title-tools'
import type { EntryScope } from '#features/library-operations/index.ts'
import type { Caller } from '#kit/caller.ts'
import { presentPreview } from './removal-rules.ts'
import { createRemovals, type RemovalChoice, type RemovalParts } from './removals.ts'
import { createToolContext } from './tool-context.ts'

export interface ToolCall {
  caller: Caller
  title: EntryScope
  /** Ends reads when the client leaves. */
  signal: AbortSignal
}

/** What an admin does with a movie or show in the libraries. */
export function createTitleTools(parts: RemovalParts) {
  const { actions } = parts.operations
  const { assertStillAdmin, contextOf, orNone } = createToolContext(parts.database.read)
  const removals = createRemovals(parts)

  return {
    async read(call: ToolCall): Promise<TitleTools> {
      const answers = await orNone(actions.findEntries(call.title, contextOf(call)))
      // They were read for the page anyway.
      const seen = answers.flatMap(answer =>
        answer.status_known ? [{ ...answer, record_ids: answer.entry ? [answer.entry.record_id] : [] }] : [],
      )
      await removals.settle(call.title, seen)
      const listed = await removals.list(call.title)
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
        removals: listed,
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
      { instance_id, ...choice }: RemovalChoice & { instance_id: string },
    ): Promise<TitleRemoval> {
      const context = contextOf(call)
      const found = await actions.findRemovable({ ...call.title, instance_id }, context)
      return removals.carryOut(call.title, found, choice, context)
    },
  }
}

export type TitleToolsService = ReturnType<typeof createTitleTools>
