import { PERSONAL_KINDS, type PersonalKind } from '@foyer/contract/destinations/destination'
import { ALERT_CATEGORIES } from '@foyer/contract/notifications'
import { MOVIE } from '@foyer/simulators'
import { expect, it } from 'vitest'
import type { Tables } from '#db/tables.ts'
import {
  type AlertType,
  CATEGORY_OF,
  INBOX_TYPES,
  isAlertType,
  type NewAlert,
} from '#features/notifications/alerts/alert.ts'
import { createAlerts } from '#features/notifications/alerts/alerts.ts'
import { createFanOutThrottle } from '#features/notifications/fan-out/fan-out-throttle.ts'
import { isForAdmins } from '#features/notifications/preferences/preference-rules.ts'
import { type Call, expectOk } from '#test/calls.ts'
import { startPushService } from '#test/push-service.ts'
import { buildWorld } from '#test/world.ts'

/** Every type that a member may receive on a device, whatever it is about. */
const TYPES = Object.keys(CATEGORY_OF)
  .filter(isAlertType)
  .filter(type => !isForAdmins(type) && !INBOX_TYPES.has(type))

/** A chat room is the household's, and has no limits of its own (2:4.10). */
type Channel = Exclude<Tables['alert_sends']['channel']['__select__'], 'chat_webhook'>

async function open() {
  const service = await startPushService()
  const world = await buildWorld({
    products: ['tmdb', 'pushGateway', 'ntfy', 'telegram', 'smtp'],
    instances: ['movies'],
    users: ['uma'],
    kids: ['kim'],
    env: { APP_PRIVATE_DESTINATIONS: '127.0.0.1', APP_WEB_PUSH_HOSTS: service.host },
  })
  const { app, asAdmin, smtp, telegram } = world
  const server = { host: smtp.host, port: smtp.port, security: 'none', from: 'Foyer <foyer@example.org>' }
  expectOk(await asAdmin('PUT', '/api/admin/email', { enabled: true, ...server }))
  expectOk(await asAdmin('PUT', '/api/admin/external-address', { external_url: 'https://foyer.example.org' }))
  const alerts = createAlerts({
    ...app,
    inbox: { amend: async () => {}, rename: async () => {} },
    throttle: createFanOutThrottle(app.clock),
  })
  /** Alerts are gathered first, and a place gets them one after the other. */
  const settle = async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      await app.jobs.settle()
      app.clock.advance(2500)
    }
  }

  /** Everything that a person can be reached by, and what was said there. */
  async function reach(name: 'uma' | 'kim', as: Call) {
    const { device_id } = world.users[name]
    const chat = { uma: '111111', kim: '222222' }[name]
    const mail = `${name}@example.org`
    const everything = Object.fromEntries(ALERT_CATEGORIES.map(category => [category, true]))
    expectOk(await as('PUT', '/api/notifications/preferences', everything))
    const phone = { device_id, apns_token: `phone-${device_id}`, platform: 'ios' }
    expectOk(await as('POST', '/api/devices/push-token', phone))
    const subscription = service.subscribe()
    expectOk(await as('PUT', '/api/notifications/web-push', subscription))
    const drafts: Record<PersonalKind, object> = {
      ntfy: { address: `${world.ntfy.url}/${name}` },
      telegram: { address: chat, secret: telegram.bot_token },
      email: { address: mail },
    }
    telegram.addChat(chat)
    for (const kind of PERSONAL_KINDS) {
      const events = ALERT_CATEGORIES.filter(category => !isForAdmins(category))
      expectOk(await as('POST', '/api/me/destinations', { kind, name: kind, events, ...drafts[kind] }))
    }
    await settle()
    const [link] = smtp.mailsTo(mail)
    const { pathname, search } = new URL(/https:\S+confirm\?token=\S+/.exec(link?.text ?? '')?.[0] ?? '')
    expect((await app.call('GET', pathname + search)).status).toBe(200)
    const said = {
      push: () => world.pushGateway.rung().filter(one => one.device_id === device_id),
      web_push: () => service.delivered.filter(({ path }) => subscription.endpoint.endsWith(path)),
      destination: () => [
        world.ntfy.messages(name),
        telegram.messages(chat),
        smtp.mailsTo(mail).map(({ text }) => text),
      ],
    } satisfies Record<Channel, () => unknown[]>
    return {
      ...said,
      inbox: async () => [(await as('GET', '/api/notifications/inbox?limit=100')).body],
    }
  }

  return {
    ...world,
    settle,
    raise: (alert: NewAlert) => app.database.transaction(tx => alerts.raise(tx, alert)),
    places: { uma: await reach('uma', world.asUma), kim: await reach('kim', world.asKim) },
  }
}

it('alerts of every type reach a kids account in every place only about what it may see', async () => {
  const { app, users, catalogue, instance_ids, raise, settle, places } = await open()
  const [fit, unfit] = [MOVIE.with_file, MOVIE.above_pg_cap].map(id => catalogue.movie(id)?.title ?? '-')
  const user_ids = [users.uma.user.id, users.kim.user.id]
  const about = (type: AlertType, tmdb_id: number) => ({
    type,
    audience: { to: 'users', user_ids } as const,
    data: {
      media_type: 'movie' as const,
      tmdb_id,
      title: catalogue.movie(tmdb_id)?.title ?? '',
      instance_id: instance_ids.movies,
      instance_name: 'Movies',
      decision: 'approved' as const,
    },
  })
  expect(TYPES.length).toBeGreaterThan(10)
  for (const type of TYPES) {
    await raise(about(type, MOVIE.above_pg_cap))
    await raise(about(type, MOVIE.with_file))
  }
  await settle()
  const says = async (place: () => unknown[] | Promise<unknown[]>, title = '-') =>
    JSON.stringify(await place()).includes(title)
  for (const place of ['push', 'web_push', 'destination', 'inbox'] as const) {
    expect([place, await says(places.uma[place], unfit)]).toEqual([place, true])
    expect([place, await says(places.kim[place], fit)]).toEqual([place, true])
    expect([place, await says(places.kim[place], unfit)]).toEqual([place, false])
    // Where the words are the gateway's, the number names the title.
    const number = String(MOVIE.above_pg_cap)
    expect([place, await says(places.kim[place], number)]).toEqual([place, false])
  }
  const sends = await app.database.read
    .selectFrom('alert_sends')
    .innerJoin('alerts', 'alerts.id', 'alert_sends.alert_id')
    .select(['alerts.type', 'alerts.data'])
    .where('alert_sends.user_id', '=', users.kim.user.id)
    .execute()
  expect(new Set(sends.map(({ type }) => type))).toEqual(new Set(TYPES))
  expect(sends.filter(({ data }) => data.includes(String(MOVIE.above_pg_cap)))).toEqual([])
})
