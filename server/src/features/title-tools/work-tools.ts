import type { SearchOutcome } from '@foyer/contract/title-tools'
import type { WorkLibrary } from '@foyer/contract/work-tools'
import type { LibraryOperations, WorkScope } from '#features/library-operations/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { createToolContext } from './tool-context.ts'
import { presentWorks, searchScope } from './work-rules.ts'

interface WorkToolsParts {
  operations: LibraryOperations
  currentCaller: CurrentCaller
}

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
export function createWorkTools({ operations, currentCaller }: WorkToolsParts) {
  const { actions } = operations
  const { assertStillAdmin, contextOf, orNone } = createToolContext(currentCaller)

  return {
    async read(call: WorkCall): Promise<{ libraries: WorkLibrary[] }> {
      const answers = await orNone(actions.findWorks(call.work, contextOf(call)))
      await assertStillAdmin(call.caller)
      return { libraries: answers.map(presentWorks) }
    },

    async search(call: WorkCall, named: NamedEntry): Promise<SearchOutcome> {
      const context = contextOf(call)
      await actions.findWork({ ...call.work, ...named }, context)
      const { outcome } = await actions.triggerSearch(searchScope(call.work.media_type, named), context)
      return { outcome }
    },
  }
}

export type WorkToolsService = ReturnType<typeof createWorkTools>
