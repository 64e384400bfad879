/** A value derived from cached data, and whether deriving it again now would give the same. */
export interface Snapshot<T> {
  value: T
  /** Synchronous. False as soon as any source of the value changed, expired or could not be read. */
  isCurrent(): boolean
}

export function notCurrent(): boolean {
  return false
}

export function allCurrent(parts: readonly Pick<Snapshot<unknown>, 'isCurrent'>[]): () => boolean {
  return () => parts.every(part => part.isCurrent())
}
