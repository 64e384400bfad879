import type { DestinationKind } from '@foyer/contract/destinations/destination'
import { describe, expect, it } from 'vitest'
import { maskEmail, readAddress, secretProblem } from './address-rules.ts'

const rules = { private_hosts: ['ntfy.lan:8080'], isChatWebhook: (url: string) => url.endsWith('/webhook') }
const ofAdmin = (kind: DestinationKind, address: string) =>
  readAddress(kind, address, { ...rules, is_personal: false })
const ofPerson = (kind: DestinationKind, address: string) =>
  readAddress(kind, address, { ...rules, is_personal: true })

describe('addresses (C64)', () => {
  it.each<[DestinationKind, string, string]>([
    ['discord', 'https://discord.com/webhook', 'discord.com'],
    ['ntfy', 'https://ntfy.sh/foyer-7f3a', 'ntfy.sh'],
    ['ntfy', 'http://192.168.1.9:8080/foyer_7', '192.168.1.9:8080'],
    ['gotify', 'http://gotify:8070', 'gotify:8070'],
    ['gotify', 'https://example.org/gotify/', 'example.org'],
    ['webhook', 'https://example.org/hooks/foyer?key=abc', 'example.org'],
    ['webhook', 'http://[fd00::1]:1880/foyer', '[fd00::1]:1880'],
    ['telegram', '987654321', '987654321'],
    ['telegram', '-1001234567890', '-1001234567890'],
    ['telegram', '@our_movies', '@our_movies'],
    ['email', 'mia@example.org', 'm•••@example.org'],
  ])('%s %s shows %s', (kind, address, target) => expect(ofAdmin(kind, address)).toMatchObject({ target }))

  it.each<[DestinationKind, string]>([
    ['discord', 'https://example.org/'],
    ['ntfy', 'https://ntfy.sh'],
    ['ntfy', 'https://ntfy.sh/'],
    ['ntfy', 'https://ntfy.sh/a/b'],
    ['ntfy', 'https://ntfy.sh/two words'],
    ['ntfy', 'https://ntfy.sh/topic?auth=abc'],
    ['ntfy', `https://ntfy.sh/${'x'.repeat(65)}`],
    ['ntfy', 'ntfy.sh/topic'],
    ['gotify', 'gotify.example.org'],
    ['gotify', 'ftp://gotify.example.org'],
    ['gotify', 'https://gotify.example.org/?token=abc'],
    ['webhook', 'https://mia:secret@example.org/hook'],
    ['webhook', 'https://example.org/hook#part'],
    ['webhook', 'https://example.org\\@evil.example/'],
    ['webhook', 'javascript:alert(1)'],
    ['telegram', 'mia'],
    ['telegram', '12 34'],
    ['telegram', '@a'],
    ['email', 'mia'],
    ['email', 'mia@example'],
    ['email', 'mia@example.org, leo@example.org'],
    ['email', 'mia@example.org\r\nbcc: leo@example.org'],
  ])('%s does not take %s', (kind, address) => expect(ofAdmin(kind, address)).toHaveProperty('problem'))
})

describe('addresses of people (C64)', () => {
  it.each([
    ['https://ntfy.sh/mine', true],
    ['https://1.1.1.1/mine', true],
    // Listed by the operator, so that http is allowed.
    ['http://ntfy.lan:8080/mine', true],
    ['http://ntfy.lan/mine', false],
    ['http://ntfy.sh/mine', false],
    ['https://localhost/mine', false],
    ['https://127.0.0.1/mine', false],
    ['https://2130706433/mine', false],
    ['https://10.0.0.4/mine', false],
    ['https://[::1]/mine', false],
    ['https://[fe80::1]/mine', false],
    ['https://169.254.169.254/latest', false],
    ['https://nas/mine', false],
    ['https://nas.local/mine', false],
  ])('%s: %s', (address, taken) => expect('address' in ofPerson('ntfy', address)).toBe(taken))

  it.each<DestinationKind>(['discord', 'gotify', 'webhook'])('%s is for admins', kind =>
    expect(ofPerson(kind, 'https://example.org/webhook')).toHaveProperty('problem'),
  )
})

it('masks an e-mail address but for its domain', () => {
  expect(maskEmail('mia.long@example.org')).toBe('m•••@example.org')
  expect(maskEmail('m@example.org')).toBe('m•••@example.org')
})

it.each<[DestinationKind, string, boolean]>([
  ['ntfy', 'tk_abc123', true],
  ['ntfy', 'mia:a pass wörd', true],
  ['ntfy', 'a token', false],
  ['gotify', 'AbC.123', true],
  ['gotify', 'tökén', false],
  ['telegram', '123:AAF-x_y', true],
  ['telegram', '123:AAF\nx', false],
  ['webhook', 'any words, ünïcode too', true],
  ['discord', 'x', false],
  ['email', 'x', false],
])('%s with the secret “%s”: %s', (kind, secret, fits) =>
  expect(secretProblem(kind, secret) === null).toBe(fits),
)
