import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { SYSTEM_ISSUE_TITLES } from '@foyer/contract/issues/system-issues'
import inbox_de from '#locales/de/inbox.json'
import inbox from '#locales/en/inbox.json'
import { entryFacts, entryText } from './entry-text.ts'

const i18n = i18next.createInstance()
const german = i18next.createInstance()
beforeAll(() =>
  german.init({
    lng: 'de',
    resources: { de: { translation: { inbox: inbox_de } } },
    interpolation: { escapeValue: false },
  }),
)
beforeAll(() =>
  i18n.init({
    lng: 'en',
    resources: { en: { translation: { inbox } } },
    interpolation: { escapeValue: false },
  }),
)

const UMA = 7
const data = { media_type: 'movie' as const, title: 'Mine', user_id: UMA, username: 'uma' }
const wordsOf = (type: string, more: object, reader_id: number) => {
  const entry = { type, data: { ...data, ...more } }
  return [entryText(i18n.t, entry, reader_id), ...entryFacts(i18n.t, entry)]
}

const CONFIRMED: [type: string, more: object, reader_id: number, words: string][] = [
  ['request_auto_approved', {}, UMA, 'Mine was approved automatically'],
  ['request_auto_approved', {}, 1, 'uma requested Mine, approved automatically'],
  ['profile_change_pending', {}, 1, 'uma’s assistant proposes a change of Mine'],
  ['request_decision', { decision: 'approved' }, UMA, 'Mine was approved'],
  ['request_decision', { decision: 'denied' }, UMA, 'Mine was declined'],
]

describe('C69 an unconfirmed title', () => {
  it.each(CONFIRMED)(
    '%s %j for reader %i is shown as named by the requester',
    (type, more, reader, words) => {
      expect(wordsOf(type, more, reader)).toEqual([words, 'Movie'])
      expect(wordsOf(type, { ...more, title_unverified: true }, reader)).toEqual([
        words.replace('Mine', '“Mine”'),
        'Movie',
        'Title entered by the requester, not confirmed yet',
      ])
    },
  )

  it('says so in the first line of a pending request', () => {
    expect(wordsOf('request_pending', { title_unverified: true }, 1)).toEqual([
      'uma requested “Mine” (title not confirmed)',
      'Movie',
    ])
  })
})

it('2:4.9 news about reports say who wrote, or what was found', () => {
  const words = (type: string, more: object = {}) =>
    entryText(i18n.t, { type, data: { media_type: 'movie', title: 'Mine', issue_id: 4, ...more } })
  expect(words('issue_created', { username: 'uma' })).toBe('uma reported a problem with Mine')
  expect(words('issue_created')).toBe('Problem found: Mine')
  const own = { type: 'issue_created', data: { issue_id: 5, title: SYSTEM_ISSUE_TITLES.ai_health } }
  expect(entryText(german.t, own)).toBe('Problem gefunden: Die KI des Servers antwortet nicht')
  expect(words('issue_question', { username: 'uma' })).toBe('uma wrote about Mine')
  expect(words('issue_report_update')).toBe('News on your report about Mine')
  expect(words('issue_closed')).toBe('Your report about Mine was closed')
})

it('2:6 news about media servers name the server, or who asks for one', () => {
  const words = (type: string, data: object) => entryText(i18n.t, { type, data })
  expect(words('media_server_access', { instance_id: 'in_1', instance_name: 'Den' })).toBe(
    'You can use Den now',
  )
  expect(words('invite_access_request', { user_id: UMA, username: 'uma' })).toBe(
    'uma asks for access to Plex',
  )
})

it('2:4.9 news of the agent say what happened, in no English of the server', () => {
  const words = (type: string, data: object) => [
    entryText(german.t, { type, data }),
    ...entryFacts(german.t, { type, data }),
  ]
  const fix = { issue_id: 4, media_type: 'movie', title: 'Low Water', count: 2 }
  expect(words('agent_action_pending', fix)).toEqual([
    'Eine Lösung für Low Water wartet auf deine Freigabe',
    'Film',
  ])
  const rule = { issue_id: 4, title: 'Stalled download: block the release', reason: 'The fix failed.' }
  expect(words('agent_autoapproval_paused', rule)).toEqual([
    'Eine Freigaberegel ist pausiert und fragt wieder nach',
  ])
  const off = { reason: '3 investigations in a row ended without a result.' }
  expect(words('remediation_autodispatch_disabled', off)).toEqual([
    'Die automatische Untersuchung ist aus, weil zu viele ohne Ergebnis blieben',
  ])
  expect([0, 1, 2].map(count => words('agent_digest', { count })[0])).toEqual([
    'Diese Woche wurde kein Problem gelöst',
    'Diese Woche wurde 1 Problem gelöst',
    'Diese Woche wurden 2 Probleme gelöst',
  ])
})
