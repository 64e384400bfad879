/** A value made from what memory holds of others, and whether the same would be made again now. */
export interface Snapshot<T> {
  value: T
  /** Answers at once. False as soon as anything behind the value changed, aged or could not be read. */
  isCurrent(): boolean
}

export function notCurrent(): boolean {
  return false
}

export function allCurrent(parts: readonly Pick<Snapshot<unknown>, 'isCurrent'>[]): () => boolean {
  return () => parts.every(part => part.isCurrent())
}
