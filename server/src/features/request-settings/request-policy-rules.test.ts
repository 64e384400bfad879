import type { RequestSettings } from '@foyer/contract/request-settings'
import { describe, expect, it } from 'vitest'
import { hasQualityChoice, INHERIT_ALL, policyFrom, type PolicyFacts } from './request-policy-rules.ts'

const SETTINGS: RequestSettings = {
  require_approval: false,
  allow_season_choice: true,
  default_season_scope: 'all',
  allow_quality_choice: false,
  default_quality_movie: 0,
  default_quality_tv: 4,
}
const policy = (facts: Partial<PolicyFacts>) =>
  policyFrom({ role: 'user', settings: SETTINGS, own: INHERIT_ALL, child: false, ...facts })

describe('what somebody may choose (1/4.7)', () => {
  it('is what the server says, unless something was said of that person', () => {
    expect(policy({})).toEqual({
      requires_approval: false,
      can_choose_season: true,
      can_choose_quality: false,
      default_season_scope: 'all',
      default_quality: { movie: [], tv: [4] },
    })
    const own = {
      require_approval: true,
      allow_season_choice: false,
      season_scope: 'pilot',
      allow_quality_choice: true,
      quality_profile_movie: 6,
      quality_profile_tv: 0,
    } as const
    expect(policy({ own })).toEqual({
      requires_approval: true,
      can_choose_season: false,
      can_choose_quality: true,
      default_season_scope: 'pilot',
      default_quality: { movie: [6], tv: [] },
    })
  })

  it('ranks the quality of the person above that of the server, unless the person has no preference', () => {
    const settings = { ...SETTINGS, default_quality_movie: 5 }
    const own = { ...INHERIT_ALL, quality_profile_movie: 9, quality_profile_tv: 0 }
    expect(policy({ settings, own }).default_quality).toEqual({ movie: [9, 5], tv: [] })
  })

  it('is everything for admins, who never wait for approval but keep their own defaults', () => {
    const settings = { ...SETTINGS, require_approval: true, allow_season_choice: false }
    const own = {
      ...INHERIT_ALL,
      require_approval: true,
      allow_quality_choice: false,
      season_scope: 'first' as const,
    }
    expect(policy({ role: 'admin', settings, own })).toMatchObject({
      requires_approval: false,
      can_choose_season: true,
      can_choose_quality: true,
      default_season_scope: 'first',
    })
  })

  it.each([
    [false, null, false],
    [true, null, true],
    [true, false, false],
    [false, true, true],
  ])('kids account %s with %s of its own needs approval: %s', (child, require_approval, needed) => {
    expect(policy({ child, own: { ...INHERIT_ALL, require_approval } }).requires_approval).toBe(needed)
  })

  it('never is the quality of books and music', () => {
    expect((['movie', 'tv', 'book', 'music'] as const).map(hasQualityChoice)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
