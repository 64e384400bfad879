import { hexOf } from '../kit/ids.ts'
import type { JsonRecord } from '../kit/json.ts'

/** What the provider signed, so that it knows its own work when it comes back. */
export interface IssuedState {
  /** An id that was never given before. */ id(prefix: string): string
  /** Signs a text and remembers it. */
  sign(content: string): string
  /** The text that this signature was given for. */
  signedContent(signature: string): string | undefined
  /** From now on the call can only come back together with the signature. */
  bindCall(call_id: string, signature: string): void
  signatureFor(call_id: string): string | undefined
  /** Keeps an item of an answer, to be named by its id later. */
  store(id: string, item: JsonRecord): void
  stored(id: string): JsonRecord | undefined
}

export function createIssuedState(seed: string): IssuedState {
  const signed = new Map<string, string>()
  const calls = new Map<string, string>()
  const items = new Map<string, JsonRecord>()
  let count = 0
  return {
    id(prefix) {
      count += 1
      return `${prefix}${hexOf(`${seed}:${count}`, 16)}${count}`
    },
    sign(content) {
      count += 1
      const signature = Buffer.from(`signed:${hexOf(`${seed}:signature:${count}`, 24)}:${count}`).toString(
        'base64',
      )
      signed.set(signature, content)
      return signature
    },
    signedContent: signature => signed.get(signature),
    bindCall(call_id, signature) {
      calls.set(call_id, signature)
    },
    signatureFor: call_id => calls.get(call_id),
    store(id, item) {
      items.set(id, item)
    },
    stored: id => items.get(id),
  }
}
