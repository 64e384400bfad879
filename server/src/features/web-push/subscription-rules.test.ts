import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isAuthSecret, isBrowserKey, isPushService, subjectOf } from './subscription-rules.ts'

const KNOWN = ['fcm.googleapis.com', '.push.apple.com', '127.0.0.1:4321', 'push.home.lan:8443']

describe('which endpoints may be posted to', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://web.push.apple.com/Q1', true],
    ['http://127.0.0.1:4321/push/1', true],
    ['https://push.home.lan:8443/1', true],
    ['http://push.home.lan:8443/1', false],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com:8443/x', false],
    ['https://evilpush.apple.com.example.org/', false],
    ['https://push.apple.com/', false],
    ['https://notpush.apple.com.', false],
    ['https://fcm.googleapis.com@169.254.169.254/', false],
    ['https://user:pass@fcm.googleapis.com/', false],
    ['https://169.254.169.254/latest', false],
    ['https://192.168.1.1/', false],
    ['http://127.0.0.1:4322/', false],
    ['http://127.0.0.1/', false],
    ['https://[::1]/', false],
    ['file:///etc/passwd', false],
    ['not an address', false],
  ])('%s: %s', (endpoint, allowed) => {
    expect(isPushService(endpoint, KNOWN)).toBe(allowed)
  })
})

it('takes keys that can be encrypted to, and nothing else', () => {
  const curve = createECDH('prime256v1')
  const point = curve.generateKeys()
  expect(isBrowserKey(point.toString('base64url'))).toBe(true)
  expect(
    isBrowserKey(
      Buffer.concat([point.subarray(0, 64), Buffer.of((point[64] ?? 0) ^ 1)]).toString('base64url'),
    ),
  ).toBe(false)
  expect(isBrowserKey(curve.getPublicKey('base64url', 'compressed'))).toBe(false)
  expect(isAuthSecret(Buffer.alloc(16, 7).toString('base64url'))).toBe(true)
  expect(isAuthSecret(Buffer.alloc(15, 7).toString('base64url'))).toBe(false)
})

it.each([
  ['ops@example.org', 'https://foyer.example.org', 'mailto:ops@example.org'],
  ['mailto:ops@example.org', '', 'mailto:ops@example.org'],
  ['https://example.org/contact', '', 'https://example.org/contact'],
  ['self-hosted Foyer', 'https://foyer.example.org', 'https://foyer.example.org'],
  ['self-hosted Foyer', 'http://foyer.lan', 'https://seen.example.org'],
])('RFC 8292 of %s and %s the subject is %s', (contact, external_url, subject) => {
  expect(subjectOf({ contact, external_url, seen_origin: 'https://seen.example.org' })).toBe(subject)
})

it('names nobody rather than this machine', () => {
  const known = { contact: '', external_url: '', seen_origin: 'http://localhost:5454' }
  expect(subjectOf(known)).toMatch(/^mailto:.*\.invalid$/)
})
