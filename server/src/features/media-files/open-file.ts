import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises'
import { sha256 } from '#kit/crypto.ts'

/** A file that was looked at after it was opened: what is read from the handle is what was checked. */
export interface OpenFile {
  handle: FileHandle
  size: number
  /** Changes with the file; says nothing about it. */
  etag: string
}

/** No link in the last place, and no waiting for whoever writes into a pipe. Absent flags count as none. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** There is nothing to be had under that name; everything else is a disk that cannot tell. */
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

/** Absence as a value, for the calls below. */
async function orNull<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (isNotThere(error)) return null
    throw error
  }
}

/**
 * Where the opened file lies now. The kernel says it of the handle itself, so that nothing swapped on the way
 * there is believed; elsewhere the path is followed, and what is found must be the same file.
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
 * 1:4.13 rule 2: opened first, verified then. Null: no regular file beneath a root; a link, a folder, something
 * that is reached through a link out of the roots. Whoever gets a file closes its handle.
 */
export async function openMediaFile(path: string, roots: readonly string[]): Promise<OpenFile | null> {
  const handle = await orNull(open(path, FLAGS))
  if (!handle) return null
  let file: OpenFile | null = null
  try {
    file = await verified(handle, path, roots)
    return file
  } finally {
    if (!file) await handle.close()
  }
}
