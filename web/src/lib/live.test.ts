import { describe, expect, it } from 'vitest'
import { parseFrame, reconnectDelay, STALE_BY_EVENT, staleKeys } from './live.ts'

/** The events of 1/6, repeated here so that a typo in the table is caught. */
const SPOKEN = new Set([
  'config_changed',
  'download_progress',
  'request_status_changed',
  'library_queue_changed',
  'request_pending',
  'request_decision',
  'request_updated',
  'request_quota_changed',
  // Not in the list of 1/6; clients must expect unknown events.
  'inbox_changed',
  'settings_change_updated',
  'library_access_changed',
  'issue_created',
  'issue_updated',
  'issue_question',
  'issue_fix_confirm',
  'issue_closed',
  'agent_action_pending',
  'agent_action_decided',
  'agent_autoapproval_paused',
  'remediation_autodispatch_disabled',
  'invite_access_request',
  'media_server_access',
  'profile_change_pending',
  'profile_change_decided',
])

describe('live events (1/6)', () => {
  it('contains only events the server sends', () => {
    expect(Object.keys(STALE_BY_EVENT).filter(name => !SPOKEN.has(name))).toEqual([])
  })

  it('makes everything stale when the configuration changed', () => {
    expect(staleKeys({ type: 'config_changed', data: {} })).toBe('all')
  })

  it('refetches only the title that an event names', () => {
    const data = { media_type: 'movie', tmdb_id: 603, instance_id: 'r', progress: 40, status: 'downloading' }
    expect(staleKeys({ type: 'download_progress', data })).toEqual([['title-status', 'movie', 603]])
    expect(staleKeys({ type: 'request_updated', data: { media_type: 'book', foreign_id: 'w' } })).toEqual([
      ['requests'],
      ['approvals'],
      ['attention'],
      ['shelf-status'],
      ['tv-repairs'],
    ])
    expect(staleKeys({ type: 'request_status_changed', data })).toContainEqual(['media-files', 'movie', 603])
    const album = { media_type: 'music', foreign_id: 'rg', instance_id: 'l' }
    expect(staleKeys({ type: 'request_status_changed', data: album })).toContainEqual(['music-library'])
    expect(staleKeys({ type: 'request_status_changed', data: album })).not.toContainEqual(['book-library'])
    const queue = { instance_id: 'l', service_type: 'music_manager' }
    expect(staleKeys({ type: 'library_queue_changed', data: queue })).toEqual([
      ['shelf-status'],
      ['music-library'],
      ['releases'],
      ['recently-added'],
    ])
  })

  it.each(['hello', 'an_event_of_next_year', 'toString', '__proto__'])('ignores %s', type => {
    expect(staleKeys({ type, data: {} })).toEqual([])
  })

  it('reads a frame and refuses anything else', () => {
    expect(parseFrame('{"type":"hello","data":{"version":"1"}}')).toEqual({
      type: 'hello',
      data: { version: '1' },
    })
    expect(parseFrame('{"type":"hello"}')).toEqual({ type: 'hello', data: {} })
    for (const text of ['', 'null', '[]', '{"type":1}', '{', new ArrayBuffer(1)])
      expect(parseFrame(text)).toBeNull()
  })

  it('waits longer each time, at most a minute, with jitter', () => {
    expect([0, 1, 2, 3].map(attempt => reconnectDelay(attempt, 0))).toEqual([1000, 2000, 4000, 8000])
    expect(reconnectDelay(50, 0)).toBe(60_000)
    expect(reconnectDelay(3, 1)).toBe(4000)
  })
})
