import type { Issue } from '@foyer/contract/issues/issue'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import { describe, expect, it } from 'vitest'
import { openReportOf, reportableIn } from './report-scope.ts'

const HD = { id: 'in_hd', name: 'Movies' }
const UHD = { id: 'in_4k', name: 'Movies 4K' }

const answer = (more: Partial<StatusResponse>): StatusResponse => ({
  status: 'unavailable',
  progress: 0,
  status_known: true,
  instance_id: HD.id,
  ...more,
})
const season = (season_number: number, episode_file_count: number) => ({
  season_number,
  episode_file_count,
  status: 'partial' as const,
  progress: 0,
  episode_count: 8,
  monitored: true,
})
const namesOf = (known: Partial<Parameters<typeof reportableIn>[0]>) =>
  reportableIn({ media_type: 'movie', libraries: [HD, UHD], answer: undefined, failed: false, ...known }).map(
    ({ name }) => name,
  )

describe('where a problem can be reported', () => {
  it('is the library that has the title, even if it is not the page’s own', () => {
    expect(namesOf({ answer: answer({ instance_statuses: { in_4k: { status: 'available' } } }) })).toEqual([
      'Movies 4K',
    ])
    const both = answer({ status: 'partial', instance_statuses: { in_4k: { status: 'available' } } })
    expect(namesOf({ answer: both })).toEqual(['Movies', 'Movies 4K'])
  })

  it.each(['unavailable', 'requested', 'pending', 'denied', 'downloading'] as const)(
    'is no library where it is %s',
    status => {
      expect(namesOf({ libraries: [HD], answer: answer({ status }) })).toEqual([])
    },
  )

  it('is also a library that cannot be read, after those that have it', () => {
    const unread = answer({
      status: 'requested',
      status_known: false,
      instance_statuses: { in_4k: { status: 'available', status_known: true } },
    })
    expect(namesOf({ answer: unread })).toEqual(['Movies 4K', 'Movies'])
    expect(namesOf({ failed: true })).toEqual(['Movies', 'Movies 4K'])
    expect(namesOf({})).toEqual([])
  })

  it('is a library with files of the season, while another one is still to come', () => {
    const show = answer({ status: 'requested', seasons: [season(1, 8), season(2, 0)] })
    const at = (season_number?: number) =>
      namesOf({ media_type: 'tv', libraries: [HD], answer: show, season_number })
    expect(at()).toEqual(['Movies'])
    expect(at(1)).toEqual(['Movies'])
    expect(at(2)).toEqual([])
  })
})

describe('2/4.9 an open report of the same scope', () => {
  const EPISODE = { media_type: 'tv', tmdb_id: 7, season_number: 1, episode_number: 3 } as const
  const issue = (more: Partial<Issue>): Issue => ({
    id: 1,
    source: 'user',
    status: 'observing',
    ...EPISODE,
    title: 'Harbour Nine',
    detail: '',
    occurrences: 1,
    read: true,
    resolution: '',
    resolution_kind: '',
    created_at: '2026-11-16T10:00:00Z',
    updated_at: '2026-11-16T10:00:00Z',
    can_confirm_fixed: true,
    is_prevention: false,
    ...more,
  })
  const find = (more: Partial<Issue>) => openReportOf([issue(more)], { ...EPISODE, instance_id: HD.id })?.id

  it('is found by title, part and library', () => {
    expect(find({})).toBe(1)
    expect(find({ instance_id: HD.id })).toBe(1)
    expect(find({ instance_id: UHD.id })).toBeUndefined()
    expect(find({ episode_number: 4 })).toBeUndefined()
    expect(find({ episode_number: undefined })).toBeUndefined()
    expect(find({ status: 'resolved' })).toBeUndefined()
  })
})
