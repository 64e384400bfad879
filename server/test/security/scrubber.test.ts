import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestLog } from '#test/test-log.ts'
import { createScrubber, REDACTED } from '#kit/scrub.ts'

/*
 * Defends 3.8: no credential leaves by the log or by a relayed answer, whatever wraps it. Each property draws a
 * secret that nobody registered, puts it where real ones stand, and looks for it in what comes out.
 */

/** As keys and passwords look: never a part of our own mark, never a word. */
const secret = fc
  .stringMatching(/^[A-Za-z0-9_-]{12,40}$/)
  .filter(text => /[0-9]/.test(text) && !REDACTED.includes(text))
/** What people choose, with signs that end a value elsewhere. */
const passphrase = fc
  .tuple(secret, fc.constantFrom(' ', ',', ';', '&', '}', '#', "'"))
  .map(parts => parts.join(''))
const plain = fc.stringMatching(/^[a-z ]{0,12}$/)

const NAMES = [
  'apikey',
  'api_key',
  'apiKey',
  'X-Api-Key',
  'X-Plex-Token',
  'X-Emby-Token',
  'X-Gotify-Key',
  'authkey',
  'auth_key',
  'authKey',
  'access_token',
  'refresh_token',
  'client_secret',
  'password',
  'passwd',
  'passkey',
  'torrent_pass',
  'rsskey',
  'rss_key',
  'session_id',
  'secretKey',
  'access-key',
] as const
const name = fc.constantFrom(...NAMES)

function expectGone(text: string, ...hidden: string[]): void {
  for (const one of hidden) expect(text).not.toContain(one)
}

const clean = (text: string) => createScrubber().scrub(text)
const cleanValue = (value: unknown) => JSON.stringify(createScrubber().scrubValue(value))

