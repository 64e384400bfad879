import type { FileHandle } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { Stop } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MediaFileParts } from './media-file-parts.ts'

/** Two of them are all that a transfer holds, however large the file and however slow the client. */
const CHUNK_BYTES = 128 * 1024
/** A client that takes nothing for this long is gone, whatever its connection says. */
const STALLED_MS = 5 * 60_000
/** C68: a transfer ends with its device. Asking this often needs no message that could be lost. */
const RECHECK_MS = 2_000

/** Whoever asked has left, or the server is closing: nobody waits for the rest. */
class Left extends Error {}

export interface Part {
  start: number
  length: number
}

/** Where the bytes go, and the device that asked for them. */
interface Receiver {
  out: Writable
  device_id: string
}

/** Bytes from open files to clients, at the pace of the slower side. */
export function createTransfers({
  clock,
  log,
  currentCaller,
}: Pick<MediaFileParts, 'clock' | 'log' | 'currentCaller'>) {
  const running = new Set<Receiver>()
  let isClosing = false
  let isChecking = false
  let stopChecking: Stop = () => {}

  function add(receiver: Receiver): void {
    if (running.size === 0) stopChecking = clock.every(RECHECK_MS, () => void recheck())
    running.add(receiver)
  }

  function remove(receiver: Receiver): void {
    running.delete(receiver)
    if (running.size === 0) stopChecking()
  }

  async function hasEnded(device_id: string): Promise<boolean> {
    try {
      await currentCaller({ device_id })
      return false
    } catch (error) {
      if (error instanceof Refusal && error.code === 'session_revoked') return true
      throw error
    }
  }

  async function recheck(): Promise<void> {
    if (isChecking) return
    isChecking = true
    try {
      const devices = Map.groupBy(running, ({ device_id }) => device_id)
      for (const [device_id, receivers] of devices) {
        if (await hasEnded(device_id)) for (const { out } of receivers) out.destroy()
      }
    } catch (err) {
      // Storage that cannot be read ends nobody's transfer; the next check will know.
      log.warn({ err }, 'running downloads could not be checked')
    } finally {
      isChecking = false
    }
  }

  return {
    /**
     * Sends a part of a file and ends the answer. Returns when all was handed over or the client left; throws
     * when the file cannot be read to the end. The handle is the caller's to close.
     */
    async send(handle: FileHandle, part: Part, receiver: Receiver): Promise<void> {
      const { out } = receiver
      if (isClosing) out.destroy()
      let hasMoved = true
      const stop = clock.every(STALLED_MS, () => {
        if (!hasMoved) out.destroy()
        hasMoved = false
      })
      add(receiver)
      try {
        await pump(handle, part, out, () => (hasMoved = true))
        out.end()
      } catch (error) {
        if (!(error instanceof Left)) throw error
      } finally {
        remove(receiver)
        stop()
      }
    },
    /** Breaks off what runs and what still comes: clients go on with a range, at the next process. */
    close(): void {
      isClosing = true
      for (const { out } of running) out.destroy()
    },
  }
}

/**
 * Reads into one buffer while the other is written. Neither is touched before its write was confirmed, which a
 * socket does when the bytes have left; a stream that only passes chunks on would hand out bytes that change.
 */
async function pump(handle: FileHandle, { start, length }: Part, out: Writable, moved: () => void) {
  const buffers = [0, 1].map(() => Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, length)))
  const client = createClient(out)
  let position = start
  let left = length
  const read = (turn: number) => {
    // The remainder of a division by two is a place in a pair.
    const buffer = buffers[turn % 2] as Buffer
    return handle.read(buffer, 0, Math.min(buffer.length, left), position)
  }
  try {
    let reading = left > 0 ? read(0) : null
    for (let turn = 1; reading; turn++) {
      const { bytesRead, buffer } = await reading
      if (bytesRead === 0) throw new Error('a file became shorter while it was sent')
      position += bytesRead
      left -= bytesRead
      const writing = client.write(buffer.subarray(0, bytesRead))
      reading = left > 0 ? read(turn) : null
      // Both, also when one fails: a buffer that is being read into must not be given up.
      const [written] = await Promise.allSettled([writing, reading])
      if (written.status === 'rejected') throw written.reason
      moved()
    }
  } finally {
    client.release()
  }
}

/** Writes of one answer, each settled when its bytes left or when the client did. */
function createClient(out: Writable) {
  let leave = () => {}
  const onClose = () => leave()
  out.on('close', onClose)
  return {
    write: (bytes: Buffer) =>
      new Promise<void>((resolve, reject) => {
        leave = () => reject(new Left())
        if (out.destroyed) leave()
        else out.write(bytes, error => (error ? leave() : resolve()))
      }),
    release: () => void out.off('close', onClose),
  }
}
