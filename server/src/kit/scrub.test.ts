import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScrubber, REDACTED } from '#kit/scrub.ts'

describe('scrub', () => {
  test.each<[string, string]>([
    ['GET /api?apikey=abc123&x=1', 'GET /api?apikey=[redacted]&x=1'],
    ['/3/movie?api_key=abc123', '/3/movie?api_key=[redacted]'],
    ['?access_token=a.b.c#top', '?access_token=[redacted]#top'],
    ['?X-Plex-Token=abc', '?X-Plex-Token=[redacted]'],
    ['?password=p%20w&next=1', '?password=[redacted]&next=1'],
    ['https://ann:pw@host/x', 'https://[redacted]@host/x'],
    ['https://ann:p@w@host/x', 'https://[redacted]@host/x'],
    ['postgres://foyer:pw@db/foyer', 'postgres://[redacted]@db/foyer'],
    ['sent Bearer abcdef.123', 'sent Bearer [redacted]'],
    ['Authorization: Basic YW5uOnB3', 'Authorization: [redacted]'],
    ['authorization: Bearer abcdef123\nnext: 1', 'authorization: [redacted]\nnext: 1'],
    ['Cookie: a=1; session=2', 'Cookie: [redacted]'],
    ['X-Api-Key: 0123456789abcdef', 'X-Api-Key: [redacted]'],
    ['{"apiKey":"abc","title":"Heat"}', '{"apiKey":"[redacted]","title":"Heat"}'],
    ["{ password: 'abc' }", "{ password: '[redacted]' }"],
    ['jwt eyJhbGciOi.eyJzdWIi.c2ln end', 'jwt [redacted] end'],
    ['mail ann@example.com', 'mail ann@example.com'],
    ['The passwords differ, says the token store.', 'The passwords differ, says the token store.'],
    ['https://example.com/a?page=2', 'https://example.com/a?page=2'],
    // Beside a title, or in a sentence, a credential still goes.
    ['The Secret: 0123456789abcdef', 'The Secret: [redacted]'],
    ['The Secret: aBcDeFgHiJkLmN', 'The Secret: [redacted]'],
    ['refused with token: hunter2', 'refused with token: [redacted]'],
    ['The Token: Dare 0123456789abcdef0', 'The Token: [redacted] 0123456789abcdef0'],
    ['The client secret: swordfish', 'The client secret: [redacted]'],
    ['Access Token: Swordfish Two', 'Access Token: [redacted] Two'],
    ['wrong password: swordfish', 'wrong password: [redacted]'],
    ['Its password: swordfish', 'Its password: [redacted]'],
    ['Password: Swordfish', 'Password: [redacted]'],
    ['password: correct horse', 'password: [redacted] horse'],
    ['secret: swordfish', 'secret: [redacted]'],
    ['Token:Swordfish', 'Token:[redacted]'],
    ['The Secret=Swordfish', 'The Secret=[redacted]'],
    ['auth_token: Dare to Dream', 'auth_token: [redacted] to Dream'],
    ['X-Plex-Token: Dare to Dream', 'X-Plex-Token: [redacted] to Dream'],
    ['Set-Cookie: Dare to Dream', 'Set-Cookie: [redacted]'],
    ['sent Cookie: theme=dark; a=1', 'sent Cookie: [redacted]'],
    ['Smart Cookie: A sid=1', 'Smart Cookie: [redacted]'],
    ['The "Secret": "Dare to Dream"', 'The "Secret": "[redacted]"'],
    ['["token","abc123"]', '["token","[redacted]"]'],
    ["['X-Api-Key', 'swordfish']", "['X-Api-Key', '[redacted]']"],
  ])('%j reads %j', (text, clean) => {
    expect(createScrubber().scrub(text)).toBe(clean)
  })

  test.each([
    'The Secret: Dare to Dream',
    'THE SECRET: DARE TO DREAM',
    'Smart Cookie: A Novel',
    'Cookie: A Love Story',
    'Top Secret: 50 Years of Spies',
    'The Token: Half-Blood',
    'Token: The Last Coin',
    'Le Secret : Une histoire d’amour',
    'Das Secret: Überleben',
    'The Password: A Love Story',
    'The Secret: "I can\'t love anyone," she says.',
    'Everybody keeps a secret: nobody is who they seem to be.',
    'She bakes one last cookie: the one that wins.',
    'He finds a token: McDuff’s ring.',
    '{"title":"Secret: A Novel","year":1984}',
    '{"title":"Top Secret","year":1984}',
    '{"title":"The Password","year":1984}',
    '["Top Secret","Heat","12 Angry Men"]',
    "['Top Secret', 'Heat']",
  ])('%j stays whole', text => {
    expect(createScrubber().scrub(text)).toBe(text)
  })

  test('scrubbing twice changes nothing more', () => {
    const scrubber = createScrubber()
    const once = scrubber.scrub('Authorization: Bearer abcdefgh, ?token=abc https://a:b@c/ Cookie: x=1')
    expect(scrubber.scrub(once)).toBe(once)
  })

  test('a registered secret goes in its raw, URL, JSON and base64 forms', () => {
    const secret = 'pa ss/"wörd"+&'
    const scrubber = createScrubber()
    scrubber.register(secret)
    const forms = [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).replace(/%../g, code => code.toLowerCase()),
      new URLSearchParams({ q: secret }).toString().slice(2),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
    ]
    for (const form of forms) expect(scrubber.scrub(`<${form}>`)).toBe(`<${REDACTED}>`)
  })

  test('of two secrets the longer wins where both begin', () => {
    const scrubber = createScrubber()
    scrubber.register('abcdef')
    scrubber.register('abcdefghij')
    expect(scrubber.scrub('-abcdefghij-abcdef-')).toBe(`-${REDACTED}-${REDACTED}-`)
  })

  test('a secret goes where it begins within the beginning of another', () => {
    const scrubber = createScrubber()
    scrubber.register('aaaaaab')
    scrubber.register('aaaaacd')
    expect(scrubber.scrub('aaaaaaab aaaaaacd aaaaaax')).toBe(`a${REDACTED} a${REDACTED} aaaaaax`)
  })

  test('thousands of long tokens are removed like a few', () => {
    const scrubber = createScrubber()
    const tokens = Array.from({ length: 3000 }, (_, at) => `${at}-`.padEnd(1500, `token${at}`))
    for (const token of tokens) scrubber.register(token)
    expect(scrubber.scrub(`<${tokens.at(7)}> <${tokens.at(-1)}>`)).toBe(`<${REDACTED}> <${REDACTED}>`)
  })

  test('values too short to be secrets are not registered', () => {
    const scrubber = createScrubber()
    scrubber.register('admin')
    scrubber.register('')
    scrubber.register(undefined)
    expect(scrubber.scrub('admin')).toBe('admin')
  })

  test('a registered secret never survives, whatever stands around it', () => {
    // Brackets and the marker's own letters could spell a secret out of the marker; real secrets do not.
    const secret = fc.stringMatching(/^[!-Zf-z^_~À-ÿ🎬]{6,40}$/u).filter(text => !REDACTED.includes(text))
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 5 }),
        fc.array(fc.string(), { minLength: 6, maxLength: 6 }),
        (secrets, around) => {
          const scrubber = createScrubber()
          for (const one of secrets) scrubber.register(one)
          const text = around.map((part, i) => part + (secrets[i] ?? '')).join('')
          const clean = scrubber.scrub(text)
          for (const one of secrets) expect(clean).not.toContain(one)
        },
      ),
    )
  })
})

