import { describe, expect, it } from 'vitest'
import { SETTINGS_SECTIONS } from '#ports/manager-reads.ts'
import {
  describePrevention,
  isCheckDue,
  isPreventable,
  nextPrevention,
  type OpenPrevention,
  PREVENTABLE_KINDS,
  type PreventionView,
  sectionsOf,
  titlesOf,
} from './prevention-rules.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString()

const OPEN: OpenPrevention = {
  id: 3,
  occurrences: 3,
  clear_since: null,
  reopened_at: null,
  fingerprint: 'as it was',
  checked_at: ago(0.1),
}
const REOPENED = { reopened_at: ago(300) }
const SHOWN: PreventionView = { titles: 3, is_shown: true, is_complete: true, fingerprint: null }
const GONE: PreventionView = { titles: 0, is_shown: false, is_complete: true, fingerprint: null }

it.each<[string, Partial<OpenPrevention> | null, PreventionView, string]>([
  ['two titles are a coincidence', null, { ...SHOWN, titles: 2 }, 'stay'],
  ['three titles are not', null, SHOWN, 'raise'],
  ['a queue that was not read to the end shows enough', null, { ...SHOWN, is_complete: false }, 'raise'],
  ['what is over is not raised', null, { ...GONE, titles: 5 }, 'stay'],
  ['an open issue stays', {}, SHOWN, 'stay'],
  ['further titles are told', {}, { ...SHOWN, titles: 4 }, 'refresh'],
  ['fewer titles are not', {}, { ...SHOWN, titles: 2 }, 'stay'],
  ['settings as they were end nothing', {}, { ...SHOWN, fingerprint: 'as it was' }, 'stay'],
  ['other settings end it', {}, { ...SHOWN, fingerprint: 'another' }, 'setting_changed'],
  ['nobody knows what settings were before', { fingerprint: '' }, { ...SHOWN, fingerprint: 'x' }, 'stay'],
  ['what is not shown is noted', {}, GONE, 'cleared'],
  ['what is shown again is noted', { clear_since: ago(24) }, SHOWN, 'seen_again'],
  ['six days are not enough', { clear_since: ago(6 * 24) }, GONE, 'stay'],
  ['seven days are', { clear_since: ago(7 * 24) }, GONE, 'settled'],
  ['other settings do not end what was reopened', REOPENED, { ...SHOWN, fingerprint: 'another' }, 'stay'],
  ['nor do seven days', { ...REOPENED, clear_since: ago(7 * 24) }, GONE, 'stay'],
  ['unread rows say nothing', { clear_since: ago(200) }, { ...GONE, is_complete: false }, 'stay'],
  ['a library that was away counts anew', { clear_since: ago(200), checked_at: ago(24) }, GONE, 'cleared'],
])('%s', (_name, open, view, step) => {
  expect(nextPrevention(open && { ...OPEN, ...open }, view, NOW)).toBe(step)
})

describe('titles', () => {
  const movie = { title: 'Lighthouse', tmdb_id: 1, tvdb_id: null, foreign_id: null, opened_at: ago(2) }
  const show = { title: 'Harbour', tmdb_id: 2, tvdb_id: 9, foreign_id: null, opened_at: ago(2) }
  const unknown = { title: 'Some Release', tmdb_id: null, tvdb_id: null, foreign_id: null, opened_at: ago(2) }
  const book = { title: 'Paper', tmdb_id: null, tvdb_id: null, foreign_id: 'b1', opened_at: ago(2) }

  it.each([
    ['each once', [movie, show, book, unknown], ['Lighthouse', 'Harbour', 'Paper', 'Some Release']],
    ['two episodes of a show', [show, { ...show, tmdb_id: null }], ['Harbour']],
    ['two releases of the same name', [unknown, { ...unknown, title: 'some release' }], ['some release']],
    ['the same number of another provider', [movie, { ...show, tvdb_id: 1 }], ['Lighthouse', 'Harbour']],
  ])('are counted by what they are: %s', (_name, problems, names) => {
    expect(titlesOf(problems, null)).toEqual(names)
  })

  it('that were open when the last issue ended count no more', () => {
    expect(titlesOf([movie, { ...book, opened_at: ago(0.5) }], ago(1))).toEqual(['Paper'])
  })
})

it.each([
  [null, true],
  [ago(0.24), false],
  [ago(0.25), true],
])('settings that were read at %s are read again: %s', (checked_at, isDue) => {
  expect(isCheckDue({ checked_at }, NOW)).toBe(isDue)
})

it.each(PREVENTABLE_KINDS)('%s says what to check, and which settings end it', kind => {
  const { title, detail } = describePrevention(kind, ['A', 'B', 'C', 'D', 'E', 'F'])
  expect(title).toMatch(/^[A-Z].*[^.]$/)
  expect(detail).toMatch(/^6 titles .*: “A”, “B”, “C”, “D”, “E” and 1 more\.\n.+\.$/)
  expect(SETTINGS_SECTIONS).toEqual(expect.arrayContaining([...sectionsOf(kind)]))
})

it.each([
  ['remote_path_mapping', true],
  ['disk_space', true],
  ['sample_file', false],
  ['stalled', false],
  [null, false],
] as const)('%s comes from how a library is set up: %s', (kind, isSo) => {
  expect(isPreventable(kind)).toBe(isSo)
})
