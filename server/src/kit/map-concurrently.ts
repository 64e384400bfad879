/** Like `map`, with limited concurrency and in order. The first error ends it: no further calls are started. */
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
