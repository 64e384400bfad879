import { dropAfterCommit, garbage, MOVIE, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { Engine } from '#db/database.ts'
import type { TestAppOptions } from '#test/app.ts'
import { refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { create } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/admin/chat-notifications'
const EXECUTE = 'POST /api/webhooks/:id/:token'
const NONE = { enabled: false, include_auto_approved: false, has_webhook: false, recent: [] }

const PARTS = {
  products: ['tmdb', 'trakt', 'discord'],
  instances: ['movies'],
  users: ['uma'],
} as const

async function build(engine: Engine = 'sqlite', overrides: TestAppOptions['overrides'] = {}) {
  const world = await buildWorld({ ...PARTS, engine, overrides })
  const { asAdmin, asUma, discord, settle, app } = world
  await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
  return {
    ...world,
    url: discord.webhook.url,
    put: (body: object) => asAdmin('PUT', PATH, body),
    read: async () => (await asAdmin('GET', PATH)).body,
    test: (body: object = {}) => asAdmin('POST', `${PATH}/test`, body),
    /** A pending request for a movie. */
    request: async (tmdb_id: number = MOVIE.absent) =>
      Number((await create(asUma, { media_type: 'movie', tmdb_id })).body.request_id),
    /** Lets time pass and sends what is due. */
    async pass(ms: number) {
      app.clock.advance(ms)
      await settle()
    },
  }
}

describe.each(ENGINES)('the chat webhook on %s (2:4.10)', engine => {
  it('is off at first, keeps what is not named, and never shows its address', async () => {
    const { put, read, asAdmin, url, app, request, settle } = await build(engine)
    expect(await read()).toEqual(NONE)
    expect(refusal(await put({ enabled: true }))).toEqual([400, 'webhook_required'])
    expect(refusal(await put({ enabled: true, webhook_url: '  ' }))).toEqual([400, 'webhook_required'])
    expect(refusal(await put({ webhook_url: url }))).toEqual([400, 'validation'])
    const bads = [
      `${url}?wait=true`,
      `${url}/slack`,
      'https://example.org/api/webhooks/1/a',
      'x'.repeat(3000),
    ]
    for (const bad of bads)
      expect(refusal(await put({ enabled: false, webhook_url: bad }))).toEqual([400, 'invalid_webhook_url'])
    expect(await read()).toEqual(NONE)
    const on = await put({ enabled: true, webhook_url: ` ${url} `, include_auto_approved: true })
    expect([on.status, on.body]).toEqual([
      200,
      { enabled: true, include_auto_approved: true, has_webhook: true, recent: [] },
    ])
    expect((await put({ enabled: false })).body).toMatchObject({ enabled: false, has_webhook: true })
    expect((await put({ enabled: true, webhook_url: '' })).body).toMatchObject({
      enabled: true,
      include_auto_approved: true,
      has_webhook: true,
    })
    const request_id = await request()
    await settle()
    const { recent } = await read()
    expect(recent).toEqual([
      { request_id, status: 'sent', detail: '', attempts: 1, updated_at: expect.any(Number) },
    ])
    expect(Math.abs(recent[0].updated_at - app.clock.now().getTime() / 1000)).toBeLessThan(120)
    expect((await asAdmin('DELETE', PATH)).body).toEqual({ ...NONE, recent })
    const stored = await app.database.read.selectFrom('settings').selectAll().execute()
    const token = url.split('/').at(-1) ?? ''
    const told = JSON.stringify([app.log.entries, stored, on.raw.toString(), await read()])
    expect(told).not.toContain(token)
  })

  it('cancels what is unsent when it is turned off, replaced or removed, and replays nothing', async () => {
    const { put, read, asAdmin, url, discord, request, pass } = await build(engine)
    const states = async () => (await read()).recent.map((one: { status: string }) => one.status)
    await put({ enabled: true, webhook_url: url })
    discord.faults.always(EXECUTE, status(429, { retry_after: 600 }))
    await request(MOVIE.absent)
    await pass(0)
    expect((await read()).recent).toMatchObject([
      {
        status: 'pending',
        attempts: 1,
        next_attempt_at: expect.any(Number),
        detail: 'The destination is busy and asked Foyer to wait.',
      },
    ])
    // The same address again replaces nothing.
    await put({ enabled: true, webhook_url: url })
    expect(await states()).toEqual(['pending'])
    await put({ enabled: false })
    expect(await states()).toEqual(['cancelled'])
    await put({ enabled: true })
    await request(MOVIE.with_file)
    await pass(0)
    const other = discord.addWebhook()
    await put({ enabled: true, webhook_url: other.url })
    expect(await states()).toEqual(['cancelled', 'cancelled'])
    await request(MOVIE.upcoming)
    await pass(0)
    await asAdmin('DELETE', PATH)
    discord.faults.clear()
    await put({ enabled: true, webhook_url: url })
    await pass(700_000)
    expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(discord.messages()).toEqual([])
  })
})

describe('alerts on their way to the room', () => {
  it('wait as long as Discord asks, in order, and fail with the fifth rejection (C51)', async () => {
    const { put, read, url, discord, request, pass } = await build()
    await put({ enabled: true, webhook_url: url })
    discord.faults.next(EXECUTE, ...[5, 600, 600, 600, 600].map(retry_after => status(429, { retry_after })))
    const first = await request(MOVIE.absent)
    const second = await request(MOVIE.upcoming)
    await pass(0)
    await pass(4_000)
    expect(discord.journal.requests(EXECUTE)).toHaveLength(1)
    for (const ms of [1_000, 600_000, 600_000, 600_000]) await pass(ms)
    expect((await read()).recent).toMatchObject([
      { request_id: second, status: 'pending', attempts: 0 },
      { request_id: first, status: 'failed', attempts: 5 },
    ])
    await pass(600_000)
    expect(discord.messages()).toHaveLength(1)
    expect((await read()).recent[0]).toMatchObject({ request_id: second, status: 'sent' })
  })

  it('are never sent again once they may have arrived, or were refused', async () => {
    const { put, read, url, discord, request, pass } = await build()
    await put({ enabled: true, webhook_url: url })
    discord.faults.next(EXECUTE, dropAfterCommit(), status(500), garbage(), status(404))
    for (const id of [MOVIE.absent, MOVIE.upcoming, MOVIE.in_cinemas, MOVIE.unrated]) await request(id)
    await pass(0)
    await pass(1_800_000)
    expect((await read()).recent).toMatchObject([
      { status: 'failed', attempts: 1, detail: 'The address no longer exists.' },
      { status: 'unconfirmed', attempts: 1, detail: expect.stringContaining('did not confirm') as string },
      { status: 'unconfirmed', attempts: 1, detail: expect.stringContaining('internal error') as string },
      {
        status: 'unconfirmed',
        attempts: 1,
        detail: expect.stringContaining('connection was lost') as string,
      },
    ])
    expect(discord.journal.requests(EXECUTE)).toHaveLength(4)
  })
})

describe('a test of the webhook', () => {
  it('goes to the draft or to what is saved, saves nothing, and says what happened', async () => {
    const { put, read, test, url, discord } = await build()
    expect(refusal(await test())).toEqual([400, 'webhook_required'])
    expect(refusal(await test({ webhook_url: 'https://example.org/' }))).toEqual([400, 'invalid_webhook_url'])
    expect((await test({ webhook_url: url })).body).toEqual({
      status: 'sent',
      detail: 'The message was posted.',
    })
    expect(await read()).toEqual(NONE)
    await put({ enabled: false, webhook_url: url })
    discord.faults.next(EXECUTE, status(429), status(503))
    const busy = await test()
    expect([busy.status, busy.body.status]).toEqual([200, 'failed'])
    expect((await test({ webhook_url: '' })).body).toMatchObject({ status: 'unconfirmed' })
    expect((await test()).body.status).toBe('sent')
    const [first, second] = discord.messages()
    expect(second?.embeds).toEqual([{ ...first?.embeds[0], timestamp: expect.any(String) as string }])
    expect((await read()).recent).toEqual([])
  })

  it('is limited to three a minute from one address (0.5)', async () => {
    const { app, admin } = await buildWorld()
    const token = admin.access_token
    const test = () => app.call('POST', `${PATH}/test`, { token, body: {} })
    for (let n = 0; n < 3; n += 1) expect(refusal(await test())).toEqual([400, 'webhook_required'])
    expect(refusal(await test())).toEqual([429, 'rate_limited'])
  })
})

describe('when queueing fails (2:4.10.4)', () => {
  it('the request is saved, the log and the settings report it, and the next success ends it', async () => {
    let isBroken = false
    const observe = (statement: string) => {
      if (isBroken && statement.includes('alert_sends')) throw new Error('no room for this table')
    }
    const { put, read, url, request, settle, app, discord, asUma } = await build('sqlite', { observe })
    await put({ enabled: true, webhook_url: url })
    isBroken = true
    const lost = await request(MOVIE.absent)
    isBroken = false
    expect((await asUma('GET', '/api/requests')).body).toMatchObject([
      { request_id: lost, status: 'pending' },
    ])
    expect(await read()).toMatchObject({
      recent: [],
      error: expect.stringContaining('could not be queued') as string,
    })
    expect(app.log.entries).toContainEqual(
      expect.objectContaining({
        level: 'error',
        request_id: lost,
        msg: expect.stringContaining('could not be queued') as string,
      }),
    )
    await request(MOVIE.upcoming)
    await settle()
    expect(await read()).not.toHaveProperty('error')
    expect(discord.messages()).toHaveLength(1)
  })

  it('a webhook that cannot be decrypted is reported, and replaced by entering it again', async () => {
    const { put, read, url, request, app, asUma, test } = await build()
    await put({ enabled: true, webhook_url: url })
    await app.database.transaction(tx =>
      tx.updateTable('settings').set({ value: 'spoiled' }).where('key', '=', 'chat_webhook').execute(),
    )
    const broken = {
      enabled: false,
      has_webhook: true,
      error: expect.stringContaining('decrypted') as string,
    }
    expect(await read()).toMatchObject(broken)
    const request_id = await request()
    expect((await asUma('GET', '/api/requests')).body).toMatchObject([{ request_id }])
    expect((await test()).body).toMatchObject({ status: 'failed' })
    expect(refusal(await put({ enabled: false }))).toEqual([503, 'unavailable'])
    expect((await put({ enabled: true, webhook_url: url })).body).toEqual({
      ...NONE,
      enabled: true,
      has_webhook: true,
    })
  })
})
