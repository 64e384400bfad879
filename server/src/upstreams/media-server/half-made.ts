import { UpstreamFault } from '#kit/upstream-fault.ts'

/** Whether a change may have been made: not when the server refused it (4xx) or was never reached. */
export function mayHaveHappened(error: unknown): boolean {
  if (!(error instanceof UpstreamFault)) return true
  if (error.status !== undefined) return error.status < 400 || error.status >= 500
  return error.kind !== 'unreachable'
}

/** Cleans up after a failed creation. When that fails too, an account may be left, which the caller must know. */
export async function discardOrDoubt(clean: () => Promise<boolean>, cause: unknown): Promise<void> {
  const upstream = cause instanceof UpstreamFault ? cause.upstream : 'The media server'
  const is_clean = await clean().catch(() => false)
  if (!is_clean) throw new UpstreamFault({ upstream, kind: 'outcome_unknown', cause })
}
