import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '#kit/crypto.ts'
import type { WebhookRecord } from '#ports/webhook-installer.ts'
import {
  callbackBase,
  callbackUrl,
  changesTheQueue,
  findOurs,
  hasCredentialInQuery,
  isKnownCredential,
  isLoss,
  isRepairable,
  nameForOurs,
  polledState,
  readBasic,
  usernameFor,
  webhookState,
} from './webhook-rules.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('HTTP Basic (1/6)', () => {
  it('reads any name and password back (RFC 7617)', () => {
    const names = fc.string().filter(name => !name.includes(':'))
    fc.assert(
      fc.property(names, fc.string(), (username, password) => {
        const text = `${username}:${password}`
        fc.pre(text.isWellFormed())
        expect(readBasic(basic(text))).toEqual({ username, password })
      }),
    )
  })

  it.each([undefined, '', 'Basic', 'Basic ', 'Bearer abc', basic('no colon'), 'Basic %%%'])(
    'reads nothing from %j',
    header => expect(readBasic(header)).toBeNull(),
  )

  it('knows the new and the former credential, and no other', () => {
    const [now, former] = ['w_now', 'w_former'].map(sha256) as [string, string]
    const known = (username: string, password: string, hashes = [now, former] as (string | null)[]) =>
      isKnownCredential({ username, password }, hashes)
    expect(known(usernameFor(now), 'w_now')).toBe(true)
    expect(known(usernameFor(former), 'w_former')).toBe(true)
    expect(known(usernameFor(former), 'w_now')).toBe(false)
    expect(known('foyer', 'w_now')).toBe(false)
    expect(known(usernameFor(now), 'w_other')).toBe(false)
    expect(known(usernameFor(''), '', [null, null])).toBe(false)
    expect(known(usernameFor(now), 'w_now', [null, null])).toBe(false)
  })

  it.each([
    ['?username=a&password=b', true],
    ['?apikey=x', true],
    ['?Token=x', true],
    ['?x=1', false],
    ['', false],
  ])('sees a credential in the address %s: %s', (query, expected) =>
    expect(hasCredentialInQuery(new URLSearchParams(query))).toBe(expected),
  )
})

describe('where managers call (1/I)', () => {
  const none = { configured: undefined, external: '', request: undefined }
  it.each([
    [
      { ...none, configured: 'http://foyer:5454', external: 'https://x.org', request: 'http://a' },
      'http://foyer:5454',
    ],
    [{ ...none, external: 'https://x.org', request: 'http://a' }, 'https://x.org'],
    [{ ...none, request: 'http://192.168.1.5:5454' }, 'http://192.168.1.5:5454'],
    [{ ...none, request: 'http://' }, null],
    [none, null],
  ])('%j → %s', (sources, expected) => expect(callbackBase(sources, '')).toBe(expected))

  it('adds the base path once (E)', () => {
    const base = (configured: string) => callbackBase({ ...none, configured }, '/foyer')
    expect(base('http://foyer:5454')).toBe('http://foyer:5454/foyer')
    expect(base('http://foyer:5454/foyer/')).toBe('http://foyer:5454/foyer')
    expect(base('http://foyer')).toBe('http://foyer/foyer')
    expect(callbackUrl('http://f', 'in_a')).toBe('http://f/api/webhooks/library/in_a')
  })
})

describe('what a record is worth (1/I)', () => {
  const url = 'http://f/api/webhooks/library/in_a'
  const stored = { credential_hash: sha256('a'), former_hash: null, is_pending: false }
  const renewing = { credential_hash: sha256('b'), former_hash: sha256('a'), is_pending: true }
  const live = { url, username: usernameFor(sha256('a')), is_enabled: true, is_complete: true }
  it.each([
    ['no record', null, stored, 'missing'],
    ['ours', live, stored, ''],
    ['ours, with everything hidden', { ...live, url: null, username: null }, stored, ''],
    ['we know of no credential', live, null, 'credential_missing'],
    ['it has no credential', { ...live, username: '' }, stored, 'credential_missing'],
    ['it has somebody else’s', { ...live, username: 'foyer-00000000' }, stored, 'credential_missing'],
    ['it points elsewhere', { ...live, url: 'http://old' }, stored, 'stale'],
    ['it keeps silent about events', { ...live, is_complete: false }, stored, 'stale'],
    ['it has the former credential', live, renewing, 'stale'],
    [
      'it took the new one, though its answer was lost',
      { ...live, username: usernameFor(sha256('b')) },
      renewing,
      '',
    ],
    ['it hides which one it has', { ...live, username: null }, renewing, 'stale'],
  ] as const)('%s', (_what, record, known, expected) =>
    expect(webhookState(record, known, url)).toBe(expected),
  )
})