describe('text', () => {
  it.each<[string, string]>([
    ['?authkey=abc123&torrent_pass=def456', '?authkey=[redacted]&torrent_pass=[redacted]'],
    ['auth_key: abc123', 'auth_key: [redacted]'],
    ['Bearer abc', 'Bearer [redacted]'],
    ['bearer 12|abcdef', 'bearer [redacted]'],
    ['Bearer, opaque-token-1', 'Bearer, [redacted]'],
    ['Bearer%20abc123', 'Bearer%20[redacted]'],
    ['WWW-Authenticate: Bearer realm="foyer"', 'WWW-Authenticate: Bearer realm="foyer"'],
    ['a bearer token is missing', 'a bearer token is missing'],
    ['Basic authentication is off.', 'Basic authentication is off.'],
    ['https://discord.com/api/webhooks/1234567890/aB-c_d', 'https://discord.com/api/webhooks/[redacted]'],
    [
      'https://discord.com/api/v10/webhooks/123/aBc_d/slack',
      'https://discord.com/api/v10/webhooks/[redacted]',
    ],
    ['https://hooks.slack.com/services/T0/B0/abcDEF123', 'https://hooks.slack.com/services/[redacted]'],
    ['https://chat.example/hooks/abcdefghij', 'https://chat.example/hooks/[redacted]'],
    ['https://ha.example/api/webhook/abcdefghij', 'https://ha.example/api/webhook/[redacted]'],
    [
      'https://api.telegram.org/bot123456:AAE-x_y/sendMessage',
      'https://api.telegram.org/bot[redacted]/sendMessage',
    ],
    ['ntfy said no to tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2', 'ntfy said no to [redacted]'],
    ['https://push.example/message?token=AbCdEf.123', 'https://push.example/message?token=[redacted]'],
    ['https://ntfy.example/topic?auth=QmVhcmVyIHRr', 'https://ntfy.example/topic?auth=[redacted]'],
    ['https://ai.example/models?key=AIzaSy123', 'https://ai.example/models?key=[redacted]'],
    ['POST /api/webhooks/library/in_abcdef123456', 'POST /api/webhooks/library/in_abcdef123456'],
    [
      'http://foyer:w_secret123@nas/api/webhooks/library/in_a',
      'http://[redacted]@nas/api/webhooks/library/in_a',
    ],
    ['{"password":"two words, and more"}', '{"password":"[redacted]"}'],
    [String.raw`"{\"apiKey\":\"a b\",\"n\":1}"`, String.raw`"{\"apiKey\":\"[redacted]\",\"n\":1}"`],
    [
      '?next=http%3A%2F%2Fx%2F%3Fapikey%3Dabc123%26n%3D1',
      '?next=http%3A%2F%2Fx%2F%3Fapikey%3D[redacted]%26n%3D1',
    ],
    ['?next=http%3A%2F%2Fann%3Apw%40host%2F', '?next=http%3A%2F%2F[redacted]%40host%2F'],
  ])('%j reads %j', (text, expected) => {
    expect(clean(text)).toBe(expected)
  })

  it('loses the secret of every named parameter of a query', () => {
    fc.assert(
      fc.property(name, secret, plain, (key, value, more) => {
        const query = new URLSearchParams([
          ['page', more],
          [key, value],
          ['next', more],
        ]).toString()
        expectGone(clean(`GET /x?${query}`), value)
        expectGone(clean(encodeURIComponent(`http://h/?${query}`)), value)
      }),
    )
  })

  it('loses the secret of every header, however it is written', () => {
    const header = fc.oneof(
      name,
      fc.constantFrom('Authorization', 'Proxy-Authorization', 'Cookie', 'Set-Cookie'),
    )
    fc.assert(
      fc.property(header, secret, fc.constantFrom(': ', ':', ' : '), (key, value, colon) => {
        for (const written of [key, key.toLowerCase(), key.toUpperCase()]) {
          expectGone(clean(`${written}${colon}${value}\r\nAccept: x`), value)
          expect(clean(`${written}${colon}${value}\r\nAccept: x`)).toContain('Accept: x')
        }
      }),
    )
  })

  it('loses what follows Bearer and Basic', () => {
    fc.assert(
      fc.property(fc.constantFrom('Bearer', 'bearer', 'BEARER'), secret, plain, (scheme, value, before) => {
        expectGone(clean(`${before} ${scheme} ${value}`), value)
        expectGone(clean(`["${scheme}","${value}"]`), value)
        expectGone(clean(`Sec-WebSocket-Protocol: ${scheme}, ${value}`), value)
        const basic = Buffer.from(`ann:${value}`).toString('base64')
        expectGone(clean(`Basic ${basic}`), basic)
      }),
    )
  })

  it('loses the user and the password of an address', () => {
    fc.assert(
      fc.property(secret, passphrase, fc.constantFrom('http', 'postgres', 'socks5'), (user, word, scheme) => {
        const address = `${scheme}://${user}:${encodeURIComponent(word)}@host:80/path`
        expectGone(clean(`at ${address}.`), user, word, encodeURIComponent(word))
        expectGone(clean(encodeURIComponent(address)), user)
        expect(clean(address)).toContain('@host:80/path')
      }),
    )
  })

  it('loses the token in the path of a webhook', () => {
    const path = fc.constantFrom(
      (token: string) => `https://discord.com/api/webhooks/1100220033004400550/${token}`,
      (token: string) =>
        `https://ptb.discord.com/api/v10/webhooks/1100220033004400550/${token}/slack?wait=true`,
      (token: string) => `https://hooks.slack.com/services/T0AAAAAAA/B0BBBBBBB/${token}`,
      (token: string) => `https://hooks.zapier.com/hooks/catch/12345/${token}/`,
      (token: string) => `https://mattermost.example/hooks/${token}`,
      (token: string) => `https://ha.example/api/webhook/${token}`,
      (token: string) => `https://api.telegram.org/bot110201543:${token}/sendMessage?chat_id=1`,
      (token: string) => `https://api.telegram.org/file/bot110201543%3A${token}/a.jpg`,
    )
    fc.assert(
      fc.property(path, secret, (write, token) => {
        expectGone(clean(`POST ${write(token)} failed`), token)
        expectGone(cleanValue({ fields: [{ name: 'webHookUrl', value: write(token) }] }), token)
        expect(clean(`POST ${write(token)} failed`)).toMatch(/^POST https:\/\/[a-z.]+\/.* failed$/)
      }),
    )
  })

  it('loses a quoted secret whole, and in JSON within JSON at any depth', () => {
    fc.assert(
      fc.property(name, passphrase, fc.integer({ min: 1, max: 4 }), (key, value, depth) => {
        let text = JSON.stringify({ before: 1, [key]: value, after: 'still here' })
        for (let level = 1; level < depth; level++) text = JSON.stringify({ wrapped: text })
        const shown = clean(text)
        expectGone(shown, value, value.slice(0, 12))
        expect(shown).toContain('still here')
      }),
    )
  })

  it('changes nothing the second time', () => {
    const piece = fc.oneof(
      fc.tuple(name, secret).map(([key, value]) => `${key}=${value}&`),
      fc.tuple(name, passphrase).map(([key, value]) => JSON.stringify({ [key]: value })),
      secret.map(value => `Authorization: Bearer ${value}\n`),
      secret.map(value => `https://a:${value}@h/api/webhooks/1/${value}`),
      secret.map(value => `/bot1:${value}/x tk_${value} `),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), pieces => {
        const once = clean(pieces.join(' '))
        expect(clean(once)).toBe(once)
      }),
    )
  })

  it('comes to an end with texts that were made to keep it busy', () => {
    const many = 200_000
    const evil = [
      'token'.repeat(many),
      'token:['.repeat(many),
      'cookie:"'.repeat(many),
      `password="${'\\"'.repeat(many)}`,
      `token=${'\\'.repeat(many)}`,
      'Bearer '.repeat(many),
      '/webhooks/'.repeat(many),
      `http://${'a'.repeat(many)}`,
      'http://'.repeat(many),
      '%3A%2F%2F'.repeat(many),
      `%3A%2F%2F${'%3'.repeat(many)}%40`,
      `eyJ${'a.'.repeat(many)}`,
    ]
    // What grows with the square of these lengths would take hours.
    for (const text of evil) expect(clean(`${text} Bearer abc123`)).toBeTypeOf('string')
  })

  it('survives thousands of long secrets, as renewed tokens and entered keys are', () => {
    const scrubber = createScrubber()
    const tokens = Array.from({ length: 3000 }, (_, i) => `${i.toString(36)}-${'k9'.repeat(1000)}-${i}`)
    for (const token of tokens) scrubber.register(token)
    for (const token of [tokens[0], tokens[1500], tokens[2999]])
      expect(scrubber.scrub(`before ${token} after`)).toBe(`before ${REDACTED} after`)
  })

  it('finds a secret that begins within the beginning of another one', () => {
    const scrubber = createScrubber()
    for (const secret of ['aaaaaabcd', 'aabcdefgh', 'aabcde']) scrubber.register(secret)
    expect(scrubber.scrub('aaaaaabcdefgh')).toBe(`${REDACTED}efgh`)
    expect(scrubber.scrub('xaaaaabcdefgh')).toBe(`xaaa${REDACTED}`)
    expect(scrubber.scrub('aabcdex aaaaaab')).toBe(`${REDACTED}x aaaaaab`)
  })
})

