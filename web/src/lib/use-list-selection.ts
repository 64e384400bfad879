import { useState } from 'react'
import { indexOfPosition, type ListPosition, type RowId, stepFrom } from './list-position.ts'

/** The row that keys act on, and the selected rows. Rows that disappear are dropped. */
export function useListSelection<Row>(rows: readonly Row[], idOf: (row: Row) => RowId) {
  const [position, setPosition] = useState<ListPosition>({ id: 0, at: 0 })
  const [picked, setPicked] = useState<ReadonlySet<RowId>>(new Set())
  const ids = rows.map(idOf)
  const current = rows[indexOfPosition(ids, position)]
  const chosen = rows.filter(row => picked.has(idOf(row)))

  function toggle(row: Row) {
    const next = new Set(picked)
    if (!next.delete(idOf(row))) next.add(idOf(row))
    setPicked(next)
  }

  return {
    current,
    chosen,
    /** The rows a key acts on: the selected ones, otherwise the current one. */
    targets: chosen.length > 0 ? chosen : current ? [current] : [],
    move: (by: 1 | -1) => setPosition(stepFrom(ids, position, by)),
    moveTo: (row: Row) => setPosition({ id: idOf(row), at: ids.indexOf(idOf(row)) }),
    toggle,
    selectAll: () => setPicked(new Set(ids)),
    clear: () => setPicked(new Set()),
  }
}
