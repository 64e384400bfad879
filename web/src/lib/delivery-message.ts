/**
 * Whether a delivery's message is the server's sentence for a service that did not answer. Pages print a translated
 * one in its place, so they do not repeat it.
 */
export function saysNoAnswer(message: string | undefined): boolean {
  return /did not answer( in time)?\.$/.test(message ?? '')
}
