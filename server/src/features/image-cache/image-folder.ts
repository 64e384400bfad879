import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '#kit/clock.ts'
import { HOUR_MS } from '#kit/durations.ts'
import { openImage, sealImage } from './image-seal-rules.ts'

/** Updating "last used" on every hit would turn each read into a write. */
const TOUCH_EVERY_MS = HOUR_MS
const UNFINISHED = '.part'

interface CachedFile {
  bytes: number
  used_ms: number
}

/**
 * Pictures in a folder; the least recently used are removed first. Existing files are found again after a restart;
 * nothing else may write to the folder.
 */
export function createImageFolder({ path, clock }: { path: string; clock: Clock }) {
  /** In order of use, oldest first. */
  const files = new Map<string, CachedFile>()
  let total = 0
  let scanning: Promise<void> | undefined
  const nowMs = () => clock.now().getTime()

  function forget(name: string): void {
    total -= files.get(name)?.bytes ?? 0
    files.delete(name)
  }

  function remember(name: string, entry: CachedFile): void {
    forget(name)
    files.set(name, entry)
    total += entry.bytes
  }

  async function discard(name: string): Promise<void> {
    forget(name)
    await rm(join(path, name), { force: true })
  }

  async function scan(): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const names = await readdir(path, { recursive: true })
    const entries: [string, CachedFile][] = []
    for (const name of names) {
      const file = await stat(join(path, name))
      // A process that ended while writing leaves a partial file behind.
      if (file.isFile() && name.endsWith(UNFINISHED)) await rm(join(path, name), { force: true })
      else if (file.isFile()) entries.push([name, { bytes: file.size, used_ms: file.mtimeMs }])
    }
    for (const [name, entry] of entries.toSorted((a, b) => a[1].used_ms - b[1].used_ms)) remember(name, entry)
  }

  function ensureScanned(): Promise<void> {
    scanning ??= scan().catch((error: unknown) => {
      scanning = undefined
      throw error
    })
    return scanning
  }

  async function use(name: string, { bytes, used_ms }: CachedFile): Promise<void> {
    const now = nowMs()
    const isLongAgo = now - used_ms >= TOUCH_EVERY_MS
    remember(name, { bytes, used_ms: isLongAgo ? now : used_ms })
    if (isLongAgo) await utimes(join(path, name), now / 1000, now / 1000)
  }

  return {
    /** Null: there is no such file, or it was damaged and has been removed. */
    async read(name: string): Promise<Buffer | null> {
      await ensureScanned()
      const entry = files.get(name)
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

    /** Atomic: a reader never sees a partial file. */
    async write(name: string, bytes: Uint8Array): Promise<void> {
      await ensureScanned()
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

    /** Removes the least recently used until the rest fits. */
    async shrink(max_bytes: number): Promise<void> {
      await ensureScanned()
      for (const name of files.keys()) {
        if (total <= max_bytes) return
        await discard(name)
      }
    },

    async usedBytes(): Promise<number> {
      await ensureScanned()
      return total
    },
  }
}

export type ImageFolder = ReturnType<typeof createImageFolder>

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
