import { dropAfterCommit, dropBefore, type Fault, garbage, hang, status, truncate } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import type { Message, MessageOutcome } from '#ports/message-sender.ts'
import { afterTest, shareAmongTests } from '#test/engines.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import { startSimulators } from '#test/managers.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createDiscordSender } from './discord-sender.ts'

const EXECUTE = 'POST /api/webhooks/:id/:token'
const MESSAGE: Message = {
  event: 'request_pending',
  title: '@everyone *Paper* Lanterns',
  body: 'mia requested this movie.',
  fields: [{ name: 'Requested by', value: 'mia' }],
  occurred_at: '2026-11-15T10:00:00.000Z',
  data: { request_id: 7 },
}
const never = new AbortController().signal

function senderFor(discord_url: string, clock = systemClock) {
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'Foyer/dev' })
  afterTest(() => outbound.close())
  const sender = createDiscordSender({ external: outbound.external, clock, discord_url })
  return (address: string, signal = never) =>
    sender.send({ address, secret: null, is_personal: false }, MESSAGE, signal)
}

async function start() {
  const { discord } = await startSimulators({ products: ['discord'] })
  return { discord, send: senderFor(discord.url) }
}

/** A server of our own, for answers that Discord itself would never give. */
async function answerOf(
  code: number,
  headers: Record<string, string>,
  body: string,
): Promise<MessageOutcome> {
  const server = await serveHttp((_request, response) => void response.writeHead(code, headers).end(body))
  afterTest(async () => server[Symbol.asyncDispose]())
  const outcome = await senderFor(server.origin)(`${server.origin}/api/webhooks/1/a`)
  expect(server.seen).toEqual(['POST /api/webhooks/1/a?wait=true'])
  return outcome
}

describe('a message to a Discord webhook (2:4.10)', () => {
  it('is posted once, with a receipt and without mentions', async () => {
    const { discord, send } = await start()
    expect(await send(discord.webhook.url)).toEqual({ kind: 'sent' })
    expect(discord.messages()).toMatchObject([
      { embeds: [{ title: String.raw`@everyone \*Paper\* Lanterns` }], mention_everyone: false },
    ])
    const [entry] = discord.journal.requests(EXECUTE)
    expect(entry?.query.get('wait')).toBe('true')
    expect(entry?.body).toMatchObject({ allowed_mentions: { parse: [] } })
    expect(entry?.headers.authorization).toBeUndefined()
  })

  it('says how long to pause when the limit of the webhook is used up', async () => {
    const { discord, send } = await start()
    discord.setRateLimit({ limit: 2, window_ms: 60_000 })
    expect(await send(discord.webhook.url)).toEqual({ kind: 'sent' })
    const last = await send(discord.webhook.url)
    expect(last).toMatchObject({ kind: 'sent', pause_ms: expect.any(Number) as number })
    expect(await send(discord.webhook.url)).toMatchObject({ kind: 'retry', reason: 'rate_limited' })
    expect(discord.messages()).toHaveLength(2)
  })

  it('is not sent to an address that is not a webhook of Discord', async () => {
    const { discord, send } = await start()
    expect(await send('https://example.org/api/webhooks/1/a')).toEqual({
      kind: 'failed',
      reason: 'not_configured',
    })
    expect(discord.journal.entries).toEqual([])
  })

  it('ends with its caller', async () => {
    const { discord, send } = await start()
    discord.faults.next(EXECUTE, hang())
    const caller = new AbortController()
    const sending = send(discord.webhook.url, caller.signal)
    caller.abort(new Error('stopping'))
    await expect(sending).rejects.toThrow('stopping')
  })

  it('gives up after ten seconds without a second attempt', async () => {
    const { discord } = await startSimulators({ products: ['discord'] })
    discord.faults.next(EXECUTE, hang())
    const clock = createTestClock()
    const sending = senderFor(discord.url, clock)(discord.webhook.url)
    while (discord.journal.entries.length === 0) await new Promise(setImmediate)
    clock.advance(10_000)
    expect(await sending).toEqual({ kind: 'unconfirmed', reason: 'timeout' })
    expect(discord.journal.entries).toHaveLength(1)
  })
})

