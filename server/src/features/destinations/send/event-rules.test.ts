import { ADMIN_CATEGORIES, ALERT_CATEGORIES } from '@foyer/contract/notifications'
import { describe, expect, it } from 'vitest'
import { defaultEvents, effectiveEvents, forbiddenEvent } from './event-rules.ts'

const household = { is_personal: false } as const
const person = { is_personal: true, role: 'user' } as const
const admin = { is_personal: true, role: 'admin' } as const

describe('events (C64, 1/4.14)', () => {
  it('are those that are on by default, and a person’s own decisions', () => {
    expect(defaultEvents(household)).toContain('request_pending')
    for (const off of ['request_decision', 'request_auto_approved', 'content_upgraded'] as const) {
      expect(defaultEvents(household)).not.toContain(off)
    }
    expect(defaultEvents(person)).toEqual([
      'request_decision',
      'new_movie',
      'new_episode',
      'new_book',
      'new_music',
      'media_server_access',
      'issue_report_update',
    ])
    expect(defaultEvents(admin)).toEqual(expect.arrayContaining(['request_decision', 'request_pending']))
  })

  it('of admins are for admins and the household', () => {
    for (const one of ALERT_CATEGORIES) {
      expect(forbiddenEvent([one], household)).toBeUndefined()
      expect(forbiddenEvent([one], admin)).toBeUndefined()
      expect(forbiddenEvent([one], person)).toBe(ADMIN_CATEGORIES.has(one) ? one : undefined)
    }
  })

  it('that somebody may no longer have are not theirs', () => {
    expect(effectiveEvents(['new_movie', 'request_pending', 'new_movie'], person)).toEqual(['new_movie'])
  })
})
