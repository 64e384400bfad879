import type { ActionContext, LibraryAnswer } from '#features/library-operations/index.ts'
import { Refusal } from '#kit/refusal.ts'

/** The server itself looks into the library for the agent; no person has this id. */
export const AGENT = { user_id: 0, role: 'admin' } as const

/** For reads: nothing can be changed with it. */
export function readingContext(signal: AbortSignal): ActionContext {
  return {
    actor: { ...AGENT, source: 'remediation', client_name: '' },
    signal,
    confirm: async () => {
      throw new Error('Nothing may be changed while an action is prepared.')
    },
    progress: () => undefined,
  }
}

/**
 * The answer of the one library that was asked. Unknown is not absent: a library that cannot be read does not count as
 * an answer.
 */
export function onlyAnswer<T extends object>(answers: readonly LibraryAnswer<T>[]): T {
  const [answer] = answers
  if (answer?.status_known) return answer
  throw new Refusal('upstream_failed', { error: answer?.error ?? 'The library could not be read.' })
}
