/** Whether a delivery's message is the server's sentence for a service that did not answer. */
export function saysNoAnswer(message: string | undefined): boolean {
  return /did not answer( in time)?\.$/.test(message ?? '')
}

/** Codes whose message is always the server's own sentence, never a service's. */
const OWN_SENTENCES: ReadonlySet<string | undefined> = new Set(['author_import'])

/** A message that says more than the translated reason printed beside it, which already covers the server's sentences. */
export function furtherMessage(message: string | undefined, code: string | undefined): string | undefined {
  return message === undefined || saysNoAnswer(message) || OWN_SENTENCES.has(code) ? undefined : message
}