describe('scrubValue', () => {
  test('secret fields are removed at any depth, flags and nulls stay', () => {
    const value = {
      name: 'Radarr',
      apiKey: 'k',
      has_api_key: true,
      password: null,
      nested: [{ 'X-Api-Key': 'k', client_secret: { a: 1 }, title: 'Heat', passkey: 'p', cookie: 'c' }],
      max_tokens: 5,
    }
    expect(createScrubber().scrubValue(value)).toEqual({
      name: 'Radarr',
      has_api_key: true,
      password: null,
      nested: [{ title: 'Heat' }],
      max_tokens: 5,
    })
  })

  test('settings listed as name and value lose the value', () => {
    const fields = [
      { name: 'apiKey', value: 'k', label: 'API Key' },
      { name: 'other', value: 'k', privacy: 'password' },
      { name: 'baseUrl', value: 'http://x/?apikey=k' },
    ]
    expect(createScrubber().scrubValue({ fields })).toEqual({
      fields: [
        { name: 'apiKey', label: 'API Key' },
        { name: 'other', privacy: 'password' },
        { name: 'baseUrl', value: 'http://x/?apikey=[redacted]' },
      ],
    })
  })

  test('lists of titles stay whole, and the values of listed headers go', () => {
    const titles = [
      'Top Secret',
      'Heat',
      'Smart Cookie',
      '12 Angry Men',
      'The Secret',
      'Dune: Part Two',
      'cookie',
      'spy',
    ]
    expect(createScrubber().scrubValue({ titles })).toEqual({ titles })
    expect(
      createScrubber().scrubValue([
        ['token', 'abcdef123456'],
        ['cookie', 'theme=dark'],
        ['Authorization', 'Swordfish'],
        ['X-Api-Key', 'Heat'],
        ['API Key', 'Heat'],
        ['Access Token', 'Heat'],
        ['password', 'swordfish'],
        ['Top Secret', '0123456789abcdef'],
      ]),
    ).toEqual([
      ['token', REDACTED],
      ['cookie', REDACTED],
      ['Authorization', REDACTED],
      ['X-Api-Key', REDACTED],
      ['API Key', REDACTED],
      ['Access Token', REDACTED],
      ['password', REDACTED],
      ['Top Secret', REDACTED],
    ])
  })

  test('a field named __proto__ reaches no prototype', () => {
    const clean = createScrubber().scrubValue(JSON.parse('{"__proto__":{"admin":true},"a":1}'))
    expect(clean).toEqual({ a: 1 })
    expect(clean).not.toHaveProperty('admin')
  })

  test('dates keep their JSON form and the original is not touched', () => {
    const value = { at: new Date('2026-11-15T09:00:00.000Z'), token: 'x' }
    expect(createScrubber().scrubValue(value)).toEqual({ at: '2026-11-15T09:00:00.000Z' })
    expect(value.token).toBe('x')
  })
})
