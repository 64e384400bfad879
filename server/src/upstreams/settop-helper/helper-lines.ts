/** 2/4.12: one answer is one line. */
export const MAX_LINE_BYTES = 64 * 1024
/** Far more than the three answers of the longest exchange. */
export const MAX_OUTPUT_BYTES = 256 * 1024

const NEWLINE = 0x0a

/** Splits output into parsed lines. Throws for an overlong line, too much output, broken text and broken JSON. */
export function createLineReader() {
  let rest = Buffer.alloc(0)
  let total = 0

  return function read(chunk: Buffer): unknown[] {
    total += chunk.length
    if (total > MAX_OUTPUT_BYTES) throw new Error('The output is too long.')
    let open = Buffer.concat([rest, chunk])
    const lines: unknown[] = []
    for (let end = open.indexOf(NEWLINE); end !== -1; end = open.indexOf(NEWLINE)) {
      lines.push(parseLine(open.subarray(0, end)))
      open = open.subarray(end + 1)
    }
    assertFits(open)
    rest = open
    return lines
  }
}

function parseLine(bytes: Buffer): unknown {
  assertFits(bytes)
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

function assertFits({ length }: Buffer): void {
  if (length > MAX_LINE_BYTES) throw new Error('The line is too long.')
}
