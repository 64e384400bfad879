import { copyFileSync, existsSync, rmSync } from 'node:fs'

/** A database with its log of changes; the shared index beside them is made anew. */
const PARTS = ['', '-wal']

function copyDatabase(from: string, to: string): void {
  for (const part of PARTS) {
    rmSync(to + part, { force: true })
    if (existsSync(from + part)) copyFileSync(from + part, to + part)
  }
}

/**
 * Death without a process to kill: works on a copy, keeps its files as they lie on the disk in that moment, which is all
 * that a killed process leaves, and lets everything fail that is tried after it. Answers whether it came to that.
 */
export async function stopShort(
  { place, kill_at }: { place: string; kill_at: number },
  work: (parts: { place: string; boundary: () => void; isDead: () => boolean }) => Promise<void>,
): Promise<boolean> {
  const working = `${place}-working`
  copyDatabase(place, working)
  let moments = 0
  const isDead = () => moments >= kill_at
  const boundary = () => {
    moments += 1
    if (moments === kill_at) copyDatabase(working, place)
    if (isDead()) throw new Error('dead since an earlier moment')
  }
  try {
    await work({ place: working, boundary, isDead })
  } catch (error) {
    if (!isDead()) throw error
  }
  if (!isDead()) copyDatabase(working, place)
  return isDead()
}

const REALLY_KILLED_EVERY = 15

/** In every so many moments a process is really killed; an odd number, so that both kinds of two come up. */
export function isReallyKilled(killAt: number): boolean {
  return killAt % REALLY_KILLED_EVERY === 1
}
