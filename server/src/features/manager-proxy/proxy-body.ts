import { setImmediate as nextTurn } from 'node:timers/promises'
import { createArraySplitter, InvalidJsonArray } from '#kit/json-elements.ts'
import { createTextBuffer } from '#kit/long-list.ts'
import { Refusal } from '#kit/refusal.ts'
import type { GatewayBody } from '#ports/manager-gateway.ts'

/**
 * The size limit for JSON that is not a list: it is parsed as a whole, which takes many times its size. A list is split
 * into its elements.
 */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024
/** Other requests are served after each step of this size. */
const STEP_BYTES = 256 * 1024

/** Whether the JSON response is an array. */
export function isList({ head }: GatewayBody): boolean {
  return /^(?:\uFEFF)?\s*\[/.test(head.toString('utf8'))
}

export function parseWhole(body: GatewayBody): unknown {
  if (body.size > MAX_WHOLE_BYTES) throw new Refusal('upstream_failed')
  try {
    return JSON.parse(
      body
        .bytes()
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
  } catch {
    // Without the cause: a SyntaxError quotes the body.
    throw new Refusal('upstream_failed')
  }
}

/**
 * The list with `present` applied to a few elements at a time. Input is released while output is written, so the whole
 * is never held twice, and never as text or as objects.
 */
export async function rewriteList(
  body: GatewayBody,
  present: (elements: readonly unknown[]) => readonly unknown[],
): Promise<Buffer> {
  const text = createTextBuffer()
  text.reserve(body.size)
  let elements: unknown[] = []
  let separator = '['
  const splitter = createArraySplitter(element => elements.push(element))

  async function step(chunk: Buffer): Promise<void> {
    splitter.write(chunk)
    for (const element of present(elements)) {
      text.add(separator + JSON.stringify(element))
      separator = ','
    }
    elements = []
    await nextTurn()
  }

  try {
    for (const piece of body.pieces()) {
      for (let at = 0; at < piece.length; at += STEP_BYTES) await step(piece.subarray(at, at + STEP_BYTES))
    }
    splitter.end()
  } catch (error) {
    throw error instanceof InvalidJsonArray ? new Refusal('upstream_failed') : error
  }
  text.add(separator === '[' ? '[]' : ']')
  return text.bytes()
}
