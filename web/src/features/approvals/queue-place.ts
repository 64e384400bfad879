/** A line by its request, and where it stood: when it goes, the one that took its place follows. */
export interface Place {
  id: number
  at: number
}

/** The index that a place means in the list as it is now; -1 for an empty list. */
export function placeIn(ids: readonly number[], { id, at }: Place): number {
  const found = ids.indexOf(id)
  return found === -1 ? Math.min(Math.max(at, 0), ids.length - 1) : found
}

export function stepFrom(ids: readonly number[], place: Place, by: 1 | -1): Place {
  const at = Math.min(Math.max(placeIn(ids, place) + by, 0), ids.length - 1)
  return { id: ids[at] ?? 0, at }
}
