import type { FileHandle } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { Stop } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MediaFileParts } from './media-file-parts.ts'

/** The size of a buffer. A transfer holds two of them, however large the file and slow the client. */
const CHUNK_BYTES = 128 * 1024
/** A client that accepts nothing for this long counts as gone, even if its connection is open. */
const STALLED_MS = 5 * MINUTE_MS
/** C68: a transfer ends with its device. Polling needs no message that could be lost. */
const RECHECK_MS = 2_000

/** The client left, or the server is closing. */
class ClientLeft extends Error {}

export interface Part {
  start: number
  length: number
}

/** The destination of the bytes, and the device that requested them. */
interface Receiver {
  out: Writable
  device_id: string
}

/** Sends bytes from open files to clients, at the speed of the slower side. */
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
      // A failed database read does not end a transfer; the next check decides.
      log.warn({ err }, 'running downloads could not be checked')
    } finally {
      isChecking = false
    }
  }

  return {
    /**
     * Sends part of a file and ends the response. Returns when everything was sent or the client left; throws when the
     * file cannot be read to the end. The caller must close the handle.
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
        if (!(error instanceof ClientLeft)) throw error
      } finally {
        remove(receiver)
        stop()
      }
    },
    /** Ends running and later transfers: clients continue with a range request after the restart. */
    close(): void {
      isClosing = true
      for (const { out } of running) out.destroy()
    },
  }
}

/**
 * Reads into one buffer while the other is written. A buffer is not reused before its write was confirmed, which a
 * socket does when the bytes have left; a stream that merely passes chunks on would expose changing bytes.
 */
async function pump(handle: FileHandle, { start, length }: Part, out: Writable, moved: () => void) {
  const buffers = [0, 1].map(() => Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, length)))
  const client = createClient(out)
  let position = start
  let left = length
  const read = (round: number) => {
    // The remainder modulo two is a valid index of a pair.
    const buffer = buffers[round % 2] as Buffer
    return handle.read(buffer, 0, Math.min(buffer.length, left), position)
  }
  try {
    let reading = left > 0 ? read(0) : null
    for (let round = 1; reading; round++) {
      const { bytesRead, buffer } = await reading
      if (bytesRead === 0) throw new Error('a file became shorter while it was sent')
      position += bytesRead
      left -= bytesRead
      const writing = client.write(buffer.subarray(0, bytesRead))
      reading = left > 0 ? read(round) : null
      // Waits for both even if one fails: a buffer that is being read into must not be released.
      const [written] = await Promise.allSettled([writing, reading])
      if (written.status === 'rejected') throw written.reason
      moved()
    }
  } finally {
    client.release()
  }
}

/** The writes of one response, each settled when its bytes have left or the client has. */
function createClient(out: Writable) {
  let leave = () => {}
  const onClose = () => leave()
  out.on('close', onClose)
  return {
    write: (bytes: Buffer) =>
      new Promise<void>((resolve, reject) => {
        leave = () => reject(new ClientLeft())
        if (out.destroyed) leave()
        else out.write(bytes, error => (error ? leave() : resolve()))
      }),
    release: () => void out.off('close', onClose),
  }
}
