import type { QueueRow } from '@foyer/contract/requests/admin-requests'

/** One title in the queue, with everybody's request for it, oldest first. */
export interface QueueGroup {
  /** Stays the same while people's requests come and go. */
  identity: string
  /** The oldest request. */
  first: QueueRow
  rows: readonly QueueRow[]
}

type Identified = Pick<QueueRow, 'request_id' | 'media_type' | 'tmdb_id' | 'foreign_id' | 'catalog_ref'>

/** The medium and the provider's id. A request without an id is like no other. */
export function identityOf({ request_id, media_type, tmdb_id, foreign_id, catalog_ref }: Identified): string {
  if (tmdb_id !== undefined) return `${media_type} tmdb ${tmdb_id}`
  if (catalog_ref) return `${media_type} ${catalog_ref.provider} ${catalog_ref.id}`
  return foreign_id ? `${media_type} foreign ${foreign_id}` : `request ${request_id}`
}

/** The same title requested by several people is one entry, at the place of the oldest request. */
export function groupQueue(rows: readonly QueueRow[]): QueueGroup[] {
  const groups = new Map<string, QueueRow[]>()
  for (const row of rows) {
    const identity = identityOf(row)
    const known = groups.get(identity)
    if (known) known.push(row)
    else groups.set(identity, [row])
  }
  return [...groups].flatMap(([identity, group]) => {
    const [first] = group
    return first ? [{ identity, first, rows: group }] : []
  })
}

export const rowsOf = (groups: readonly QueueGroup[]): QueueRow[] => groups.flatMap(({ rows }) => rows)

/** Whether the same title still waits for somebody else when these are decided. They may have been read earlier. */
export function isPartOfGroup(groups: readonly QueueGroup[], targets: readonly QueueRow[]): boolean {
  const ids = new Set(targets.map(target => target.request_id))
  return groups.some(
    ({ rows }) => rows.some(row => ids.has(row.request_id)) && !rows.every(row => ids.has(row.request_id)),
  )
}
