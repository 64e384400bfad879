import type { SimRequest } from '../kit/answer.ts'
import type { JsonRecord } from '../kit/json.ts'
import { DAY_MS } from '../kit/time.ts'

interface Order {
  key: string
  direction: 'ascending' | 'descending'
}

/** servarr-common.md, 3: ten a page by default; beyond the end the last page comes back. */
export function envelope(request: SimRequest, rows: readonly JsonRecord[], usual: Order) {
  const page = Math.max(1, Number(request.query.get('page')) || 1)
  const pageSize = Math.max(1, Number(request.query.get('pageSize')) || 10)
  const asked = request.query.get('sortKey')?.split('.').at(-1)
  const known = asked !== undefined && rows.some(row => asked in row)
  const sortKey = known ? asked : usual.key
  const direction = request.query.get('sortDirection')
  const sortDirection = direction === 'ascending' || direction === 'descending' ? direction : usual.direction
  const sorted = rows.toSorted(
    (a, b) => compare(a[sortKey], b[sortKey]) * (sortDirection === 'ascending' ? 1 : -1),
  )
  const lastPage = Math.max(1, Math.ceil(sorted.length / pageSize))
  const shown = Math.min(page, lastPage)
  return {
    page: shown,
    pageSize,
    sortKey,
    sortDirection,
    totalRecords: sorted.length,
    records: sorted.slice((shown - 1) * pageSize, shown * pageSize),
  }
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const x = typeof a === 'string' ? a : ''
  const y = typeof b === 'string' ? b : ''
  return x < y ? -1 : Number(x > y)
}

/** `includeSeries`: asks for the record a row points to. */
export function includeFlag(record: string): string {
  return `include${record.charAt(0).toUpperCase()}${record.slice(1)}`
}

/** Array parameters repeat the name. */
export function numbersOf(request: SimRequest, name: string): number[] {
  return request.query.getAll(name).map(Number)
}

export function flagOf(request: SimRequest, name: string, otherwise = false): boolean {
  const value = request.query.get(name)
  return value === null ? otherwise : value.toLowerCase() === 'true'
}

/** What a calendar shows: from today for two days when nobody says (radarr.md). */
export function calendarWindow(request: SimRequest, now: number): { start: number; end: number } {
  const today = now - (now % DAY_MS)
  return {
    start: Date.parse(request.query.get('start') ?? '') || today,
    end: Date.parse(request.query.get('end') ?? '') || today + 2 * DAY_MS,
  }
}
