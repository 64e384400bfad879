const LEAST_BYTES = 1024

/** Collects text as the bytes that are sent, in one place that grows; `expected` is how many there may be. */
export function createTextBuffer(expected: number) {
  let held = Buffer.allocUnsafe(Math.max(LEAST_BYTES, expected))
  let length = 0
  return {
    add(text: string): void {
      const needed = length + Buffer.byteLength(text)
      if (needed > held.length) {
        const larger = Buffer.allocUnsafe(Math.max(needed, Math.ceil(held.length * 1.5)))
        held.copy(larger, 0, 0, length)
        held = larger
      }
      length += held.write(text, length)
    },
    bytes: (): Buffer => held.subarray(0, length),
  }
}
