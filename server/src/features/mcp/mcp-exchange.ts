import type { ToolCaller } from '#features/oauth-server/index.ts'
import type { RequestFacts } from '#kit/caller.ts'
import type { Stop } from '#kit/clock.ts'

/** One authenticated request to `/mcp`. */
export interface McpExchange {
  caller: ToolCaller
  facts: RequestFacts
  /** The head of the request. Its signal fires when the client leaves or its device ends. */
  request: Request
  /** Parsed JSON; undefined for GET. */
  body: unknown
  /** Runs when the response has ended, however it ended. */
  onEnd(run: () => void): void
  /**
   * Counts the request as under way until the returned function is called, even if its client leaves: in the 2025
   * revisions that does not cancel a call.
   */
  beginCall(): Stop
}

/** A web request without its body, which was parsed already. */
export function webRequestOf(
  request: { method: string; url: string; headers: Record<string, string | string[] | undefined> },
  signal: AbortSignal,
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  // A client that takes anything takes both forms of an answer (RFC 9110 §12.5.1); the library looks for their names.
  const accept = headers.get('accept')
  if (accept === null || accept.includes('*/*')) headers.set('accept', 'application/json, text/event-stream')
  // The protocol looks at the method and the headers only.
  return new Request(`http://foyer${request.url}`, { method: request.method, headers, signal })
}
