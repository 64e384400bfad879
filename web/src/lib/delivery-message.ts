/** Whether a delivery's message is the server's sentence for a service that did not answer. */
export function saysNoAnswer(message: string | undefined): boolean {
  return /did not answer( in time)?\.$/.test(message ?? '')
}

/** Codes whose message is always the server's own sentence, never a service's. */
const OWN_SENTENCES: ReadonlySet<string | undefined> = new Set(['author_import'])

/** A message that says more than the reason of its code, which is printed beside it. */
export function furtherMessage(message: string | undefined, code: string | undefined): string | undefined {
  const is_said = OWN_SENTENCES.has(code) || (code === 'service_unavailable' && saysNoAnswer(message))
  return is_said ? undefined : message
}
