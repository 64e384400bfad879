import { PROBLEM_KINDS } from '@foyer/contract/issues/problem-kinds'
import { ACTION_KINDS, ACTION_RISKS, ACTION_STATUSES } from '@foyer/contract/remediation/agent-actions'
import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import german from '#locales/de/remediation-words.json'
import english from '#locales/en/remediation-words.json'
import { facetOf, fixKeyOf, partText, ruleLabel } from './remediation-words.ts'

const t = ((key: string, values?: object) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as TFunction

/** 2/4.9, "Facets". */
const FACETS = {
  grab_release: [''],
  remediate_queue: ['remove', 'blocklist_search', 'blocklist_only', 'change_category'],
  manual_import: ['', 'force'],
  trigger_search: [''],
  rescan: [''],
  delete_media_files: ['blocklist', 'files_only'],
} as const

describe.each([
  ['English', english],
  ['German', german],
])('%s', (_language, words) => {
  it('has words for every problem, status and risk of the contract, and for no other', () => {
    expect(Object.keys(words.problem).sort()).toEqual([...PROBLEM_KINDS].sort())
    expect(Object.keys(words.action_status).sort()).toEqual([...ACTION_STATUSES].sort())
    expect(Object.keys(words.risk).sort()).toEqual([...ACTION_RISKS].sort())
  })

  it('has words for every fix and variant', () => {
    const keys = ACTION_KINDS.flatMap(kind => FACETS[kind].map(facet => fixKeyOf(kind, facet)))
    expect(keys).not.toContain(undefined)
    expect(new Set(keys)).toEqual(new Set(Object.keys(words.fix)))
  })
})

describe('fixes', () => {
  it('have their variant in their values', () => {
    expect(facetOf('manual_import', { force: true })).toBe('force')
    expect(facetOf('manual_import', { force: false })).toBe('')
    expect(facetOf('remediate_queue', { action: 'blocklist_only' })).toBe('blocklist_only')
    expect(facetOf('delete_media_files', { blocklist: true })).toBe('blocklist')
    expect(facetOf('delete_media_files', {})).toBe('files_only')
    expect(facetOf('rescan', { action: 'remove' })).toBe('')
  })

  it('of a newer server are named by its own label', () => {
    const rule = { problem_kind: 'stalled', action_kind: 'rescan', action_facet: '', label: 'Theirs' }
    expect(ruleLabel(t, rule)).toContain('remediation_words.problem.stalled')
    expect(ruleLabel(t, { ...rule, action_facet: 'twice' })).toBe('Theirs')
    expect(ruleLabel(t, { ...rule, problem_kind: 'haunted' })).toBe('Theirs')
    expect(fixKeyOf('paint_walls', '')).toBeUndefined()
  })
})

it('2/4.9 names seasons, episodes and specials', () => {
  expect(partText(t, {})).toBeUndefined()
  expect(partText(t, { season: 2 })).toBe('remediation_words.part.season {"season":2}')
  expect(partText(t, { season: 0 })).toBe('remediation_words.part.specials')
  expect(partText(t, { season: 0, episode: 3 })).toBe('remediation_words.part.special {"episode":3}')
  expect(partText(t, { season: 2, episode: 3 })).toBe(
    'remediation_words.part.episode {"season":2,"episode":3}',
  )
})
