import { describe, expect, it } from 'vitest'
import type { ProfileSettings } from '#ports/manager-configuration.ts'
import { blockedBy, hasItsDependencies, recordedLabel } from './restore-rules.ts'

const APPLIED = { resource_type: 'quality_profile', operation: 'update', status: 'applied' } as const

describe('whether a change can be restored (2:4.8, C55)', () => {
  it.each([
    [APPLIED, [], null],
    [APPLIED, ['failed', 'failed'], null],
    [APPLIED, ['failed', 'applied'], 'consumed'],
    [APPLIED, ['failed', 'executing'], 'executing'],
    [APPLIED, ['outcome_unknown'], 'outcome_unknown'],
    [{ ...APPLIED, status: 'executing' }, [], 'executing'],
    [{ ...APPLIED, status: 'outcome_unknown' }, [], 'outcome_unknown'],
    [{ ...APPLIED, status: 'failed' }, [], 'unsupported'],
    [{ ...APPLIED, operation: 'revert' }, [], 'unsupported'],
    [{ ...APPLIED, resource_type: 'custom_format' }, [], 'unsupported'],
  ] as const)('%j with restores %j: %s', (change, restores, reason) => {
    expect(blockedBy(change, restores)).toBe(reason)
  })

  it('depends on the qualities and exactly the custom formats of the older profile', () => {
    const older: ProfileSettings = {
      id: 4,
      name: 'HD',
      upgrade_allowed: true,
      cutoff_id: 7,
      min_format_score: 0,
      cutoff_format_score: 0,
      min_upgrade_format_score: 1,
      language: null,
      qualities: [{ id: 7, name: 'Bluray-1080p', allowed: true, members: [] }],
      format_scores: [{ format_id: 1, name: 'x265', score: 5 }],
    }
    const formats = [{ id: 1, name: 'x265' }]
    const holds = (profile: Partial<ProfileSettings>, others = formats) =>
      hasItsDependencies(older, { profile: { ...older, ...profile }, formats: others })
    expect(holds({})).toBe(true)
    expect(holds({}, [{ id: 1, name: 'HEVC' }])).toBe(false)
    expect(holds({}, [])).toBe(false)
    expect(holds({ format_scores: [] })).toBe(false)
    const more = [...older.format_scores, { format_id: 2, name: 'HDR', score: 0 }]
    expect(holds({ format_scores: more }, [...formats, { id: 2, name: 'HDR' }])).toBe(false)
    expect(holds({ qualities: [] })).toBe(false)
    expect(holds({ qualities: older.qualities.map(one => ({ ...one, allowed: false })) })).toBe(false)
  })

  it.each([
    ['applied', 'applied'],
    ['failed', 'attempted'],
    ['outcome_unknown', 'attempted'],
    ['executing', 'intended'],
  ] as const)('labels the recorded value of %s: %s', (status, label) => {
    expect(recordedLabel(status)).toBe(label)
  })
})
