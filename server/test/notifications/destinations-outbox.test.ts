import { dropAfterCommit, MOVIE } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type Call, expectOk } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { create, REQUEST_PARTS } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const HOUSE = '/api/admin/destinations'
const OWN = '/api/me/destinations'
const SECRETS = {
  ntfy: 'tk_0123456789abcdef',
  webhook: 'a secret between us',
  topic: 'a-topic-nobody-guesses',
}

const world = shareAmongTests(async () => {
  const made = await buildWorld({
    ...REQUEST_PARTS,
    products: [...REQUEST_PARTS.products, 'ntfy', 'gotify', 'telegram', 'webhookReceiver', 'discord'],
    env: { APP_PRIVATE_DESTINATIONS: '127.0.0.1' },
  })
  const { asAdmin, users } = made
  expectOk(await asAdmin('PUT', '/api/admin/external-address', { external_url: 'https://foyer.example.org' }))
  const path = `/api/admin/users/${users.uma.user.id}/request-settings`
  expectOk(await asAdmin('PUT', path, { require_approval: true }))
  return made
})

const add = async (call: Call, path: string, draft: object): Promise<string> =>
  expectOk(await call('POST', path, { name: 'Place', ...draft })).id

/** Runs what is due now and what waits: alerts are gathered, and places get them one after the other. */
async function settle(ms = 10_000): Promise<void> {
  const { app } = world()
  for (let waited = 0; waited <= ms; waited += 2500) {
    await app.jobs.settle()
    app.clock.advance(2500)
  }
  await app.jobs.settle()
}

/** Uma asks for a movie; what she gets is decided by an admin. */
async function request(tmdb_id: number): Promise<{ id: number; title: string }> {
  const answer = await create(world().asUma, { media_type: 'movie', tmdb_id, title: 'Heat' })
  const { request_id: id, title } = expectOk(answer)
  return { id, title }
}

