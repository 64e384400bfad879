const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_RECORD = 0x7b
const CLOSE_RECORD = 0x7d
/** White space, and the three bytes of a byte order mark that some servers send. */
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/** The limit for one record: no real movie record is this large. */
const MAX_ELEMENT_BYTES = 8 * 1024 * 1024

/** The text is not a JSON array, or is incomplete. */
export class InvalidJsonArray extends Error {
  constructor() {
    super('This is not a complete JSON array.')
    this.name = 'InvalidJsonArray'
  }
}

/**
 * Splits a JSON array into its elements while it arrives, so that a library of a hundred thousand records is never
 * held as text; only one element is. Bytes are sufficient, because no byte of a non-ASCII character equals one of
 * these signs.
 */
export function createArraySplitter(
  take: (element: unknown) => void,
  { max_bytes = MAX_ELEMENT_BYTES }: { max_bytes?: number } = {},
) {
  let depth = 0
  let inText = false
  let escaped = false
  let isOver = false
  let count = 0
  let pieces: Buffer[] = []
  let length = 0

  function assertLength(more: number): void {
    length += more
    if (length > max_bytes) throw new InvalidJsonArray()
  }

  function emit(last: Buffer): void {
    assertLength(last.length)
    length = 0
    const text = (pieces.length > 0 ? Buffer.concat([...pieces, last]) : last).toString('utf8')
    pieces = []
    // Nothing between the brackets is an empty array; nothing after a comma is an error.
    if (count === 0 && isOver && text.trim() === '') return
    count += 1
    let element: unknown
    try {
      element = JSON.parse(text)
    } catch {
      // Without the cause: a SyntaxError quotes the text.
      throw new InvalidJsonArray()
    }
    take(element)
  }

  /** Only white space is allowed before and after the array. */
  function outside(byte: number): void {
    if (BLANK.has(byte)) return
    if (isOver || byte !== OPEN_LIST) throw new InvalidJsonArray()
    depth = 1
  }

  /** Skips to the end of a string and returns the position after it. Most of a record is text that is never read. */
  function skipText(chunk: Buffer, from: number): number {
    const start = escaped ? from + 1 : from
    const quote = chunk.indexOf(QUOTE, start)
    const end = quote === -1 ? chunk.length : quote
    let backslashes = 0
    while (end - backslashes > start && chunk[end - backslashes - 1] === BACKSLASH) backslashes += 1
    // An odd number of backslashes escapes the next character.
    escaped = backslashes % 2 === 1 && quote === -1
    if (quote === -1) return chunk.length
    if (backslashes % 2 === 0) inText = false
    return quote + 1
  }

  return {
    write(chunk: Buffer): void {
      let start = 0
      for (let i = 0; i < chunk.length; ) {
        if (inText) {
          i = skipText(chunk, i)
          continue
        }
        const byte = chunk[i] ?? 0
        i += 1
        if (depth === 0) {
          outside(byte)
          start = i
        } else if (byte === QUOTE) inText = true
        else if (byte === OPEN_RECORD || byte === OPEN_LIST) depth += 1
        else if (byte === CLOSE_RECORD || byte === CLOSE_LIST) {
          depth -= 1
          isOver = depth === 0
          if (isOver && byte !== CLOSE_LIST) throw new InvalidJsonArray()
          if (isOver) emit(chunk.subarray(start, i - 1))
        } else if (byte === COMMA && depth === 1) {
          emit(chunk.subarray(start, i - 1))
          start = i
        }
      }
      if (depth === 0) return
      assertLength(chunk.length - start)
      // A copy: the chunk may be freed, or large.
      pieces.push(Buffer.from(chunk.subarray(start)))
    },
    /** Call this after the last chunk. */
    end(): void {
      if (!isOver) throw new InvalidJsonArray()
    },
  }
}
