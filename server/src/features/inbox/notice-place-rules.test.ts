import { expect, it } from 'vitest'
import { placeOf } from './notice-place-rules.ts'

it.each([
  ['request_pending', { request_id: 4 }, '/approvals'],
  ['profile_change_pending', { proposal_id: 4 }, '/settings/proposals'],
  ['agent_action_pending', { issue_id: 4 }, '/settings/agent-actions'],
  ['agent_autoapproval_paused', { issue_id: 4 }, '/settings/approval-rules'],
  ['issue_created', { issue_id: 4, media_type: 'movie', tmdb_id: 603 }, '/issues/4'],
  ['issue_report_update', { issue_id: 4 }, '/issues/4'],
  ['issue_closed', {}, '/issues'],
  ['agent_digest', { count: 4 }, '/issues'],
  ['remediation_autodispatch_disabled', {}, '/settings/problems'],
  ['request_decision', { request_id: 4, media_type: 'movie', tmdb_id: 603 }, '/requests?open=4'],
  ['request_auto_approved', {}, '/requests'],
  ['new_movie', { media_type: 'movie', tmdb_id: 603 }, '/movies/603'],
  ['new_episode', { media_type: 'tv', tmdb_id: 1399, count: 26 }, '/tv/1399'],
  [
    'new_book',
    { media_type: 'book', foreign_id: 'a/b', title: 'Du & ich' },
    '/books/titles/a%2Fb?title=Du%20%26%20ich',
  ],
  ['new_music', { media_type: 'music', foreign_id: 'f0' }, '/music/albums/f0'],
  ['new_movie', { media_type: 'movie' }, '/inbox'],
  ['media_server_access', { instance_id: 'in_1', instance_name: 'Den' }, '/servers'],
  ['invite_access_request', { user_id: 7, username: 'uma' }, '/users/7'],
  ['test', {}, '/account'],
  ['something_later', {}, '/inbox'],
] as const)('%s leads where it can be looked at', (type, data, path) => {
  expect(placeOf(type, data)).toBe(path)
})
