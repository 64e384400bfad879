import { expect, test } from 'vitest'
import { redirectTarget } from './redirects.ts'
import type { OutboundRequest } from './transport.ts'

const from = 'https://api.test/a?x=1'
const base: OutboundRequest = { upstream: 'X', method: 'GET', url: from, timeout_ms: 1, max_bytes: 1 }
const same: Partial<OutboundRequest> = { redirects: 'same_origin' }

test.each<[string, Partial<OutboundRequest>, string | undefined, string | null]>([
  ['refused unless asked for', {}, '/b', null],
  ['same origin, relative', same, '/b', 'https://api.test/b'],
  ['same origin, absolute', same, 'https://api.test/b', 'https://api.test/b'],
  ['another host', same, 'https://evil.test/b', null],
  ['another scheme', same, 'http://api.test/b', null],
  ['another port', same, 'https://api.test:8443/b', null],
  ['no location', same, undefined, null],
  ['garbage location', same, 'https://', null],
  [
    'a rule that allows',
    { redirects: url => url.hostname.endsWith('.test') },
    'https://cdn.test/',
    'https://cdn.test/',
  ],
  ['a rule that refuses', { redirects: () => false }, 'https://cdn.test/', null],
  ['no rule allows other schemes', { redirects: () => true }, 'file:///etc/passwd', null],
  ['nor userinfo', { redirects: () => true }, 'https://a:b@cdn.test/', null],
  ['writes are not sent elsewhere', { ...same, method: 'POST' }, '/b', null],
  ['with an Authorization header', { ...same, headers: { Authorization: 'x' } }, '/b', null],
  ['with an API key', { ...same, headers: { 'X-Api-Key': 'x' } }, '/b', null],
  ['with a header left out', { ...same, headers: { 'X-Api-Key': undefined } }, '/b', 'https://api.test/b'],
  ['when told of a credential', { ...same, credential: true }, '/b', null],
  [
    'when told there is none',
    { ...same, headers: { 'trakt-api-key': 'public' }, credential: false },
    '/b',
    'https://api.test/b',
  ],
])('%s', (_why, change, location, expected) => {
  expect(redirectTarget({ ...base, ...change }, new URL(from), location)?.href ?? null).toBe(expected)
})

test('a key in the query is a credential too', () => {
  expect(redirectTarget({ ...base, ...same }, new URL('https://api.test/a?api_key=k'), '/b')).toBeNull()
})
