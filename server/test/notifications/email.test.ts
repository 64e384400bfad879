import { dropAfterMessage, greylist, rejectRecipient, SERVER_TEXT } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { spoilSetting } from '#test/config-seeds.ts'
import { shareAmongTests } from '#test/engines.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/admin/email'
const PASSWORD = 'sesame-open-7'
const OFF = {
  enabled: false,
  host: '',
  port: 587,
  security: 'starttls',
  username: '',
  has_password: false,
  from: '',
}

async function open() {
  const world = await buildWorld({ products: ['smtp'] })
  const { smtp } = world
  const on = {
    enabled: true,
    host: smtp.host,
    port: smtp.port,
    security: 'none',
    username: '',
    clear_password: true,
    from: 'foyer@example.org',
  }
  return {
    ...world,
    on,
    put: (body: unknown) => world.asAdmin('PUT', PATH, body),
    get: async () => (await world.asAdmin('GET', PATH)).body,
    forgetSettings: () => spoilSetting(world.app, 'email_server', null),
    /** Three a minute are allowed. */
    async test(to: unknown) {
      world.app.clock.advance(60_000)
      return world.asAdmin('POST', `${PATH}/test`, { to })
    },
  }
}

describe('the mail server (C64)', () => {
  const world = shareAmongTests(open)

  it('is off until it is set up, and its password never comes out', async () => {
    const { app, get, put, on, forgetSettings } = world()
    await forgetSettings()
    expect(await get()).toEqual(OFF)
    const { clear_password: _, ...body } = on
    const saved = await put({ ...body, username: 'foyer', password: PASSWORD })
    expect(saved.status).toBe(200)
    expect(saved.body).toEqual({ ...body, username: 'foyer', has_password: true })
    expect((await put({ password: '', from: 'Home <foyer@example.org>' })).body).toMatchObject({
      has_password: true,
      from: 'Home <foyer@example.org>',
    })
    const rows = JSON.stringify(await app.database.read.selectFrom('settings').selectAll().execute())
    expect(rows).toContain('email_server')
    for (const text of [saved.raw.toString(), rows, JSON.stringify(app.log.entries)]) {
      expect(text).not.toContain(PASSWORD)
    }
    expect(rows).not.toContain('foyer@example.org')
    expect((await put({ clear_password: true })).body.has_password).toBe(false)
  })

  it('needs a host and a sender to be on', async () => {
    const { get, put, on } = world()
    await put({ ...on, enabled: false })
    const before = await get()
    for (const [body, fields] of [
      [{ enabled: true, host: '', from: '' }, ['host', 'from']],
      [{ enabled: true, from: '' }, ['from']],
      [{ from: 'x@example.org\r\nBcc: y@example.org' }, ['from']],
      [{ host: 'https://smtp.example.org' }, ['host']],
      [{ port: 0 }, ['port']],
      [{ security: 'ssl' }, ['security']],
    ] as const) {
      const answer = await put(body)
      expect([answer.status, answer.body.code, Object.keys(answer.body.fields)]).toEqual([
        400,
        'validation',
        fields,
      ])
    }
    expect(await get()).toEqual(before)
  })

  it('C67: keeps its password for itself', async () => {
    const { get, put, on } = world()
    await put({ ...on, clear_password: false, username: 'foyer', password: PASSWORD })
    const before = await get()
    for (const change of [{ host: 'smtp.evil.test' }, { port: 25 }, { security: 'tls', password: '' }]) {
      const answer = await put({ ...change, username: 'eve' })
      expect([answer.status, answer.body.code]).toEqual([400, 'secret_required'])
      expect(Object.keys(answer.body.fields)).toEqual(['password'])
      expect(await get()).toEqual(before)
    }
    expect((await put({ host: 'smtp.evil.test', clear_password: true })).body).toMatchObject({
      host: 'smtp.evil.test',
      has_password: false,
    })
  })

  it('sends a test, and says honestly what became of it', async () => {
    const { smtp, put, on, test } = world()
    await put(on)
    smtp.forget()
    const sent = await test('mia@example.org')
    expect([sent.status, sent.body]).toEqual([
      200,
      { status: 'sent', detail: 'The mail server accepted the message.' },
    ])
    expect(smtp.mails()).toMatchObject([{ from: 'foyer@example.org', to: ['mia@example.org'] }])
    smtp.faults.next(rejectRecipient(), greylist(), dropAfterMessage())
    const answers = [await test('a@example.org'), await test('b@example.org'), await test('c@example.org')]
    expect(answers.map(({ body }) => body.status)).toEqual(['failed', 'failed', 'unconfirmed'])
    expect(answers.map(({ body }) => body.detail)).toEqual([
      'The mail server rejected the message. Check the addresses of sender and recipient.',
      'The mail server does not accept messages at the moment. Try again later.',
      'The connection was lost. The message may have arrived.',
    ])
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(SERVER_TEXT)
  })

  it('fails a test while it is off or cannot be reached', async () => {
    const { put, on, test } = world()
    await put({ ...on, enabled: false })
    const off = 'E-mail is turned off or not set up yet.'
    expect((await test('mia@example.org')).body).toEqual({ status: 'failed', detail: off })
    await put({ ...on, port: 1 })
    expect((await test('mia@example.org')).body).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('could not be reached'),
    })
  })

  it('takes only one address for a test, three times a minute', async () => {
    const { app, smtp, put, on, test, asAdmin } = world()
    await put(on)
    smtp.forget()
    for (const to of [
      '',
      'mia',
      'mia@example.org, eve@example.org',
      'mia@example.org\nBcc: eve@example.org',
    ]) {
      const answer = await test(to)
      expect([answer.status, answer.body.code, Object.keys(answer.body.fields)]).toEqual([
        400,
        'validation',
        ['to'],
      ])
    }
    expect(smtp.mails()).toEqual([])
    app.clock.advance(60_000)
    const again = () => asAdmin('POST', `${PATH}/test`, { to: 'mia@example.org' })
    const statuses = [await again(), await again(), await again(), await again()].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200, 429])
    // C64: those of destinations are counted by themselves.
    const draft = { kind: 'webhook', address: 'http://127.0.0.1:9' }
    expect((await asAdmin('POST', '/api/admin/destinations/test', draft)).status).toBe(200)
  })

  it('answers 503 while its settings cannot be opened', async () => {
    const { app, put, asAdmin, test, forgetSettings } = world()
    await spoilSetting(app, 'email_server', 'v1.bm9uc2Vuc2U', 1)
    expect((await asAdmin('GET', PATH)).status).toBe(503)
    expect((await put({ from: 'x@example.org' })).status).toBe(503)
    expect((await test('mia@example.org')).status).toBe(503)
    await forgetSettings()
  })
})
