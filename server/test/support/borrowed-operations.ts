import { z } from 'zod'
import { defineTool } from '#features/ai-tools/define-tool.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'

/** A tool that gives a test all operations of a server; real tools offer only some of them. */
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

/** Acts as remediation does: for this person, and without being aborted. */
export function remediationContext(user: { id: number; role: 'admin' | 'user' }) {
  return {
    actor: { user_id: user.id, role: user.role, source: 'remediation' as const, client_name: '' },
    signal: new AbortController().signal,
    confirm: async () => undefined,
    progress: () => undefined,
  }
}
