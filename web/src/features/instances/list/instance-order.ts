export interface Ordered {
  id: string
  sort_order: number
}

export interface OrderChange {
  id: string
  sort_order: number
}

/**
 * The changes that move an instance one position up (-1) or down (1) among its siblings, given in their current
 * order. Positions are renumbered without gaps, so that equal numbers do no harm.
 */
export function moveInstance(siblings: readonly Ordered[], id: string, by: -1 | 1): OrderChange[] {
  const from = siblings.findIndex(one => one.id === id)
  const to = from + by
  const moved = siblings[from]
  if (!moved || to < 0 || to >= siblings.length) return []
  const next = siblings.filter(one => one.id !== id)
  next.splice(to, 0, moved)
  return next
    .map((one, at) => ({ before: one.sort_order, id: one.id, sort_order: at }))
    .filter(({ before, sort_order }) => before !== sort_order)
    .map(({ id, sort_order }) => ({ id, sort_order }))
}