describe('values', () => {
  const json = fc.jsonValue({ maxDepth: 3 })

  it('loses secret fields at any depth, and only those', () => {
    fc.assert(
      fc.property(
        name,
        passphrase,
        fc.array(fc.constantFrom('list', 'object'), { maxLength: 5 }),
        json,
        (key, value, way, beside) => {
          let document: unknown = { [key]: value, title: 'Heat', beside }
          for (const step of way) document = step === 'list' ? [0, document] : { inner: document, kept: 1 }
          expectGone(cleanValue(document), JSON.stringify(value).slice(1, -1))
          expect(cleanValue(document)).toContain('"title":"Heat"')
        },
      ),
    )
  })

  it('loses headers kept as pairs or as one flat list', () => {
    fc.assert(
      fc.property(name, secret, (key, value) => {
        expectGone(
          cleanValue({
            headers: [
              ['accept', 'x'],
              [key, value],
            ],
          }),
          value,
        )
        expectGone(cleanValue({ rawHeaders: ['accept', 'x', key, value, 'host', 'h'] }), value)
        expect(cleanValue({ rawHeaders: [key, value, 'host', 'h'] })).toContain('"host","h"')
      }),
    )
  })

  it('leaves what only sounds like a secret', () => {
    const value = {
      has_api_key: true,
      password: null,
      methods: ['password', 'passkey'],
      authors: ['Ann Author'],
      author: 'Ann',
      keyword: 'night',
      monkey: 'bonobo',
      bypass: 'yes',
      tokens_left: 5,
      titleSlug: 'the-secret-of-the-token',
      title: 'Basic Instinct',
      studio: 'Bearer Productions',
      overview: 'The ring bearer travels on. A Bearer of bad news knows the password.',
      path: '/services/Transport/Data',
    }
    expect(createScrubber().scrubValue(value)).toEqual(value)
  })
})

describe('known values', () => {
  const known = fc.stringMatching(/^[!-Zf-z^_~À-ÿ🎬]{8,40}$/u).filter(text => !REDACTED.includes(text))

  /** What a secret becomes on its way through other programs. */
  const wrap = fc.constantFrom(
    (text: string) => text,
    (text: string) => encodeURIComponent(text),
    (text: string) => JSON.stringify(text),
    (text: string) => JSON.stringify(JSON.stringify(text)),
    (text: string) => new URLSearchParams({ q: text }).toString(),
    (text: string) => Buffer.from(text).toString('base64'),
    (text: string) => Buffer.from(`ann:${text}`).toString('base64'),
    (text: string) => Buffer.from(`anna:${text}:x`).toString('base64'),
    (text: string) => Buffer.from(`${text}\n`).toString('base64url'),
  )

  it('are gone in every form, also inside of larger base64', () => {
    fc.assert(
      fc.property(known, wrap, plain, plain, (value, write, before, after) => {
        const scrubber = createScrubber()
        scrubber.register(value)
        const shown = scrubber.scrub(`${before}<${write(value)}>${after}`)
        expect(shown).toContain(REDACTED)
        expect(shown).not.toContain(write(value))
        const decoded = Buffer.from(shown.replace(/.*</s, '').replace(/>.*/s, ''), 'base64').toString()
        expect(decoded).not.toContain(value)
      }),
    )
  })

  it('are gone from the names of fields and from the log', () => {
    fc.assert(
      fc.property(known, value => {
        const scrubber = createScrubber()
        scrubber.register(value)
        expectGone(JSON.stringify(scrubber.scrubValue({ [value]: { deep: [value] } })), value)
        const log = createTestLog({ scrubber })
        log.child({ from: value }).warn({ err: new Error(`no: ${value}`), list: [value] }, `said ${value}.`)
        expectGone(JSON.stringify(log.entries), JSON.stringify(value).slice(1, -1))
      }),
    )
  })
})
