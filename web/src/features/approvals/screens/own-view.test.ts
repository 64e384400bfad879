import type { RequestHistoryRow } from '@foyer/contract/requests/admin-requests'
import { expect, it } from 'vitest'
import { ownView } from './own-view.ts'

const at = (hour: number) => `2026-11-15T1${hour}:00:00.000Z`
const row: RequestHistoryRow = {
  id: 1,
  request_id: 1,
  user_id: 7,
  username: 'uma',
  media_type: 'book',
  book_format: 'both',
  title: 'The Lighthouse',
  requester_count: 2,
  requested_at: at(0),
  status: 'requested',
  decision: 'approved',
  decided_at: at(2),
  decided_by: 'ada',
}

it('tells of a shared book what one person wants, since when and what became of it for them', () => {
  expect(ownView(row)).toEqual(row)
  const part = { requested_at: at(1), book_format: 'ebook', cancelled: false } as const
  expect(ownView({ ...row, own_part: part })).toEqual({
    ...row,
    requested_at: at(1),
    book_format: 'ebook',
  })
  const left = ownView({ ...row, own_part: { ...part, cancelled: true } })
  expect([left.decision, left.decided_at]).toEqual(['cancelled', undefined])
  const later = ownView({ ...row, own_part: { ...part, requested_at: at(3) } })
  expect([later.decision, later.decided_at]).toEqual(['approved', undefined])
})
