import type { QueueRow } from '@foyer/contract/admin-requests'
import { useState } from 'react'
import { placeIn, stepFrom } from './queue-place.ts'

/** Which line the keys act on, and which lines are chosen together. Lines that went away are forgotten. */
export function useQueue(rows: readonly QueueRow[]) {
  const [place, setPlace] = useState({ id: 0, at: 0 })
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const ids = rows.map(row => row.request_id)
  const current = rows[placeIn(ids, place)]
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
    move: (by: 1 | -1) => setPlace(stepFrom(ids, place, by)),
    moveTo: ({ request_id }: QueueRow) => setPlace({ id: request_id, at: ids.indexOf(request_id) }),
    toggle,
    chooseAll: () => setPicked(new Set(ids)),
    clear: () => setPicked(new Set()),
  }
}
