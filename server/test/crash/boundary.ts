/** Counts the moments and dies in the one it was told to, as by a power cut. */
export function createBoundary(killAt: number | null): () => void {
  let count = 0
  return () => {
    count += 1
    if (count === killAt) process.kill(process.pid, 'SIGKILL')
  }
}
