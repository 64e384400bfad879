import { describe, expect, it } from 'vitest'
import type { HistoryEvent } from '#ports/manager-reads.ts'
import { isWaitInVain, nextReportStep, reportDueAt, wasFixedSince, wasImportedSince } from './report-rules.ts'
import type { IssueScope } from './scope-rules.ts'
import type { PlacedEvent } from './sighting-rules.ts'

const REPORTED = '2026-03-01T12:00:00.000Z'
const ON = { enabled: true, observation_min_minutes: 10 }
const OFF = { enabled: false, observation_min_minutes: 10 }
const after = (seconds: number) => new Date(Date.parse(REPORTED) + seconds * 1000)

describe('what somebody reported (2/4.9)', () => {
  it('is open after the observation minutes, and within one minute without an agent', () => {
    expect(reportDueAt(REPORTED, ON)).toEqual(after(600))
    expect(reportDueAt(REPORTED, OFF)).toEqual(after(30))
    expect(reportDueAt(REPORTED, { ...ON, observation_min_minutes: 0 })).toEqual(after(0))
    expect(reportDueAt(REPORTED, { ...OFF, observation_min_minutes: 0 })).toEqual(after(0))
  })

  it.each(['observing', 'recovering'] as const)('is open when its time is over, from %s', status => {
    const report = { status, observed_at: REPORTED }
    const fetching = { is_fetching: true, was_imported: false }
    for (const view of [null, fetching]) {
      expect(nextReportStep(report, view, ON, after(599))).toBe('stay')
      expect(nextReportStep(report, view, ON, after(600))).toBe('open')
    }
  })

  it('is resolved by a replacement that was on its way, and by nothing else', () => {
    const replaced = { is_fetching: false, was_imported: true }
    const step = (status: 'observing' | 'recovering' | 'waiting', view: typeof replaced) =>
      nextReportStep({ status, observed_at: REPORTED }, view, ON, after(60))
    expect(step('recovering', replaced)).toBe('resolve')
    expect(step('recovering', { is_fetching: true, was_imported: true })).toBe('stay')
    expect(step('recovering', { is_fetching: false, was_imported: false })).toBe('stay')
    expect(step('observing', replaced)).toBe('stay')
    expect(step('waiting', replaced)).toBe('resolve')
    expect(step('waiting', { is_fetching: true, was_imported: true })).toBe('stay')
    expect(step('waiting', { is_fetching: false, was_imported: false })).toBe('stay')
  })

  it('waits in vain when for a day nothing was on its way', () => {
    const nothing = { is_fetching: false, was_imported: false }
    const isInVain = (view: typeof nothing | null, seconds: number, status: 'waiting' | 'open' = 'waiting') =>
      isWaitInVain({ status, updated_at: REPORTED }, view, after(seconds))
    expect(isInVain(nothing, 86_399)).toBe(false)
    expect(isInVain(nothing, 86_400)).toBe(true)
    expect(isInVain(null, 86_400)).toBe(false)
    expect(isInVain({ ...nothing, is_fetching: true }, 86_400)).toBe(false)
    expect(isInVain({ ...nothing, was_imported: true }, 86_400)).toBe(false)
    expect(isInVain(nothing, 86_400, 'open')).toBe(false)
  })

  it('is left alone once it is open or closed', () => {
    for (const status of ['open', 'investigating', 'dismissed'] as const)
      expect(nextReportStep({ status, observed_at: REPORTED }, null, ON, after(9999))).toBe('stay')
  })
})

const imported = (at: Date, scope: IssueScope, change: Partial<HistoryEvent> = {}): PlacedEvent => ({
  event: {
    at: at.toISOString(),
    kind: 'imported',
    title: null,
    release: '',
    quality: null,
    download_id: null,
    indexer: null,
    download_client: null,
    reason: null,
    ...change,
  },
  scope,
})

it('counts imports of that scope since the report', () => {
  const isImported = (event: PlacedEvent) => wasImportedSince([event], { tmdb_id: 1 }, REPORTED)
  expect(isImported(imported(after(1), { tmdb_id: 1 }))).toBe(true)
  expect(isImported(imported(after(-1), { tmdb_id: 1 }))).toBe(false)
  expect(isImported(imported(after(1), { tmdb_id: 1 }, { kind: 'grabbed' }))).toBe(false)
  expect(isImported(imported(after(1), { tmdb_id: 2 }))).toBe(false)
})

it('C50: ends the report of a season by all of it, unless the agent waits for a part', () => {
  const episode = (episode_number: number, download_id: string, at = after(1)) =>
    imported(at, { tvdb_id: 7, season_number: 1, episode_number }, { download_id })
  const isFixed = (status: 'recovering' | 'waiting', ...events: PlacedEvent[]) =>
    wasFixedSince(events, { tvdb_id: 7, season_number: 1, status, created_at: REPORTED })
  const pack = [episode(1, 'a'), episode(2, 'a')]
  const singles = [episode(1, 'a'), episode(2, 'b')]
  const begunBefore = [episode(1, 'a', after(-1)), episode(2, 'a')]
  expect([pack, singles, begunBefore].map(events => isFixed('recovering', ...events))).toEqual([
    true,
    false,
    false,
  ])
  expect(isFixed('waiting', episode(1, 'a'))).toBe(true)
  expect(isFixed('waiting')).toBe(false)
})
