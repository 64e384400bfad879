import {
  ISSUE_AUTHORS,
  ISSUE_CATEGORIES,
  ISSUE_MEDIA_TYPES,
  ISSUE_SOURCES,
  ISSUE_STATUSES,
  type Issue,
  OPEN_ISSUE_STATUSES,
  RESOLUTION_KINDS,
} from '@foyer/contract/issues/issue'
import { RUN_STATUSES, RUN_TRIGGERS, STOP_REASONS } from '@foyer/contract/remediation/agent-runs'
import type { AgentDigest } from '@foyer/contract/remediation/remediation'
import { describe, expect, it } from 'vitest'
import german from '#locales/de/admin-issues.json'
import english from '#locales/en/admin-issues.json'
import { outputText } from './step-words.ts'
import { lanesOf } from './digest/lanes.ts'
import { countShown, filterIssues, isClosed } from './issue-filter.ts'
import { STATUS_TONES } from './issue-words.ts'
import { readIssuesSearch } from './issues-search.ts'
import { fitsBytes } from './thread/text-bytes.ts'

const ISSUE: Issue = {
  id: 1,
  source: 'auto',
  status: 'open',
  media_type: 'movie',
  title: 'Low Water',
  detail: '',
  occurrences: 1,
  read: true,
  resolution: '',
  resolution_kind: '',
  created_at: '2026-11-16T09:00:00Z',
  updated_at: '2026-11-16T09:00:00Z',
  can_confirm_fixed: false,
  is_prevention: false,
}

describe.each([
  ['English', english],
  ['German', german],
])('%s', (_language, words) => {
  it.each([
    ['status', words.status, ISSUE_STATUSES],
    ['sentence of a status', words.status_text, OPEN_ISSUE_STATUSES],
    ['resolution', words.resolution, RESOLUTION_KINDS.filter(kind => kind !== '')],
    ['category', words.category, ISSUE_CATEGORIES],
    ['source', words.source, ISSUE_SOURCES],
    ['media type', words.media, ISSUE_MEDIA_TYPES],
    ['author', words.author, ISSUE_AUTHORS],
    ['status of a run', words.run.status, RUN_STATUSES],
    ['end of a run', words.run.stop, STOP_REASONS],
  ])('has words for every %s of the contract', (_what, known, names) => {
    expect(Object.keys(known).sort()).toEqual([...names].sort())
  })

  it('has words for what starts a run', () => {
    expect(RUN_TRIGGERS.filter(trigger => !Object.hasOwn(words.run, trigger))).toEqual([])
  })
})

describe('the list', () => {
  const issues: Issue[] = [
    ISSUE,
    { ...ISSUE, id: 2, status: 'needs_admin', source: 'user', read: false, title: 'Night Ferry' },
    { ...ISSUE, id: 3, status: 'awaiting_approval', source: 'user', title: 'Low Tide' },
  ]
  const ids = (search: Parameters<typeof filterIssues>[1]) => filterIssues(issues, search).map(({ id }) => id)

  it('is filtered by status, source, unread and title', () => {
    expect(ids({})).toEqual([1, 2, 3])
    expect(ids({ show: 'needs_admin' })).toEqual([2])
    expect(ids({ source: 'user' })).toEqual([2, 3])
    expect(ids({ unread: true })).toEqual([2])
    expect(ids({ q: 'low' })).toEqual([1, 3])
    expect(ids({ q: 'low', source: 'user' })).toEqual([3])
  })

  it('counts what each filter shows', () => {
    expect(countShown(issues, 40)).toEqual({ open: 3, needs_admin: 1, awaiting_approval: 1, closed: 40 })
  })

  it('reads its filters from the address, and leaves out what is the default', () => {
    expect(readIssuesSearch({ show: 'open', source: 'moon', q: 1984, unread: true })).toEqual({
      q: '1984',
      unread: true,
    })
    expect(readIssuesSearch({ show: 'closed', source: 'auto', unread: 'no' })).toEqual({
      show: 'closed',
      source: 'auto',
    })
  })

  it('knows which statuses are closed, and how each looks', () => {
    expect(ISSUE_STATUSES.filter(isClosed)).toEqual(['resolved', 'wont_fix', 'failed', 'dismissed'])
    expect(Object.keys(STATUS_TONES).sort()).toEqual([...ISSUE_STATUSES].sort())
  })
})

it('C49 the lanes add up to what was resolved', () => {
  const digest = {
    issues_resolved: 20,
    resolved_by_rules: 5,
    resolved_by_agent: 4,
    resolved_by_admin: 1,
  } as AgentDigest
  expect(lanesOf(digest)).toEqual([
    { lane: 'rules', count: 5, share: 0.25 },
    { lane: 'agent', count: 4, share: 0.2 },
    { lane: 'admin', count: 1, share: 0.05 },
    { lane: 'on_their_own', count: 10, share: 0.5 },
  ])
  const none = { issues_resolved: 0, resolved_by_rules: 0, resolved_by_agent: 0, resolved_by_admin: 0 }
  expect(lanesOf(none as AgentDigest).map(({ share }) => share)).toEqual([0, 0, 0, 0])
})

it('shows what a tool answered, JSON with one value a line', () => {
  expect(outputText('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(outputText({ a: [] })).toBe('{\n  "a": []\n}')
  expect(outputText('Not found.')).toBe('Not found.')
})

it('2:8 measures texts in bytes', () => {
  expect([fitsBytes('abcd', 4), fitsBytes('äöü', 4)]).toEqual([true, false])
})