describe('whose record it is (C60)', () => {
  const record = (id: number, name: string, more: Partial<WebhookRecord> = {}): WebhookRecord => ({
    id,
    name,
    is_webhook: true,
    url: 'http://elsewhere/api/webhooks/library/in_other',
    username: 'foyer-99999999',
    is_enabled: true,
    is_complete: true,
    ...more,
  })
  const usernames = [usernameFor(sha256('a'))]
  const owner = { instance_id: 'in_a', usernames }
  const url = 'http://f:5454/foyer/api/webhooks/library/in_a'

  it.each([
    [
      'by the path, under any name and host',
      record(2, 'X', { url: 'https://old/api/webhooks/library/in_a' }),
      2,
    ],
    ['not by the name', record(2, 'Foyer'), null],
    ['not by another instance', record(2, 'Foyer', { url: 'http://f/api/webhooks/library/in_ab' }), null],
    ['not by a path that goes on', record(2, 'Foyer', { url: `${url}/more` }), null],
    [
      'by our credential where the address is hidden',
      record(2, 'X', { url: null, username: usernames[0] }),
      2,
    ],
    ['not by another one there', record(2, 'Foyer', { url: null }), null],
    ['no chat or mail', record(2, 'Foyer', { url, is_webhook: false }), null],
    ['not by what is no address', record(2, 'Foyer', { url: 'api/webhooks/library/in_a' }), null],
  ] as const)('%s', (_what, one, id) =>
    expect(findOurs([record(1, 'Mail', { is_webhook: false }), one], owner)?.id ?? null).toBe(id),
  )

  it('of two with our path, the one with our credential', () => {
    const two = [record(1, 'A', { url }), record(2, 'B', { url, username: usernames[0] as string })]
    expect(findOurs(two, owner)?.id).toBe(2)
  })

  it('is named Foyer unless somebody else is, and then by its own address', () => {
    const foreign = [record(1, 'FOYER'), record(2, 'foyer (F:5454)')]
    expect(nameForOurs([], null, url)).toBe('Foyer')
    expect(nameForOurs([record(3, 'Foyer', { url })], record(3, 'Foyer', { url }), url)).toBe('Foyer')
    expect(nameForOurs(foreign.slice(0, 1), null, url)).toBe('Foyer (f:5454)')
    expect(nameForOurs(foreign, null, url)).toBe('Foyer (f:5454) 2')
    expect(nameForOurs([record(1, 'Foyer')], null, 'https://f/api/webhooks/library/in_a')).toBe('Foyer (f)')
  })

  it('that is switched off is called so at a poll, and nothing but missing and stale is put back', () => {
    const stored = { credential_hash: sha256('a'), former_hash: null, is_pending: false }
    const live = record(1, 'Foyer', { url, username: usernames[0] as string })
    expect(polledState(live, stored, url)).toBe('')
    expect(polledState({ ...live, is_enabled: false, is_complete: false }, stored, url)).toBe('disabled')
    expect(polledState({ ...live, is_complete: false }, stored, url)).toBe('stale')
    expect(polledState(null, stored, url)).toBe('missing')
    const states = ['', 'no_callback_url', 'missing', 'stale', 'disabled', 'credential_missing'] as const
    expect(states.filter(isLoss)).toEqual(['missing', 'stale', 'disabled', 'credential_missing'])
    expect(states.filter(isRepairable)).toEqual(['missing', 'stale'])
  })
})

it.each([
  ['Grab', true],
  ['Download', true],
  ['MovieAdded', true],
  ['SeriesAdd', true],
  ['AuthorAdded', true],
  ['MovieFileDelete', true],
  ['EpisodeFileDeleteForUpgrade', true],
  ['AlbumDelete', true],
  ['Test', false],
  ['Health', false],
  ['Rename', false],
  ['ApplicationUpdate', false],
  ['', false],
])('1/6 %j changes the queue: %s', (type, expected) => expect(changesTheQueue(type)).toBe(expected))
