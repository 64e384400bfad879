import { status } from '@foyer/simulators'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { TestAnswer, TestApp } from '#test/app.ts'
import type { Call } from '#test/calls.ts'
import { buildInviteServer } from '#test/invite-server.ts'
import { listenTo } from '#test/request-events.ts'

/*
 * Defends 2:4.13.2 and 2:4.13.6: a token of the provider, or the private address of the media server, read from an
 * answer, an event, the log or a copy of the database.
 */

async function dump({ database }: TestApp): Promise<string> {
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    database.read,
  )
  const rows = await Promise.all(
    tables.rows.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(database.read)),
  )
  return JSON.stringify(rows.map(one => one.rows))
}

it('shows no token of the provider and no private address', async () => {
  const { app, admin, users, asUma, asBob, asAdmin, cloud, plex, plexTv, grant, instance_id, sweep } =
    await buildInviteServer()
  const events = listenTo(app, { admin, ...users })
  const answers: TestAnswer[] = []
  const kept =
    (call: Call): Call =>
    async (...request) => {
      const answer = await call(...request)
      answers.push(answer)
      return answer
    }
  const [uma, bob] = [kept(asUma), kept(asBob)]
  const path = '/api/media-servers/invite-server/sign-in'
  const tokens = new Set([plex.token])
  const signIn = async (username: string, then: () => void = () => {}) => {
    const { pin_id, code } = (await uma('POST', `${path}/begin`, {})).body
    const account = cloud.accounts.values().find(one => one.username === username)
    cloud.approvePin(code, account?.id ?? 0)
    for (const { token } of cloud.devices) tokens.add(token)
    then()
    await uma('POST', `${path}/check`, { pin_id })
    await bob('POST', `${path}/check`, { pin_id })
    await uma('POST', `${path}/check`, { pin_id })
  }

  await signIn('tove')
  await grant('uma')
  await signIn('marlow')
  // Failures are written to the log with what the provider answered.
  for (const fault of [status(401), status(500, { body: { token: [...tokens].join() } })]) {
    await signIn('ellen77', () => plexTv.faults.always('GET /api/v2/user', fault))
    plexTv.faults.always('* /*', fault)
    await uma('POST', `/api/media-servers/${instance_id}/account`, { email: 'other@example.org' })
    await uma('POST', '/api/auth/invite-email', { email: 'another@example.org' })
    await uma('GET', '/api/media-servers')
    await sweep()
    plexTv.faults.clear()
    app.clock.advance(60_000)
  }
  await signIn('ellen77')
  await uma('GET', '/api/media-servers')
  await sweep()
  answers.push(await asAdmin('GET', '/api/admin/media-servers/accounts'))
  answers.push(await asAdmin('GET', `/api/admin/media-servers/${instance_id}/users`))
  for (const { invite_token, access_token } of cloud.shares) tokens.add(invite_token).add(access_token)

  const bodies = answers.map(({ raw }) => raw.toString())
  const heard = JSON.stringify(
    (['admin', 'uma', 'bob'] as const).flatMap(name =>
      ['invite_access_request', 'media_server_access', 'config_changed'].map(type => events.of(name, type)),
    ),
  )
  const log = JSON.stringify(app.log.entries)
  const seen = { bodies: bodies.join('\n'), heard, log, stored: await dump(app) }
  // The test would see them: there were answers, events, lines and rows, and the tokens were sent.
  expect(bodies.some(body => body.includes('"linked":true'))).toBe(true)
  expect(heard).toContain('"kind":"invite"')
  expect(log).toContain('could not be')
  expect(seen.stored).toContain('ellen@example.org')
  expect(tokens.size).toBeGreaterThan(4)
  const sent = plexTv.journal.entries.map(({ headers }) => headers['x-plex-token'])
  expect([...tokens].filter(token => sent.includes(token)).length).toBeGreaterThan(2)

  for (const [where, text] of Object.entries(seen))
    for (const token of tokens) expect([where, text.includes(token)]).toEqual([where, false])
  // Admins see the address of an instance; others, events and the log never do.
  const { host } = new URL(plex.url)
  for (const text of [seen.bodies, heard, log]) expect(text).not.toContain(host)
  // Tokens are sent in a header, never in an address.
  for (const { path: place, query } of plexTv.journal.entries)
    for (const token of tokens) expect(`${place}?${query.toString()}`).not.toContain(token)
})
