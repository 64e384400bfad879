import type { ActionContext } from '#features/library-operations/index.ts'
import type { Db } from '#db/database.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'

interface Call {
  caller: Caller
  signal: AbortSignal
}

/** How an admin acts in the libraries from the page of a title. */
export function createToolContext(db: Db) {
  async function assertStillAdmin(caller: Caller): Promise<void> {
    await assertStillMay(db, caller, 'admin:*')
  }

  return {
    assertStillAdmin,

    contextOf({ caller, signal }: Call): ActionContext {
      const { user_id, role } = caller
      return {
        actor: { user_id, role, source: 'web', client_name: '' },
        signal,
        confirm: () => assertStillAdmin(caller),
        progress: () => undefined,
      }
    },

    /** Without any library of the type there is nothing to list. */
    async orNone<T>(answers: Promise<T[]>): Promise<T[]> {
      try {
        return await answers
      } catch (error) {
        if (error instanceof Refusal && error.code === 'no_instance') return []
        throw error
      }
    },
  }
}
