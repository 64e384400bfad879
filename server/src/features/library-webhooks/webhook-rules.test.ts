import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '#kit/crypto.ts'
import {
  callbackBase,
  callbackUrl,
  changesTheQueue,
  hasCredentialInQuery,
  isKnownCredential,
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
    expect(callbackUrl('http://f', 'in_a')).toBe('http://f/api/webhooks/library/in_a')
  })
})

describe('what a record is worth (1/I)', () => {
  const url = 'http://f/api/webhooks/library/in_a'
  const stored = { credential_hash: sha256('a'), former_hash: null, is_pending: false }
  const renewing = { credential_hash: sha256('b'), former_hash: sha256('a'), is_pending: true }
  const live = { url, username: usernameFor(sha256('a')), is_complete: true }
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