describe('answers (discord-webhook.md, "Errors")', () => {
  const world = shareAmongTests(start)

  it.each<[string, Fault, MessageOutcome]>([
    ['cut before anything', dropBefore(), { kind: 'unconfirmed', reason: 'connection_lost' }],
    ['cut after it was posted', dropAfterCommit(), { kind: 'unconfirmed', reason: 'connection_lost' }],
    ['cut within the receipt', truncate(), { kind: 'unconfirmed', reason: 'connection_lost' }],
    ['a receipt of nonsense', garbage(), { kind: 'unconfirmed', reason: 'no_receipt' }],
    ['a page instead of a receipt', garbage('html'), { kind: 'unconfirmed', reason: 'no_receipt' }],
    ['500', status(500), { kind: 'unconfirmed', reason: 'server_error' }],
    ['502', status(502), { kind: 'unconfirmed', reason: 'server_error' }],
    [
      '503 that asks to wait',
      status(503, { retry_after: 5 }),
      { kind: 'unconfirmed', reason: 'server_error' },
    ],
    ['401', status(401), { kind: 'failed', reason: 'unauthorized' }],
    ['403', status(403), { kind: 'failed', reason: 'unauthorized' }],
    ['400', status(400), { kind: 'failed', reason: 'refused' }],
    ['413', status(413), { kind: 'failed', reason: 'refused' }],
    ['429', status(429), { kind: 'retry', reason: 'rate_limited', after_ms: 1000 }],
  ])('%s', async (_what, fault, outcome) => {
    const { discord, send } = world()
    const { url } = discord.addWebhook()
    discord.journal.clear()
    discord.faults.next(EXECUTE, fault)
    expect(await send(url)).toEqual(outcome)
    expect(discord.journal.requests(EXECUTE)).toHaveLength(1)
  })

  it('a webhook that is gone, has another token, or belongs to a forum', async () => {
    const { discord, send } = world()
    const { id, url } = discord.addWebhook()
    expect(await send(`${url}x`)).toEqual({ kind: 'failed', reason: 'unauthorized' })
    discord.removeWebhook(id)
    expect(await send(url)).toEqual({ kind: 'failed', reason: 'not_found' })
    expect(await send(discord.addWebhook('forum').url)).toEqual({ kind: 'failed', reason: 'wrong_channel' })
  })

  it('no server at all', async () => {
    const server = await serveHttp(() => {})
    await server[Symbol.asyncDispose]()
    const outcome = await senderFor(server.origin)(`${server.origin}/api/webhooks/1/a`)
    expect(outcome).toEqual({ kind: 'unconfirmed', reason: 'unreachable' })
  })

  it.each<[string, Record<string, string>, string, number]>([
    ['the larger is the header', { 'retry-after': '7' }, '{"retry_after":0.65}', 7000],
    ['the larger is the body', { 'retry-after': '1' }, '{"retry_after":64.57}', 64_570],
    ['only the body', {}, '{"retry_after":1.2}', 1200],
    ['neither', {}, '{"message":"x"}', 60_000],
    ['a page of HTML', { 'content-type': 'text/html' }, '<html></html>', 60_000],
    ['a page of HTML with a header', { 'retry-after': '300' }, '<html></html>', 300_000],
    ['years', { 'retry-after': '99999999' }, '{}', 86_400_000],
    ['nonsense', { 'retry-after': 'soon' }, '{"retry_after":"later"}', 60_000],
  ])('429 with %s', async (_what, headers, body, after_ms) => {
    expect(await answerOf(429, headers, body)).toEqual({ kind: 'retry', reason: 'rate_limited', after_ms })
  })

  it.each<[string, string]>([
    ['nothing', ''],
    ['an empty id', '{"id":""}'],
    ['a number', '{"id":1310000000000000001}'],
    ['a list', '[]'],
  ])('200 with %s', async (_what, body) => {
    expect(await answerOf(200, {}, body)).toEqual({ kind: 'unconfirmed', reason: 'no_receipt' })
  })

  it('a redirect is not followed', async () => {
    const outcome = await answerOf(307, { location: '/elsewhere' }, '')
    expect(outcome).toEqual({ kind: 'failed', reason: 'refused' })
  })
})
