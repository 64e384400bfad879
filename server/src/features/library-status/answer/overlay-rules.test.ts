import { DECISIONS, DELIVERY_STATES } from '@foyer/contract/requests/requests'
import { describe, expect, it } from 'vitest'
import { isCancelled, overlay } from './overlay-rules.ts'

describe('the saved overlay (1/3)', () => {
  it.each(['available', 'downloading', 'partial', 'requested'] as const)(
    'a live %s wins over every saved row',
    live => {
      for (const decision of DECISIONS)
        for (const state of DELIVERY_STATES) expect(overlay(live, { decision, states: [state] })).toBe(live)
    },
  )

  it.each([
    ['pending', ['approval'], 'pending'],
    ['approved', ['queued'], 'requested'],
    ['approved', ['processing'], 'requested'],
    ['approved', ['retry'], 'requested'],
    ['approved', ['waiting_library'], 'requested'],
    ['approved', ['attention'], 'requested'],
    ['approved', ['complete'], 'unavailable'],
    ['approved', ['cancelled'], 'unavailable'],
    ['approved', ['complete', 'retry'], 'requested'],
    ['approved', ['complete', 'cancelled'], 'unavailable'],
    ['denied', ['cancelled'], 'denied'],
    ['cancelled', ['cancelled'], 'unavailable'],
    ['unknown', ['attention'], 'requested'],
  ] as const)('a live unavailable under a %s row with %j reads %s', (decision, states, expected) => {
    expect(overlay('unavailable', { decision, states })).toBe(expected)
  })

  it('is what the library says when nothing was saved', () => {
    expect(overlay('unavailable', null)).toBe('unavailable')
  })

  it('C5 a status ignores a cancelled request, and shows a denied one', () => {
    expect(isCancelled({ decision: 'cancelled', states: ['cancelled'] })).toBe(true)
    expect(isCancelled({ decision: 'approved', states: ['cancelled'] })).toBe(true)
    expect(isCancelled({ decision: 'approved', states: ['cancelled', 'complete'] })).toBe(false)
    expect(isCancelled({ decision: 'denied', states: ['cancelled'] })).toBe(false)
  })
})
