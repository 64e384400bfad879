import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#kit/durations.ts'
import { closedBy, countDownload, isReadOnceClosed, isSettled, isSilent } from './status-rules.ts'

const NOW = Date.parse('2026-11-15T09:00:00.000Z')
const ago = (hours: number) => new Date(NOW - hours * HOUR_MS).toISOString()

describe('who is notified', () => {
  it('nobody of a detected problem until it is open, everybody of a report', () => {
    expect(isSilent({ source: 'auto', opened_at: null })).toBe(true)
    expect(isSilent({ source: 'auto', opened_at: ago(1) })).toBe(false)
    expect(isSilent({ source: 'user', opened_at: null })).toBe(false)
  })

  const shown = { source: 'auto', opened_at: ago(1), admin_read: 0 } as const
  it.each([
    [
      'what went away before it was shown',
      { ...shown, opened_at: null, admin_read: 1 },
      'resolved',
      'library_state_cleared',
      false,
      true,
    ],
    ['what an admin ended', shown, 'wont_fix', 'admin_completed', false, true],
    ['what an admin dismissed', shown, 'dismissed', 'admin_dismissed', false, true],
    ['what was resolved', shown, 'resolved', 'agent_concluded', true, true],
    ['what was resolved, where admins want to see that', shown, 'resolved', 'agent_concluded', false, false],
    ['what failed', shown, 'failed', 'agent_concluded', true, false],
  ] as const)('%s', (_what, issue, status, resolution_kind, mark, expected) => {
    expect(isReadOnceClosed(issue, { status, resolution_kind }, mark)).toBe(expected)
  })

  it.each([
    ['admin_completed', 'admin'],
    ['reporter_confirmed', 'user'],
    ['agent_concluded', 'agent'],
    ['ai_health_restored', 'system'],
  ] as const)('what ends as %s was ended by: %s', (resolution_kind, author) => {
    expect(closedBy({ resolution_kind })).toBe(author)
  })
})

describe('downloads', () => {
  it('count once each, and are not remembered without end', () => {
    expect(countDownload([], 'a')).toEqual({ counted: ['a'], is_new: true })
    expect(countDownload(['a', 'b'], 'a')).toEqual({ counted: ['a', 'b'], is_new: false })
    expect(countDownload(['a'], null)).toEqual({ counted: ['a'], is_new: false })
    const many = Array.from({ length: 200 }, (_, i) => `d${i}`)
    expect(countDownload(many, 'new').counted).toEqual([...many.slice(1), 'new'])
  })

  const left = { status: 'dismissed', counted_downloads: '["a"]', closed_at: ago(1) } as const
  it.each([
    ['the same download', left, 'a', true],
    ['another download', left, 'b', false],
    ['no download, an hour later', left, null, true],
    ['no download, a day later', { ...left, closed_at: ago(24) }, null, false],
    ['what stays as it is', { ...left, status: 'wont_fix' }, 'a', true],
    ['what was resolved', { ...left, status: 'resolved' }, 'a', false],
  ] as const)('do not report again what an admin settled: %s', (_what, closed, download_id, expected) => {
    expect(isSettled(closed, download_id, NOW)).toBe(expected)
  })
})
