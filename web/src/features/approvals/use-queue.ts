import type { QueueRow } from '@foyer/contract/admin-requests'
import { useState } from 'react'

/** Which line the keys act on, and which lines are chosen together. Lines that went away are forgotten. */
export function useQueue(rows: readonly QueueRow[]) {
  const [at, setAt] = useState(0)
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const here = Math.min(at, rows.length - 1)
  const current = rows[here]
  const chosen = rows.filter(row => picked.has(row.request_id))

  function toggle(row: QueueRow) {
    const next = new Set(picked)
    if (!next.delete(row.request_id)) next.add(row.request_id)
    setPicked(next)
  }

  return {
    current,
    chosen,
    /** What a decision by key is about: the chosen lines, else the current one. */
    subject: chosen.length > 0 ? chosen : current ? [current] : [],
    move: (by: 1 | -1) => setAt(Math.max(0, Math.min(here + by, rows.length - 1))),
    moveTo: (row: QueueRow) => setAt(rows.indexOf(row)),
    toggle,
    chooseAll: () => setPicked(new Set(rows.map(row => row.request_id))),
    clear: () => setPicked(new Set()),
  }
}
