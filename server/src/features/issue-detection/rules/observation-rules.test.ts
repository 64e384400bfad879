import type { OpenIssueStatus } from '@foyer/contract/issues/issue'
import { describe, expect, it } from 'vitest'
import { nextStep, type ObservedIssue, type Step, type View } from './observation-rules.ts'

const MINUTES = { observation_min_minutes: 10, observation_quiet_minutes: 5, observation_settle_minutes: 2 }
const NOW = new Date('2026-03-01T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()

const SEEN: View = { is_seen: true, is_fetching: false }
const SEEN_AND_FETCHING: View = { is_seen: true, is_fetching: true }
const FETCHING: View = { is_seen: false, is_fetching: true }
const GONE: View = { is_seen: false, is_fetching: false }

/** Observed for an hour and unchanged since, unless said otherwise. */
function stepOf(change: Partial<ObservedIssue>, view: View, minutes = MINUTES): Step {
  const issue: ObservedIssue = {
    status: 'observing',
    observed_at: ago(60),
    changed_at: ago(60),
    clear_since: null,
    reopened_at: null,
    ...change,
  }
  return nextStep(issue, view, minutes, NOW)
}

describe('a problem that the library shows (2/4.9)', () => {
  it.each<[string, Partial<ObservedIssue>, Step]>([
    ['is observed for the least minutes', { observed_at: ago(9), changed_at: ago(9) }, 'stay'],
    ['is open after them', { observed_at: ago(10), changed_at: ago(10) }, 'open'],
    ['is not open while it changes', { changed_at: ago(4) }, 'stay'],
    ['is open when it was quiet', { changed_at: ago(5) }, 'open'],
    ['is open at last when it never is', { observed_at: ago(360), changed_at: ago(0) }, 'open'],
    ['is observed again when the replacement ended', { status: 'recovering' }, 'observe'],
    ['came back', { clear_since: ago(1) }, 'seen_again'],
    ['came back after it was open', { status: 'open', clear_since: ago(1) }, 'seen_again'],
    ['is open already', { status: 'open' }, 'stay'],
    ['is with an agent', { status: 'investigating' }, 'stay'],
    [
      'has just come back while a replacement was waited for',
      { status: 'waiting', changed_at: ago(9) },
      'stay',
    ],
    ['has stayed since, so the wait was in vain', { status: 'waiting', changed_at: ago(10) }, 'hand_over'],
  ])('%s', (_name, change, step) => {
    expect(stepOf(change, SEEN)).toBe(step)
  })

  it('is open at once when nobody wants to wait', () => {
    const none = {
      observation_min_minutes: 0,
      observation_quiet_minutes: 0,
      observation_settle_minutes: 0,
    }
    expect(stepOf({ observed_at: ago(0), changed_at: ago(0) }, SEEN, none)).toBe('open')
  })

  it('recovers while another release of the same is on its way', () => {
    expect(stepOf({}, SEEN_AND_FETCHING)).toBe('recover')
    expect(stepOf({ status: 'recovering' }, SEEN_AND_FETCHING)).toBe('stay')
    expect(stepOf({ status: 'open' }, SEEN_AND_FETCHING)).toBe('stay')
  })
})

describe('a problem that the library no longer shows', () => {
  it('does not end the wait for a replacement that is on its way', () => {
    expect(stepOf({ status: 'waiting' }, SEEN_AND_FETCHING)).toBe('stay')
  })

  it('recovers while a replacement is on its way, however long that takes', () => {
    expect(stepOf({}, FETCHING)).toBe('recover')
    expect(stepOf({ clear_since: ago(9) }, FETCHING)).toBe('recover')
    expect(stepOf({ status: 'recovering' }, FETCHING)).toBe('stay')
    expect(stepOf({ status: 'recovering', clear_since: ago(9) }, FETCHING)).toBe('seen_again')
    expect(stepOf({ status: 'open', clear_since: ago(9) }, FETCHING)).toBe('seen_again')
  })

  it.each<OpenIssueStatus>(['observing', 'recovering', 'open', 'waiting', 'needs_admin'])(
    'has cleared when it stayed away, in status %s',
    status => {
      expect(stepOf({ status }, GONE)).toBe('cleared')
      expect(stepOf({ status, clear_since: ago(1) }, GONE)).toBe('stay')
      expect(stepOf({ status, clear_since: ago(2) }, GONE)).toBe('settled')
    },
  )

  it('is left to the admin who reopened it (2:3)', () => {
    const reopened = { status: 'needs_admin', reopened_at: ago(60) } as const
    expect(stepOf(reopened, GONE)).toBe('cleared')
    expect(stepOf({ ...reopened, clear_since: ago(60) }, GONE)).toBe('stay')
    expect(stepOf({ ...reopened, clear_since: ago(60) }, SEEN)).toBe('seen_again')
  })

  it.each<OpenIssueStatus>(['investigating', 'awaiting_user', 'awaiting_approval'])(
    'is left to whoever is working on it, in status %s',
    status => {
      expect(stepOf({ status }, GONE)).toBe('cleared')
      expect(stepOf({ status, clear_since: ago(60) }, GONE)).toBe('stay')
    },
  )
})
