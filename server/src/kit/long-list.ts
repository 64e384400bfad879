import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Ready } from '#kit/ready.ts'

const AT_ONCE = 500
const FIRST_BYTES = 64 * 1024
/** Allows for later items that are longer than the first ones. */
const MARGIN = 1.05

/**
 * `{"<name>":[…],<rest>}`, built item by item directly as the bytes to send: a list of fifty thousand never exists as
 * text or twice, and other requests are served in between. `rest` is placed beside the list.
 */
export async function readyLongList<T>(
  name: string,
  items: readonly T[],
  present: (item: T) => unknown,
  rest: Readonly<Record<string, unknown>> = {},
): Promise<Ready> {
  const others = Object.entries(rest).map(
    ([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`,
  )
  const end = `]${others.join('')}}`
  const text = createTextBuffer()
  text.add(`{${JSON.stringify(name)}:[`)
  let separator = ''
  for (let at = 0; at < items.length; at += AT_ONCE) {
    for (const item of items.slice(at, at + AT_ONCE)) {
      text.add(separator + JSON.stringify(present(item)))
      separator = ','
    }
    // The first items give an estimate of the total length.
    if (at === 0)
      text.reserve((text.length() * items.length * MARGIN) / Math.min(AT_ONCE, items.length) + end.length)
    await nextTurn()
  }
  text.add(end)
  return { bytes: text.bytes(), content_type: 'application/json; charset=utf-8' }
}

/** Collects text as bytes in one growing buffer. */
export function createTextBuffer() {
  let held = Buffer.allocUnsafe(FIRST_BYTES)
  let length = 0

  function reserve(bytes: number): void {
    if (bytes <= held.length) return
    const larger = Buffer.allocUnsafe(Math.ceil(bytes))
    held.copy(larger, 0, 0, length)
    held = larger
  }

  return {
    reserve,
    length: () => length,
    add(text: string): void {
      const needed = length + Buffer.byteLength(text)
      if (needed > held.length) reserve(Math.max(needed, held.length * 1.5))
      length += held.write(text, length)
    },
    bytes: (): Buffer => held.subarray(0, length),
  }
}
