import { ROLE_FILTERS, type RoleFilter } from '#features/users/list/user-search.ts'

export interface UsersSearch {
  q?: string
  show?: RoleFilter
  /** The invite dialog is open; Back closes it. */
  invite?: true
}

/** The router parses digits as a number. */
const isText = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number'

export function readSearch(search: Record<string, unknown>): UsersSearch {
  const show = ROLE_FILTERS.find(one => one === search['show'])
  return {
    ...(isText(search['q']) ? { q: String(search['q']) } : {}),
    ...(show && show !== 'all' ? { show } : {}),
    ...(search['invite'] ? { invite: true } : {}),
  }
}
