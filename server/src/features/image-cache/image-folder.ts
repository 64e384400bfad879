import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '#kit/clock.ts'
import { openImage, sealImage } from './image-seal-rules.ts'

/** Writing "last used" on every hit would make each read a write. */
const TOUCH_EVERY_MS = 3_600_000
const UNFINISHED = '.part'

interface Held {
  bytes: number
  used_ms: number
}

/**
 * Pictures in a folder, the longest unused going first. What lies there is found again after a restart;
 * nothing else may write to it.
 */
export function createImageFolder({ path, clock }: { path: string; clock: Clock }) {
  /** In order of use, oldest first. */
  const held = new Map<string, Held>()
  let total = 0
  let finding: Promise<void> | undefined
  const nowMs = () => clock.now().getTime()

  function forget(name: string): void {
    total -= held.get(name)?.bytes ?? 0
    held.delete(name)
  }

  function remember(name: string, entry: Held): void {
    forget(name)
    held.set(name, entry)
    total += entry.bytes
  }

  async function discard(name: string): Promise<void> {
    forget(name)
    await rm(join(path, name), { force: true })
  }

  async function find(): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const names = await readdir(path, { recursive: true })
    const found: [string, Held][] = []
    for (const name of names) {
      const file = await stat(join(path, name))
      // A process that ended while writing leaves its part behind.
      if (file.isFile() && name.endsWith(UNFINISHED)) await rm(join(path, name), { force: true })
      else if (file.isFile()) found.push([name, { bytes: file.size, used_ms: file.mtimeMs }])
    }
    for (const [name, entry] of found.toSorted((a, b) => a[1].used_ms - b[1].used_ms)) remember(name, entry)
  }

  function ready(): Promise<void> {
    finding ??= find().catch((error: unknown) => {
      finding = undefined
      throw error
    })
    return finding
  }

  async function use(name: string, { bytes, used_ms }: Held): Promise<void> {
    const now = nowMs()
    const isLongAgo = now - used_ms >= TOUCH_EVERY_MS
    remember(name, { bytes, used_ms: isLongAgo ? now : used_ms })
    if (isLongAgo) await utimes(join(path, name), now / 1000, now / 1000)
  }

  return {
    /** Null: it is not there, or what is there is broken and was thrown away. */
    async read(name: string): Promise<Buffer | null> {
      await ready()
      const entry = held.get(name)
      if (!entry) return null
      try {
        const bytes = openImage(name, await readFile(join(path, name)))
        if (bytes) await use(name, entry)
        else await discard(name)
        return bytes
      } catch (error) {
        if (!isMissing(error)) throw error
        forget(name)
        return null
      }
    },

    /** Whole or not at all: a reader never sees half a file. */
    async write(name: string, bytes: Uint8Array): Promise<void> {
      await ready()
      const part = join(path, `${randomUUID()}${UNFINISHED}`)
      const sealed = sealImage(name, bytes)
      try {
        await mkdir(dirname(join(path, name)), { recursive: true, mode: 0o700 })
        await writeFile(part, sealed, { mode: 0o600 })
        await rename(part, join(path, name))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      remember(name, { bytes: sealed.length, used_ms: nowMs() })
    },

    /** Removes the longest unused until the rest fits. */
    async shrink(max_bytes: number): Promise<void> {
      await ready()
      for (const name of held.keys()) {
        if (total <= max_bytes) return
        await discard(name)
      }
    },

    async usedBytes(): Promise<number> {
      await ready()
      return total
    },
  }
}

export type ImageFolder = ReturnType<typeof createImageFolder>

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
