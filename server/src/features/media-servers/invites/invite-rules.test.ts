import { describe, expect, it } from 'vitest'
import { foremost, hasEarlierAddress, isMovable } from './invite-rules.ts'

describe('invites (2:4.13.1)', () => {
  it('move with a new address only where Foyer sent them and manages them', () => {
    const own = { created_by_app: true, manage_access: true, administrator: false }
    expect(isMovable(own)).toBe(true)
    expect(isMovable({ ...own, created_by_app: false })).toBe(false)
    expect(isMovable({ ...own, manage_access: false })).toBe(false)
    expect(isMovable({ ...own, administrator: true })).toBe(false)
  })

  it('are known to have an address that was replaced, in any case', () => {
    const own = { created_by_app: true, manage_access: true, administrator: false }
    const share = { ...own, remote_user_id: 'old@example.org' }
    expect(hasEarlierAddress(share, 'new@example.org')).toBe(true)
    expect(hasEarlierAddress(share, 'Old@Example.org')).toBe(false)
    expect(hasEarlierAddress(share, '')).toBe(false)
    expect(hasEarlierAddress({ ...share, created_by_app: false }, 'new@example.org')).toBe(false)
  })

  it('on several servers are reported as one state, what can be used first', () => {
    expect(foremost([])).toBe('')
    expect(foremost(['unlinked', 'claimed', 'failed'])).toBe('failed')
    expect(foremost(['failed', 'adopted'])).toBe('adopted')
    expect(foremost(['adopted', 'sent', 'failed'])).toBe('sent')
  })
})
