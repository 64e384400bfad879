import type { Readable } from 'node:stream'
import { type BodyLimit, limited } from './body.ts'
import { type ByteBudget, FREE_BYTES } from './byte-budget.ts'

/**
 * More than malloc keeps for itself (glibc: 32 MiB): such a piece is mapped separately, costs only the bytes written
 * to it, and returns to the system as a whole. Thousands of small ones would leave holes.
 */
const PIECE_BYTES = 33 * 1024 * 1024
const HEAD_BYTES = 64

/** A complete body held in memory, counted until it is released. */
export interface HeldBody {
  size: number
  /** The first bytes, to detect the content type. */
  head: Buffer
  /** The whole body as one buffer. */
  bytes(): Buffer
  /** The pieces in order; each is freed when the next one is read. Only once, and not after `bytes`. */
  pieces(): Iterable<Buffer>
  /** Must be called. Frees the rest, including pieces returned by `pieces`. */
  release(): void
}

interface HoldOptions {
  limit: BodyLimit
  budget: ByteBudget
  /** Ends waiting for the budget. */
  signal: AbortSignal
  /** The bytes received over the wire so far, for compressed bodies. */
  wireBytes?: (() => number) | undefined
}

/** Reads the whole body, pausing while other reads hold too much. */
export async function holdBody(
  body: Readable,
  { limit, budget, signal, wireBytes }: HoldOptions,
): Promise<HeldBody> {
  const charge = budget.open()
  const store = createPieces()
  try {
    for await (const chunk of limited(body, limit, { wireBytes })) {
      await charge.take(chunk.length, signal)
      store.add(chunk)
    }
  } catch (error) {
    store.free()
    charge.close()
    throw error
  }
  return {
    size: store.size(),
    head: store.head(),
    bytes: store.join,
    pieces: store.take,
    release() {
      store.free()
      charge.close()
    },
  }
}

/** Small bodies are kept as they arrive; larger ones are copied into a few large pieces. */
function createPieces() {
  const head = Buffer.alloc(HEAD_BYTES)
  let size = 0
  let small: Buffer[] = []
  let large: Buffer[] = []
  let used = 0

  function copy(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      let last = large.at(-1)
      if (!last || used === last.length) {
        last = Buffer.allocUnsafeSlow(PIECE_BYTES)
        large.push(last)
        used = 0
      }
      const copied = chunk.copy(last, used, at)
      at += copied
      used += copied
    }
  }

  function free(): void {
    for (const piece of large) freePiece(piece)
    small = []
    large = []
  }

  function all(): Buffer[] {
    return [...small, ...large.map((piece, i) => (i === large.length - 1 ? piece.subarray(0, used) : piece))]
  }

  function* take(): Generator<Buffer> {
    for (const piece of all()) {
      yield piece
      if (large[0]?.buffer === piece.buffer) freePiece(large.shift() ?? piece)
    }
  }

  return {
    size: () => size,
    head: () => head.subarray(0, size),
    add(chunk: Buffer): void {
      if (size < HEAD_BYTES) chunk.copy(head, size)
      size += chunk.length
      if (large.length === 0 && size <= FREE_BYTES) small.push(chunk)
      else copy(chunk)
    },
    join(): Buffer {
      const [only, ...others] = all()
      if (only && others.length === 0 && large.length === 0) return only
      const joined = Buffer.allocUnsafeSlow(size)
      let at = 0
      // Piece by piece, so that a large body never exists twice.
      for (const piece of take()) at += piece.copy(joined, at)
      free()
      return joined
    },
    take,
    free,
  }
}

/** Not left to the garbage collector, which is slow to free external memory. */
function freePiece(piece: Buffer): void {
  // allocUnsafeSlow gives each piece its own ArrayBuffer, never a shared one.
  const memory = piece.buffer as ArrayBuffer
  if (!memory.detached) memory.transfer(0)
}
