import { describe, expect, it } from 'vitest'
import { type Evidence, judgeConclusion } from './conclusion-rules.ts'

const NOTHING: Evidence = {
  is_problem_shown: false,
  is_replacement_active: false,
  has_wanted: false,
  was_imported_since: false,
  was_removed: false,
  airs_later: false,
}
const RESOLVED = { outcome: 'resolved', resolution_kind: 'agent_concluded' }
const UNVERIFIED = { outcome: 'unverified', why: expect.any(String) }

describe('a conclusion is believed as far as the library shows it (2:4.9)', () => {
  it.each([
    ['auto', 'resolved', {}, UNVERIFIED],
    ['auto', 'resolved', { has_wanted: true }, RESOLVED],
    ['auto', 'resolved', { has_wanted: true, is_problem_shown: true }, UNVERIFIED],
    ['auto', 'resolved', { is_replacement_active: true }, { outcome: 'waiting' }],
    ['auto', 'resolved', { is_replacement_active: true, was_removed: true }, { outcome: 'waiting' }],
    [
      'auto',
      'resolved',
      { was_removed: true },
      { outcome: 'resolved', resolution_kind: 'removed_no_replacement' },
    ],
    [
      'auto',
      'resolved',
      { was_removed: true, airs_later: true },
      { outcome: 'resolved', resolution_kind: 'removed_waiting_for_air' },
    ],
    ['auto', 'resolved', { airs_later: true }, UNVERIFIED],
    // That a file is there says nothing about a report: it was there before.
    ['user', 'resolved', { has_wanted: true }, UNVERIFIED],
    ['user', 'resolved', { was_imported_since: true }, RESOLVED],
    ['user', 'resolved', { was_imported_since: true, is_problem_shown: true }, UNVERIFIED],
    ['user', 'resolved', { is_replacement_active: true }, { outcome: 'waiting' }],
    [
      'user',
      'resolved',
      { was_removed: true },
      { outcome: 'resolved', resolution_kind: 'removed_no_replacement' },
    ],
    ['auto', 'waiting', {}, UNVERIFIED],
    ['auto', 'waiting', { has_wanted: true }, UNVERIFIED],
    ['auto', 'waiting', { is_replacement_active: true }, { outcome: 'waiting' }],
    ['auto', 'waiting', { is_replacement_active: true, is_problem_shown: true }, UNVERIFIED],
    ['user', 'waiting', { airs_later: true }, { outcome: 'waiting' }],
  ] as const)('%s, %s, %o', (source, claimed, shown, expected) => {
    expect(judgeConclusion(claimed, { source }, { ...NOTHING, ...shown })).toEqual(expected)
  })
})
