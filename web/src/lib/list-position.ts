/** Row ids: unique within a list, whatever they are made of. */
export type RowId = number | string

/** A row by its id and its index: when the row disappears, the row now at that index takes over. */
export interface ListPosition {
  id: RowId
  at: number
}

/** The current index of a position; -1 for an empty list. */
export function indexOfPosition(ids: readonly RowId[], { id, at }: ListPosition): number {
  const found = ids.indexOf(id)
  return found === -1 ? Math.min(Math.max(at, 0), ids.length - 1) : found
}

export function stepFrom(ids: readonly RowId[], position: ListPosition, by: 1 | -1): ListPosition {
  const at = Math.min(Math.max(indexOfPosition(ids, position) + by, 0), ids.length - 1)
  return { id: ids[at] ?? 0, at }
}
