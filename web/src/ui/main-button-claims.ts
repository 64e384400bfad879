/** Who wants the main button of a page or dialog, the latest last. */
export function createClaims() {
  let claims: readonly string[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly string[]) => {
    claims = next
    for (const listener of listeners) listener()
  }
  return {
    /** Answers how to give it back. */
    add(id: string): () => void {
      set([...claims.filter(one => one !== id), id])
      return () => set(claims.filter(one => one !== id))
    },
    latest: (): string | null => claims.at(-1) ?? null,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
