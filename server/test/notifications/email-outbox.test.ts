import { ALERT_CATEGORIES } from '@foyer/contract/notifications'
import { describe, expect, it } from 'vitest'
import {
  type AlertType,
  CATEGORY_OF,
  isWatched,
  type NewAlert,
} from '#features/notifications/alerts/alert.ts'
import { createAlerts } from '#features/notifications/alerts/alerts.ts'
import { householdText } from '#features/notifications/dispatch/household-notice-rules.ts'
import { createFanOutThrottle } from '#features/notifications/fan-out/fan-out-throttle.ts'
import { textsIn } from '#texts/texts.ts'
import { expectOk } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { buildWorld } from '#test/world.ts'

const EXTERNAL = 'https://foyer.example.org'
const DATA = {
  media_type: 'movie',
  tmdb_id: 603,
  title: 'Heat & <Dust>',
  username: 'uma',
  decision: 'approved',
  instance_name: 'Movies',
  count: 2,
} as const

const isAlert = (type: string): type is AlertType => Object.hasOwn(CATEGORY_OF, type)
const SENT = Object.keys(CATEGORY_OF)
  .filter(isAlert)
  // What is on somebody's watchlist is for that person alone.
  .filter(type => CATEGORY_OF[type] !== null && !isWatched(type))

async function open() {
  const world = await buildWorld({ products: ['smtp'], users: ['uma'] })
  const { app, smtp, asAdmin } = world
  const server = { host: smtp.host, port: smtp.port, security: 'none', from: 'Foyer <foyer@example.org>' }
  expectOk(await asAdmin('PUT', '/api/admin/email', { enabled: true, ...server }))
  expectOk(await asAdmin('PUT', '/api/admin/external-address', { external_url: EXTERNAL }))
  const alerts = createAlerts({
    ...app,
    inbox: { amend: async () => {}, rename: async () => {} },
    throttle: createFanOutThrottle(app.clock),
  })
  const raise = (alert: NewAlert) => app.database.transaction(tx => alerts.raise(tx, alert))
  /** Alerts are gathered first, and a place gets them one after the other. */
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await app.jobs.settle()
      app.clock.advance(2500)
    }
  }
  return { ...world, raise, settle }
}

describe('alerts by e-mail (C64)', () => {
  const world = shareAmongTests(open)

  it('cover every category', () => {
    expect(new Set(SENT.map(type => CATEGORY_OF[type]))).toEqual(new Set(ALERT_CATEGORIES))
  })

  it.each(SENT)('%s reaches the mailbox of the household as text and as HTML', async type => {
    const { asAdmin, smtp, raise, settle } = world()
    const address = `${type}@example.org`
    const draft = { kind: 'email', name: type, address, events: [CATEGORY_OF[type]] }
    const { id } = expectOk(await asAdmin('POST', '/api/admin/destinations', draft))
    await raise({ type, audience: { to: 'admins' }, data: DATA })
    await settle()
    const mails = smtp.mailsTo(address)
    expect(mails).toHaveLength(1)
    const { title, body } = householdText({ type, data: DATA }, textsIn('en'))
    expect(mails[0]).toMatchObject({ from: 'foyer@example.org', to: [address], subject: title })
    expect(mails[0]?.text).toContain(`${title}\r\n\r\n${body}\r\n\r\n${EXTERNAL}/`)
    expect(mails[0]?.html).toContain(body.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;'))
    expect(mails[0]?.html).toContain(`href="${EXTERNAL}/`)
    expect(mails[0]?.html).not.toContain('<Dust>')
    expectOk(await asAdmin('DELETE', `/api/admin/destinations/${id}`))
  })

  it('reach a person in words of their own, once their address is confirmed', async () => {
    const { app, asUma, users, smtp, raise, settle } = world()
    const address = 'uma@example.org'
    const { id } = expectOk(
      await asUma('POST', '/api/me/destinations', { kind: 'email', name: 'Mail', address }),
    )
    const audience = { to: 'users', user_ids: [users.uma.user.id] } as const
    const decided = { type: 'request_decision', audience, data: DATA } as const
    await raise(decided)
    await settle()
    const [link] = smtp.mailsTo(address)
    expect(smtp.mailsTo(address)).toHaveLength(1)
    const { pathname, search } = new URL(/https:\S+confirm\?token=\S+/.exec(link?.text ?? '')?.[0] ?? '')
    expect((await app.call('GET', pathname + search)).status).toBe(200)
    await raise(decided)
    await settle()
    expect(smtp.mailsTo(address).slice(1)).toMatchObject([
      { subject: 'Your request', text: expect.stringContaining('Heat & <Dust> was approved.') },
    ])
    expect(expectOk(await asUma('GET', `/api/me/destinations/${id}`))).toMatchObject({ health: 'ok' })
  })
})
