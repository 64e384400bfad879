import type { Readable } from 'node:stream'
import { type BodyLimit, limited } from './body.ts'
import { type ByteBudget, FREE_BYTES } from './byte-budget.ts'

/**
 * Above what malloc ever keeps for itself (glibc: 32 MiB): such a piece is mapped on its own, costs only what is
 * written to it, and goes back to the system whole. Thousands of small ones would stay as holes.
 */
const PIECE_BYTES = 33 * 1024 * 1024
const HEAD_BYTES = 64

/** A body that was read and is held in memory, counted until it is released. */
export interface HeldBody {
  size: number
  /** How it begins, for those who have to know what it is. */
  head: Buffer
  /** All of it as one. */
  bytes(): Buffer
  /** One after the other; each is gone when the next one is asked for. Only once, and not after `bytes`. */
  pieces(): Iterable<Buffer>
  /** Must be called. Frees what is left, also of what `pieces` gave. */
  release(): void
}

interface HoldOptions {
  limit: BodyLimit
  budget: ByteBudget
  /** Ends waiting for the budget. */
  signal: AbortSignal
  /** What came over the wire so far; for bodies that arrive compressed. */
  wireBytes?: (() => number) | undefined
}

/** Reads all of it, pausing while other reads hold too much. */
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

/** Small bodies as they came; what is larger is copied together into few large pieces. */
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
      // Piece by piece, so that a large body is never there twice.
      for (const piece of take()) at += piece.copy(joined, at)
      free()
      return joined
    },
    take,
    free,
  }
}

/** Not left to the garbage collector, which does not hurry for memory that is not its own. */
function freePiece(piece: Buffer): void {
  // allocUnsafeSlow gives each piece an ArrayBuffer of its own, never a shared one.
  const memory = piece.buffer as ArrayBuffer
  if (!memory.detached) memory.transfer(0)
}
