import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '#features/ai-tools/define-tool.ts'
import { createToolDispatcher } from '#features/ai-tools/tool-dispatcher.ts'
import { ToolRefusal } from '#features/ai-tools/tool-errors.ts'
import { asRefusal } from '#http/errors.ts'
import { parseInput } from '#http/validation.ts'
import { Refusal } from '#kit/refusal.ts'
import { createScrubber } from '#kit/scrub.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'

/**
 * 2:4.8: every tool result crosses a credential scrubber, before chat, /mcp, remediation and debug logs. Defends
 * against a library manager, indexer or proxy that repeats credentials in what it answers.
 */

/** As keys and tokens are: long, of letters and digits, and found nowhere else. */
const Secret = fc.stringMatching(/^k[A-Za-z0-9]{15,40}$/).filter(text => /\d/.test(text))
/** Words around a secret, as titles, plots and messages have them. */
const Prose = fc.stringMatching(/^[A-Za-z ,.'!?-]{0,20}$/)
const Name = fc.constantFrom(
  'apikey',
  'apiKey',
  'api_key',
  'X-Api-Key',
  'access_token',
  'accessToken',
  'token',
  'X-Plex-Token',
  'password',
  'passkey',
  'torrent_pass',
  'rsskey',
  'client_secret',
  'secret',
  'session_id',
  'authkey',
)

/** The ways in which services write a secret into a text. */
const WRITTEN: Record<string, (secret: string, name: string) => string> = {
  'a query parameter': (secret, name) => `https://indexer.example/getnzb?id=1&${name}=${secret}&t=get`,
  'an encoded query parameter': (secret, name) =>
    `https://proxy.example/?url=${encodeURIComponent(`http://i.example/dl?${name}=${secret}`)}`,
  'a release GUID of an indexer': (secret, name) => `https://indexer.example/details/4711?${name}=${secret}`,
  'the user of an address': secret => `https://${secret}@indexer.example/rss`,
  'the password of an address': secret => `http://ann:${secret}@radarr.example:7878/api/v3`,
  'an encoded user': secret =>
    `https://p.example/?u=${encodeURIComponent(`https://ann:${secret}@i.example/`)}`,
  'an authorization header': secret => `Authorization: Bearer ${secret}`,
  'a basic login': secret => `Authorization: Basic ${Buffer.from(`ann:${secret}`).toString('base64')}`,
  'a cookie header': secret => `Cookie: theme=dark; sid=${secret}`,
  'a cookie to be set': secret => `Set-Cookie: auth=${secret}; Path=/; HttpOnly`,
  'a header line': (secret, name) => `${name}: ${secret}`,
  'a signed download': secret => `https://files.example/a.nzb?Expires=9&Signature=${secret}&sig=${secret}`,
  'a download link of an indexer': secret => `https://indexer.example/api?t=get&id=4711&i=12&r=${secret}`,
  'another key of an indexer': secret => `https://indexer.example/dl?user_key=${secret}&dlkey=${secret}`,
  'an address without a scheme': secret => `//ann:${secret}@indexer.example/rss`,
  'a list of headers as text': (secret, name) => JSON.stringify(['Accept', '*/*', name, secret]),
  'JSON text': (secret, name) => JSON.stringify({ title: 'Low Water', [name]: secret }),
  'JSON in JSON': (secret, name) => JSON.stringify({ body: JSON.stringify({ [name]: secret }) }),
  'a bearer token in a sentence': secret => `sent with Bearer ${secret} and refused`,
}

/** A JSON document with a value somewhere in it, at any depth. */
function nestedAround(value: unknown): fc.Arbitrary<unknown> {
  const step = fc.oneof(
    Prose.map(key => (inner: unknown): unknown => ({ [`f${key}`]: inner, other: 1 })),
    fc.constant((inner: unknown): unknown => [0, inner, 'x']),
    fc.constant((inner: unknown): unknown => ({ records: [{ movie: inner }] })),
  )
  return fc
    .array(step, { maxLength: 12 })
    .map(steps => steps.reduceRight((inner, wrap) => wrap(inner), value))
}

describe('the scrubber', () => {
  it.each(Object.entries(WRITTEN))('lets no secret through in %s, at any depth', (_where, write) => {
    fc.assert(
      fc.property(Secret, Name, Prose, (secret, name, prose) => {
        const scrubber = createScrubber()
        const text = `${prose} ${write(secret, name)}`
        expect(scrubber.scrub(text)).not.toContain(secret)
        fc.assert(
          fc.property(nestedAround(text), document => {
            expectGone(JSON.stringify(scrubber.scrubValue(document)), secret)
          }),
          { numRuns: 3 },
        )
      }),
      { numRuns: 60 },
    )
  })

  it('removes fields of secret names with all they hold, at any depth', () => {
    fc.assert(
      fc.property(Secret, Name, fc.array(Prose), (secret, name, words) => {
        const scrubber = createScrubber()
        for (const field of ['name', 'key', 'label', 'header']) {
          const setting = { [field]: name, value: secret }
          expectGone(JSON.stringify(scrubber.scrubValue({ settings: [setting] })), secret)
        }
        const held = [secret, [secret], { a: { b: secret } }, { words, list: [{ secret_of: secret }] }]
        for (const value of held) {
          fc.assert(
            fc.property(nestedAround({ [name]: value, title: 'Low Water' }), document => {
              const clean = JSON.stringify(scrubber.scrubValue(document))
              expectGone(clean, secret)
              expect(clean).toContain('Low Water')
            }),
            { numRuns: 3 },
          )
        }
      }),
      { numRuns: 40 },
    )
  })

  it('removes registered values in every form and place: keys, values, words, addresses, base64', () => {
    fc.assert(
      fc.property(Secret, Prose, (secret, prose) => {
        const scrubber = createScrubber()
        scrubber.register(secret)
        const document = {
          [secret]: 1,
          plain: `${prose}${secret}${prose}`,
          encoded: `path/${encodeURIComponent(secret)}`,
          base64: Buffer.from(secret).toString('base64'),
          login: Buffer.from(`foyer:${secret}`).toString('base64'),
          deep: [[[{ list: [secret] }]]],
        }
        expectGone(JSON.stringify(scrubber.scrubValue(document)), secret)
      }),
      { numRuns: 100 },
    )
  })

  it('leaves the references of releases as they are (2/4.5)', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{16}$/), hex => {
        const guid = `[REDACTED release sha256:${hex}]`
        expect(createScrubber().scrubValue({ releases: [{ guid }] })).toEqual({ releases: [{ guid }] })
      }),
    )
  })
})

