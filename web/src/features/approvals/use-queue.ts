import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import { useState } from 'react'
import { indexOfPosition, stepFrom } from './queue-position.ts'

/** The row that keys act on, and the selected rows. Rows that disappear are dropped. */
export function useQueue(rows: readonly QueueRow[]) {
  const [position, setPosition] = useState({ id: 0, at: 0 })
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const ids = rows.map(row => row.request_id)
  const current = rows[indexOfPosition(ids, position)]
  const chosen = rows.filter(row => picked.has(row.request_id))

  function toggle(row: QueueRow) {
    const next = new Set(picked)
    if (!next.delete(row.request_id)) next.add(row.request_id)
    setPicked(next)
  }

  return {
    current,
    chosen,
    /** The rows a key acts on: the selected ones, otherwise the current one. */
    targets: chosen.length > 0 ? chosen : current ? [current] : [],
    move: (by: 1 | -1) => setPosition(stepFrom(ids, position, by)),
    moveTo: ({ request_id }: QueueRow) => setPosition({ id: request_id, at: ids.indexOf(request_id) }),
    toggle,
    selectAll: () => setPicked(new Set(ids)),
    clear: () => setPicked(new Set()),
  }
}
