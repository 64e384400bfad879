import { z } from 'zod'
import { defineTool } from '#features/ai-tools/define-tool.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'

/** A tool that hands the operations of a whole server to a test, which no tool offers in full. */
export function borrowedOperations() {
  let found: LibraryOperations | undefined
  const borrow = defineTool({
    name: 'borrow_operations',
    title: 'Borrow',
    description: 'For tests.',
    permission: 'library:read',
    hint: 'read',
    input: z.object({}),
    output: z.object({}),
    run: async (_, call) => {
      found = call.operations
      return {}
    },
  })
  const operations = () => {
    if (!found) throw new Error('The tool was not called.')
    return found
  }
  return { borrow, operations }
}

/** How remediation acts: for this person, with nothing to stop it. */
export function remediationContext(user: { id: number; role: 'admin' | 'user' }) {
  return {
    actor: { user_id: user.id, role: user.role, source: 'remediation' as const, client_name: '' },
    signal: new AbortController().signal,
    confirm: async () => undefined,
    progress: () => undefined,
  }
}
