import { SYSTEM_ISSUE_TITLES, type SystemIssue } from '@foyer/contract/issues/system-issues'
import { PAUSE_REASONS, type PauseReason } from '@foyer/contract/remediation/pause-reasons'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlertRecord, type AlertType, CATEGORY_OF } from '../alerts/alert.ts'
import { textsIn, WRITTEN_LANGUAGES } from '#texts/texts.ts'
import { noticeOf, oneLine } from './notice-rules.ts'

const ENGLISH = textsIn('en')
const alert: AlertRecord = {
  id: 7,
  type: 'new_movie',
  audience: { to: 'admins' },
  data: { media_type: 'movie', tmdb_id: 603, title: 'The Matrix', instance_id: 'in_a' },
  topic: 'in_a movie:603',
  parts: [],
  state: 'told',
  created_at: '2026-11-15T09:00:00.000Z',
}

describe('what Foyer itself says is in the language of the reader (C58)', () => {
  const said = (language: string, type: AlertType, data: AlertRecord['data']) =>
    noticeOf({ ...alert, type, data }, textsIn(language)).body

  it('about an issue of its own', () => {
    const data = { issue_id: 5, title: SYSTEM_ISSUE_TITLES.ai_health }
    expect(said('de', 'issue_created', data)).toBe('Die KI des Servers antwortet nicht.')
    expect(said('en', 'issue_created', data)).toBe('The included AI profile does not answer.')
  })

  it('about a rule that was paused, whose English name only the English read', () => {
    const data = { title: 'Stalled download: block the release', reason: PAUSE_REASONS.dismissed }
    expect(said('fr', 'agent_autoapproval_paused', data)).toBe(
      'Une règle d’approbation demande de nouveau votre accord. Le problème a été ignoré.',
    )
  })

  it('as on the pages', () => {
    const { say } = ENGLISH
    for (const [name, title] of Object.entries(SYSTEM_ISSUE_TITLES))
      expect(say(`issue_created.${name as SystemIssue}`)).toBe(`${title}.`)
    for (const [name, reason] of Object.entries(PAUSE_REASONS))
      expect(say(`paused_after.${name as PauseReason}`)).toBe(reason)
  })
})

describe('what a device shows', () => {
  it.each([
    ['new_movie', {}, 'The Matrix is ready to watch.'],
    ['new_episode', { count: 26 }, 'The Matrix: 26 new episodes.'],
    ['new_episode', { count: 1 }, 'The Matrix: a new episode.'],
    ['request_pending', { username: 'bo' }, 'bo requested the movie The Matrix.'],
    ['request_decision', { decision: 'approved' }, 'The Matrix was approved.'],
    ['request_decision', { decision: 'denied' }, 'The Matrix was declined.'],
    [
      'request_decision',
      { decision: 'denied', reason: 'we\nhave it' },
      'The Matrix was declined: we have it',
    ],
    ['issue_created', { username: 'bo' }, 'bo reported a problem with The Matrix.'],
    ['issue_created', {}, 'There is a problem with The Matrix.'],
    ['issue_question', { username: 'bo' }, 'bo wrote about The Matrix.'],
    ['issue_question', {}, 'The Matrix needs an admin.'],
    ['issue_fix_confirm', { username: 'bo' }, 'bo confirmed that The Matrix is fixed.'],
    ['issue_report_update', {}, 'There is a new message about The Matrix.'],
    ['issue_closed', {}, 'Your report about The Matrix was closed.'],
    ['request_auto_approved', { username: 'bo' }, 'The Matrix was accepted without review.'],
    [
      'agent_autoapproval_paused',
      { title: 'Stalled download: block the release', reason: 'The fix failed.' },
      'The rule “Stalled download: block the release” asks first again. The fix failed.',
    ],
    ['agent_autoapproval_paused', { title: undefined }, 'An approval rule asks first again.'],
    ['agent_digest', { count: 0 }, 'No issue was resolved. See what is open.'],
    ['agent_digest', { count: 1 }, '1 issue was resolved.'],
    ['agent_digest', { count: 12 }, '12 issues were resolved.'],
    [
      'request_pending',
      { username: 'bo', title_unverified: true },
      'bo requested a movie titled “The Matrix”.',
    ],
    [
      'request_auto_approved',
      { username: 'bo', title_unverified: true },
      'bo requested a movie titled “The Matrix”. It was accepted without review.',
    ],
    [
      'request_decision',
      { decision: 'approved', title_unverified: true },
      'The movie requested as “The Matrix” was approved.',
    ],
    [
      'request_decision',
      { decision: 'denied', title_unverified: true, reason: 'no' },
      'The movie requested as “The Matrix” was declined: no',
    ],
  ] as const)('%s %j', (type, more, body) => {
    expect(noticeOf({ ...alert, type, data: { ...alert.data, ...more } }, ENGLISH).body).toBe(body)
  })

  it('has words for everything in every language, with and without a title', () => {
    for (const language of WRITTEN_LANGUAGES) {
      for (const type of Object.keys(CATEGORY_OF) as AlertType[]) {
        for (const data of [
          alert.data,
          { ...alert.data, username: 'mia', title_unverified: true as const },
          {},
        ]) {
          const { title, body } = noticeOf({ ...alert, type, data }, textsIn(language))
          expect(title.length * body.length, type).toBeGreaterThan(0)
          // Every placeholder is filled in.
          expect(`${title} ${body}`).not.toMatch(/undefined|[{}]/)
        }
      }
    }
  })

  it('carries the badge only when there is one', () => {
    expect(noticeOf(alert, ENGLISH)).not.toHaveProperty('badge')
    expect(noticeOf(alert, ENGLISH, 0)).toMatchObject({ badge: 0 })
  })

  it('has an id of at most 64 bytes that is the same each time it leaves, and no other alert’s', () => {
    const named = (change: Partial<AlertRecord>) =>
      noticeOf({ ...alert, ...change }, ENGLISH).collapse_id ?? ''
    expect(named({ data: { count: 2 } })).toBe(named({}))
    const another = [named({ id: 8 }), named({ created_at: '2026-11-15T09:00:00.001Z' })]
    expect(new Set([named({}), ...another]).size).toBe(3)
    const longest = { id: 2_147_483_647, created_at: '9999-12-31T23:59:59.999Z' }
    expect(Buffer.byteLength(named(longest))).toBeLessThanOrEqual(64)
  })

  it('makes one short line of whatever others wrote', () => {
    const pieces = fc.constantFrom(
      'a',
      'Zoë',
      ' ',
      '\n',
      '\t',
      '\u0000',
      '\u202e',
      '\u2028',
      '\u200b',
      '🎬',
      '…',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 300 }), text => {
        const line = oneLine(text.join(''))
        expect(line.length).toBeLessThanOrEqual(480)
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(oneLine(line)).toBe(line)
      }),
    )
  })
})
