import type { WorkLibrary } from '@foyer/contract/work-tools'
import type { LibraryOperations, WorkScope } from '#features/library-operations/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { createToolContext } from './tool-context.ts'
import { presentWorks } from './work-rules.ts'

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
  }
}

export type WorkToolsService = ReturnType<typeof createWorkTools>
