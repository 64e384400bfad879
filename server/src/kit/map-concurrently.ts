/** Like `map`, with at most so many under way; the order stays. The first that throws ends it: no more are begun. */
export async function mapConcurrently<A, B>(
  items: readonly A[],
  at_once: number,
  run: (item: A) => B | Promise<B>,
): Promise<B[]> {
  const results: B[] = []
  const left = items.entries()
  let failed = false
  async function work(): Promise<void> {
    for (const [i, item] of left) {
      if (failed) return
      try {
        results[i] = await run(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(at_once, items.length) }, work))
  return results
}
