import { describe, expect, it } from 'vitest'
import type { QueueEntry } from '#ports/manager-reads.ts'
import type { FoundProblem } from './sighting-rules.ts'
import { subjectOf } from './sighting-rules.ts'
import {
  decide,
  isSettledByPeople,
  isToBeChecked,
  type Look,
  wasWaitingForAir,
  type WatchedIssue,
} from './watch-rules.ts'

const MINUTES = { observation_min_minutes: 10, observation_quiet_minutes: 5, observation_settle_minutes: 2 }
const NOW = new Date('2026-03-01T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()

const PROBLEM: FoundProblem = {
  problem_kind: 'sample_file',
  title: 'The Paper Lighthouse',
  scope: { tmdb_id: 1001 },
  download_id: 'A1',
  detail: 'The file is only a sample.',
  fingerprint: 'one',
}
const ISSUE: WatchedIssue = {
  id: 7,
  status: 'observing',
  problem_kind: 'sample_file',
  tmdb_id: 1001,
  tvdb_id: null,
  subject: subjectOf(PROBLEM),
  download_id: 'A1',
  fingerprint: 'one',
  observed_at: ago(5),
  changed_at: ago(5),
  seen_at: ago(5),
  checked_at: null,
  clear_since: null,
  reopened_at: null,
}
const SEEN: Look = { problems: [PROBLEM], active: [], is_complete: true }
const EMPTY: Look = { problems: [], active: [], is_complete: true }
const decided = (look: Look, change: Partial<WatchedIssue> | null = {}) =>
  decide(change ? [{ ...ISSUE, ...change }] : [], look, MINUTES, NOW)

describe('a look at a library', () => {
  it('notes a problem that is new', () => {
    expect(decided(SEEN, null)).toMatchObject([{ issue: null, is_to_be_noted: true, step: 'stay' }])
  })

  it('changes nothing of what is as it was', () => {
    expect(decided(SEEN)).toEqual([])
    expect(decided(EMPTY, null)).toEqual([])
  })

  it('notes now and then that it still sees it', () => {
    expect(decided(SEEN, { status: 'open', seen_at: ago(60) })).toMatchObject([
      { is_to_be_noted: true, changed_at: ago(5), step: 'stay' },
    ])
  })

  it('notes what changed, which is then not quiet', () => {
    const changed = { ...SEEN, problems: [{ ...PROBLEM, fingerprint: 'two' }] }
    expect(decided(changed, { observed_at: ago(60), changed_at: ago(60) })).toMatchObject([
      { is_to_be_noted: true, changed_at: NOW.toISOString(), step: 'stay' },
    ])
  })

  it('opens what stayed', () => {
    expect(decided(SEEN, { observed_at: ago(10) })).toMatchObject([{ issue: { id: 7 }, step: 'open' }])
  })

  it('clears what is gone, unless the queue was not read to its end', () => {
    expect(decided(EMPTY)).toMatchObject([{ issue: { id: 7 }, problem: null, step: 'cleared' }])
    expect(decided({ ...EMPTY, is_complete: false })).toEqual([])
    expect(decided({ ...EMPTY, is_complete: false }, { clear_since: ago(9) })).toEqual([])
  })

  it('lets a season recover by a pack alone, and waits for an episode of it once somebody knows (C50)', () => {
    const scope = { tvdb_id: 7, season_number: 1 }
    const subject = subjectOf({ ...PROBLEM, scope })
    const season = { ...scope, tmdb_id: null, subject }
    const rowOf = (queue_id: number, download_id: string) => ({
      entry: { queue_id, download_id } as QueueEntry,
      scope: { ...scope, episode_number: queue_id },
    })
    const single = { ...EMPTY, active: [rowOf(1, 'B')] }
    const pack = { ...EMPTY, active: [rowOf(1, 'B'), rowOf(2, 'B')] }
    expect(decided(single, season)).toMatchObject([{ step: 'cleared' }])
    expect(decided(pack, season)).toMatchObject([{ step: 'recover' }])
    expect(decided(single, { ...season, status: 'waiting' })).toEqual([])
    const shown = { ...PROBLEM, scope }
    expect(decided({ ...single, problems: [shown] }, season)).toEqual([])
    expect(decided({ ...pack, problems: [shown] }, season)).toMatchObject([{ step: 'recover' }])
    expect(decided({ ...pack, problems: [shown] }, null)).toMatchObject([{ issue: null, step: 'recover' }])
  })

  it('tells another problem of the same title from this one', () => {
    const other = { ...SEEN, problems: [{ ...PROBLEM, problem_kind: 'stalled' as const }] }
    expect(decided(other)).toMatchObject([
      { issue: null, problem: { problem_kind: 'stalled' } },
      { issue: { id: 7 }, step: 'cleared' },
    ])
  })
})

describe('an issue that somebody ended while the library still shows the problem', () => {
  it.each([
    ['dismissed', 'admin_dismissed', true],
    ['wont_fix', 'admin_completed', true],
    ['resolved', 'admin_completed', true],
    ['failed', '', true],
    ['resolved', 'library_state_cleared', false],
    ['resolved', 'agent_concluded', false],
  ] as const)('%s, %s', (status, resolution_kind, is_settled) => {
    expect(isSettledByPeople({ status, resolution_kind })).toBe(is_settled)
  })
})

describe('asking the library whether it has what it wanted', () => {
  const asks = (change: Partial<WatchedIssue>) => {
    const [decision] = decided(EMPTY, { clear_since: ago(2), ...change })
    return decision && isToBeChecked(decision, NOW)
  }
  it('is for issues that somebody knows of, now and then', () => {
    expect(asks({ status: 'open' })).toBe(true)
    expect(asks({ status: 'needs_admin', checked_at: ago(14) })).toBe(false)
    expect(asks({ status: 'needs_admin', checked_at: ago(15) })).toBe(true)
    expect(asks({ status: 'observing' })).toBe(false)
  })

  it('is pointless for an episode that has not aired', () => {
    const waiting = { status: 'waiting', problem_kind: 'not_aired_yet' } as const
    expect(asks(waiting)).toBe(false)
    expect(wasWaitingForAir({ ...ISSUE, ...waiting })).toBe(true)
    expect(wasWaitingForAir({ ...ISSUE, ...waiting, status: 'open' })).toBe(false)
  })
})
