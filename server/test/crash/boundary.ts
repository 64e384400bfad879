/** Counts the moments and dies in the one it was told to, as by a power cut. */
export function createBoundary(killAt: number | null): () => void {
  let count = 0
  return () => {
    count += 1
    if (count === killAt) process.kill(process.pid, 'SIGKILL')
  }
}

/**
 * The same without a process to kill: in that moment `keep` saves what a dead one would leave, and whatever is tried
 * after it fails.
 */
export function createLastMoment(killAt: number, keep: () => void) {
  let count = 0
  return {
    boundary(): void {
      count += 1
      if (count === killAt) keep()
      if (count >= killAt) throw new Error('dead since an earlier moment')
    },
    hasCome: () => count >= killAt,
  }
}
