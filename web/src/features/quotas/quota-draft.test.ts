import type { Allowance } from '@foyer/contract/request-quotas'
import { describe, expect, it } from 'vitest'
import { draftOf, isBadCount, kindOf, overridesOf, ruleOf } from './quota-draft.ts'

const allowance = (more: Partial<Allowance> = {}): Allowance => ({
  media_type: 'movie',
  count: 3,
  window_days: 7,
  source: 'override',
  used: 1,
  remaining: 2,
  ...more,
})

describe('1/4.9 allowances as a form', () => {
  it('reads a rule and writes the same one', () => {
    const rule = { media_type: 'book', book_format: 'audiobook', count: 2, window_days: 30 } as const
    expect(kindOf(rule)).toBe('audiobook')
    expect(ruleOf(draftOf(rule, false))).toEqual(rule)
    const unlimited = { media_type: 'music', count: null, window_days: 7 } as const
    expect(ruleOf(draftOf(unlimited, false))).toEqual(unlimited)
  })

  it('lets one person inherit, and keeps what is their own', () => {
    const drafts = [
      allowance({ source: 'default', inherit: true }),
      allowance({ media_type: 'tv', count: 0 }),
    ]
    expect(overridesOf(drafts.map(one => draftOf(one, true)))).toEqual([
      { media_type: 'movie', inherit: true },
      { media_type: 'tv', count: 0, window_days: 7 },
    ])
  })

  it.each([
    ['', true],
    ['-1', true],
    ['1.5', true],
    ['1000001', true],
    ['0', false],
    ['1000000', false],
  ])('takes "%s" as a bad number: %s', (count, bad) => {
    expect(isBadCount({ media_type: 'movie', limit: '7', count })).toBe(bad)
    expect(isBadCount({ media_type: 'movie', limit: 'none', count })).toBe(false)
  })
})
