import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises'
import { sha256 } from '#kit/crypto.ts'

/** A file that was checked after opening: the bytes read from the handle are those that were checked. */
export interface OpenFile {
  handle: FileHandle
  size: number
  /** Changes with the file and reveals nothing about it. */
  etag: string
}

/** Does not follow a link in the last segment, and does not block on a pipe. Missing flags count as none. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The file does not exist; every other error means that the disk cannot be read. */
const NOT_THERE = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ELOOP',
  'EMLINK',
  'EACCES',
  'EPERM',
  'ENAMETOOLONG',
  'ENXIO',
  'ENODEV',
  'EINVAL',
])

function isNotThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NOT_THERE.has(String(error.code))
}

/** Returns absence as null, for the calls below. */
async function orNull<T>(pending: Promise<T>): Promise<T | null> {
  try {
    return await pending
  } catch (error) {
    if (isNotThere(error)) return null
    throw error
  }
}

/**
 * The current path of the opened file. On Linux it comes from the kernel for the handle itself, so that swapped links
 * are not trusted; elsewhere the path is resolved and must lead to the same file.
 */
async function placeOf(handle: FileHandle, path: string): Promise<string | null> {
  return (await orNull(readlink(`/proc/self/fd/${handle.fd}`))) ?? orNull(realpath(path))
}

async function isBeneath(place: string, roots: readonly string[]): Promise<boolean> {
  const real = await Promise.all(roots.map(root => orNull(realpath(root))))
  return real.some(root => root !== null && place.startsWith(`${root}/`))
}

async function verified(handle: FileHandle, path: string, roots: readonly string[]) {
  const opened = await handle.stat({ bigint: true })
  if (!opened.isFile()) return null
  const place = await placeOf(handle, path)
  if (place === null || !(await isBeneath(place, roots))) return null
  const there = await orNull(stat(place, { bigint: true }))
  if (!there || there.dev !== opened.dev || there.ino !== opened.ino) return null
  const { ino, size, mtimeNs } = opened
  return { handle, size: Number(size), etag: `"${sha256(`${ino} ${size} ${mtimeNs}`).slice(0, 24)}"` }
}

/**
 * 1:4.13 rule 2: opened first, then verified. Null: not a regular file beneath a root, for example a folder, or something
 * reached through a link out of the roots. Links are resolved before opening, so that one that leads out opens nothing,
 * not even a device; one that is put in place afterwards is not followed. The caller must close the handle.
 */
export async function openMediaFile(path: string, roots: readonly string[]): Promise<OpenFile | null> {
  const real = await orNull(realpath(path))
  if (real === null || !(await isBeneath(real, roots))) return null
  const handle = await orNull(open(real, FLAGS))
  if (!handle) return null
  let file: OpenFile | null = null
  try {
    file = await verified(handle, real, roots)
    return file
  } finally {
    if (!file) await handle.close()
  }
}
