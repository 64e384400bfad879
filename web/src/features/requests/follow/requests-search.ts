import { type Group, GROUPS } from './timeline.ts'

export interface RequestsSearch {
  show?: Group
  /** The expanded request. */
  open?: number
}

export function readRequestsSearch(search: Record<string, unknown>): RequestsSearch {
  const show = GROUPS.find(one => one === search['show'])
  const open = Number(search['open'])
  return { ...(show && { show }), ...(Number.isInteger(open) && open > 0 && { open }) }
}