/** Neither as it is, nor as base64 of a login with it. */
function expectGone(text: string, secret: string): void {
  expect(text).not.toContain(secret)
  expect(text).not.toContain(Buffer.from(`ann:${secret}`).toString('base64'))
}

describe('results, errors and debug logs of tools', () => {
  /** A dispatcher of one tool that answers or throws what it is given. */
  function dispatch(run: () => Promise<{ data: unknown }>, known: string) {
    const scrubber = createScrubber()
    scrubber.register(known)
    const log = createTestLog({ scrubber })
    const tool = defineTool({
      name: 'read_things',
      title: 'Read things',
      description: 'Reads things.',
      permission: 'media:discover',
      hint: 'read',
      input: z.object({}),
      output: z.object({ data: z.unknown() }),
      run,
    })
    const dispatcher = createToolDispatcher({
      tools: [tool],
      switches: { read: () => ({ disabled: new Set(), debug_until_ms: Number.MAX_SAFE_INTEGER }) },
      currentCaller: async ({ device_id }) => ({ user_id: 1, username: 'ana', role: 'admin', device_id }),
      callRoute: () => Promise.reject(new Error('no route is called')),
      parseInput,
      asRefusal,
      // This tool uses neither.
      operations: {} as never,
      configuration: {} as never,
      scrubber,
      clock: createTestClock(),
      log,
    })
    const facts = { id: 'r1', ip: '192.0.2.1', origin: 'http://localhost', user_agent: '' }
    const session = { device_id: 'd', source: 'mcp', client_name: '', facts } as const
    const call = () =>
      dispatcher.call('read_things', {}, { ...session, signal: new AbortController().signal })
    return { call, log }
  }

  const written = fc.tuple(fc.constantFrom(...Object.values(WRITTEN)), Secret, Name, Secret)

  it('hold no secret of a result', async () => {
    await fc.assert(
      fc.asyncProperty(written, async ([write, secret, name, known]) => {
        const data = { text: write(secret, name), [name]: secret, list: [{ note: `x ${known}` }] }
        const { call, log } = dispatch(async () => ({ data }), known)
        const result = JSON.stringify(await call())
        expectGone(result, secret)
        expectGone(result, known)
        expectGone(JSON.stringify(log.entries), secret)
      }),
      { numRuns: 60 },
    )
  })

  it('hold no secret of an error, whoever threw it', async () => {
    await fc.assert(
      fc.asyncProperty(written, async ([write, secret, name, known]) => {
        const text = write(secret, name)
        const cause = new Error(`${text} ${known}`)
        const thrown = [
          new ToolRefusal('refused', `${text} ${known}`),
          new Refusal('upstream_failed', { error: `${text} ${known}` }),
          new Refusal('validation', { fields: { guid: `${text} ${known}` } }),
          new UpstreamFault({ upstream: 'Radarr', kind: 'bad_answer', cause }),
          new TypeError(`${text} ${known}`),
        ]
        for (const error of thrown) {
          const { call, log } = dispatch(() => Promise.reject(error), known)
          const seen = JSON.stringify([await call(), log.entries])
          expectGone(seen, secret)
          expectGone(seen, known)
        }
      }),
      { numRuns: 40 },
    )
  })
})