describe('alerts to destinations (C64)', () => {
  it('reach every kind once, in words for the household and for people', async () => {
    const { app, asAdmin, asUma, ntfy, gotify, telegram, webhookReceiver, discord } = world()
    const events = ['request_pending', 'request_decision']
    ntfy.protect(SECRETS.topic, { token: SECRETS.ntfy })
    webhookReceiver.requireSignature(SECRETS.webhook)
    telegram.addChat('-100555')
    const address = `${ntfy.url}/${SECRETS.topic}`
    const ids = [
      await add(asAdmin, HOUSE, { kind: 'ntfy', address, secret: SECRETS.ntfy, events }),
      await add(asAdmin, HOUSE, { kind: 'gotify', address: gotify.url, secret: gotify.app_token, events }),
      await add(asAdmin, HOUSE, { kind: 'telegram', address: '-100555', secret: telegram.bot_token, events }),
      await add(asAdmin, HOUSE, {
        kind: 'webhook',
        address: webhookReceiver.hook_url,
        secret: SECRETS.webhook,
        events,
      }),
      await add(asAdmin, HOUSE, { kind: 'discord', address: discord.webhook.url, events }),
    ]
    await add(asUma, OWN, { kind: 'telegram', address: '987654321', secret: telegram.bot_token })
    const { id } = await request(MOVIE.absent)
    await settle()
    expectOk(await asAdmin('POST', `/api/admin/requests/${id}/approve`, {}))
    await settle()

    const titles = ['Request needs approval', 'Request approved']
    expect(ntfy.messages(SECRETS.topic).map(one => one.title)).toEqual(titles)
    expect(gotify.messages().map(one => one.title)).toEqual(titles)
    expect(telegram.messages('-100555').map(one => one.text.split('\n')[0])).toEqual(titles)
    expect(discord.messages(discord.webhook.id).map(one => one.embeds[0]?.['title'])).toEqual(titles)
    expect(webhookReceiver.received()).toMatchObject([
      { event: 'request_pending', url: 'https://foyer.example.org/approvals', signed: 'rightly' },
      {
        event: 'request_decision',
        title: 'Request approved',
        message: expect.stringMatching(/was approved for uma\.$/),
        url: `https://foyer.example.org/requests?open=${id}`,
        data: { request_id: id, decision: 'approved', tmdb_id: MOVIE.absent, username: 'uma' },
        signed: 'rightly',
      },
    ])
    expect(ntfy.messages(SECRETS.topic)[1]?.click).toBe(`https://foyer.example.org/requests?open=${id}`)
    // Uma is told of her own, and not of what admins decide about.
    expect(telegram.messages('987654321').map(one => one.text.split('\n')[0])).toEqual(['Your request'])

    const { destinations } = (await asAdmin('GET', HOUSE)).body
    for (const one of destinations) expect(one).toMatchObject({ health: 'ok' })
    const kept = JSON.stringify([
      destinations,
      app.log.entries,
      await app.database.read.selectFrom('destinations').selectAll().execute(),
      await app.database.read.selectFrom('alerts').selectAll().execute(),
      await app.database.read.selectFrom('alert_sends').selectAll().execute(),
      await app.database.read.selectFrom('jobs').selectAll().execute(),
    ])
    const { app_token } = gotify
    for (const secret of [...Object.values(SECRETS), app_token, telegram.bot_token, discord.webhook.token]) {
      expect(kept).not.toContain(secret)
    }
    for (const one of ids) await asAdmin('DELETE', `${HOUSE}/${one}`)
  })

  it('wait in order while the receiver asks for it, and go on', async () => {
    const { app, asAdmin, ntfy } = world()
    const draft = { kind: 'ntfy', address: `${ntfy.url}/patience`, events: ['request_pending'] }
    const id = await add(asAdmin, HOUSE, draft)
    ntfy.limit(0)
    const first = await request(MOVIE.in_cinemas)
    await settle(5000)
    const second = await request(MOVIE.requested)
    await settle(5000)
    expect(ntfy.messages('patience')).toEqual([])
    expect((await asAdmin('GET', `${HOUSE}/${id}`)).body).toMatchObject({ health: 'failing' })
    ntfy.limit(null)
    app.clock.advance(60_000)
    await settle()
    expect(ntfy.messages('patience')).toMatchObject([
      { message: expect.stringContaining(first.title) },
      { message: expect.stringContaining(second.title) },
    ])
    expect((await asAdmin('GET', `${HOUSE}/${id}`)).body).toMatchObject({ health: 'ok' })
    await asAdmin('DELETE', `${HOUSE}/${id}`)
  })

  it.each([
    ['turned-off', { enabled: false }, MOVIE.non_english],
    ['moved', { address: 'https://192.0.2.1/elsewhere' }, MOVIE.unrated],
  ])('that still wait when it is %s are never sent', async (topic, change, tmdb_id) => {
    const { app, asAdmin, ntfy } = world()
    const address = `${ntfy.url}/${topic}`
    const id = await add(asAdmin, HOUSE, { kind: 'ntfy', address, events: ['request_pending'] })
    ntfy.limit(0)
    await request(tmdb_id)
    await settle(5000)
    expectOk(await asAdmin('PUT', `${HOUSE}/${id}`, change))
    expectOk(await asAdmin('PUT', `${HOUSE}/${id}`, { enabled: true, address }))
    ntfy.limit(null)
    app.clock.advance(120_000)
    await settle()
    expect(ntfy.messages(topic)).toEqual([])
    await asAdmin('DELETE', `${HOUSE}/${id}`)
  })

  it('are not sent twice when the answer is lost', async () => {
    const { app, asAdmin, gotify } = world()
    const draft = { kind: 'gotify', address: gotify.url, secret: gotify.app_token }
    const id = await add(asAdmin, HOUSE, { ...draft, events: ['request_decision'] })
    const before = gotify.messages().length
    gotify.faults.next('POST /message', dropAfterCommit())
    const asked = await request(MOVIE.no_poster)
    expectOk(await asAdmin('POST', `/api/admin/requests/${asked.id}/deny`, { reason: 'no' }))
    await settle()
    app.clock.advance(600_000)
    await settle()
    expect(gotify.messages()).toHaveLength(before + 1)
    expect((await asAdmin('GET', `${HOUSE}/${id}`)).body).toMatchObject({
      health: 'failing',
      last_error: expect.stringContaining('may have arrived'),
    })
    await asAdmin('DELETE', `${HOUSE}/${id}`)
  })

  it('for admins only are not sent to somebody who lost the role after they were addressed', async () => {
    const { app, asAdmin, ntfy, addUser } = world()
    const { session, call } = await addUser('ivy')
    const role = (to: string) => asAdmin('PATCH', `/api/admin/users/${session.user.id}`, { role: to })
    expectOk(await role('admin'))
    const draft = { kind: 'ntfy', address: `${ntfy.url}/ivy`, events: ['request_pending'] }
    const destination = await add(call, OWN, draft)
    const rows = () =>
      app.database.read
        .selectFrom('alert_sends')
        .select(['state', 'detail', 'attempts'])
        .where('destination', '=', destination)
        .orderBy('id')
        .execute()
    // The first is refused for now, and the second waits behind it.
    ntfy.limit(0)
    await request(MOVIE.above_pg_cap)
    await settle(5000)
    await request(MOVIE.adult)
    await settle(5000)
    expect(await rows()).toMatchObject([
      { state: 'pending', attempts: 1 },
      { state: 'pending', attempts: 0 },
    ])
    expectOk(await role('user'))
    ntfy.limit(null)
    app.clock.advance(120_000)
    await settle()
    const cancelled = { state: 'dropped', detail: 'no_longer_permitted' }
    expect(await rows()).toMatchObject([cancelled, cancelled])
    expect(ntfy.messages('ivy')).toEqual([])
  })
})
