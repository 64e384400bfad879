import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { allRoutes } from '@foyer/contract'
import { expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { managerForm } from '#test/managers.ts'
import { signIn } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/backup.md'), 'utf8')
const COMMANDS = Array.from(guide.matchAll(/(delete from settings where [^'"]+)/g), ([, command]) => command)

/** Ask the outside, which is not there. */
const OF_PROVIDERS = /^\/api\/(discover|genres|providers|languages|listsrc|releases|search)\b/
/** Stay open. */
const STREAMS = ['/api/events', '/api/ws']

const HOOK_SECRET = 'a-secret-of-the-hook-1'
const MAIL = {
  enabled: true,
  host: '127.0.0.1',
  port: 9,
  security: 'none',
  username: 'ana',
  password: 'a-password-of-mail-1',
  from: 'ana@example.org',
}

it('docs/backup.md leads back to a working server when the key is lost for good', async () => {
  const world = await buildWorld({ products: ['webhookReceiver'], instances: ['movies', 'series'] })
  const { app, radarr, instance_ids } = world
  const save = async (method: string, path: string, body: object) => {
    const answer = await world.asAdmin(method, path, body)
    expect([path, answer.status < 300]).toEqual([path, true])
  }
  await save('POST', '/api/admin/destinations', {
    kind: 'webhook',
    name: 'Log',
    address: world.webhookReceiver.hook_url,
    secret: HOOK_SECRET,
    events: ['request_pending'],
  })
  await save('PUT', '/api/admin/email', MAIL)
  await app.close()

  const APP_DATA_DIR = app.config.data_dir
  rmSync(join(APP_DATA_DIR, 'encryption.key'))
  // The same with npm, in a container and on PostgreSQL.
  expect(COMMANDS).toHaveLength(3)
  const [command = ''] = new Set(COMMANDS)
  expect(COMMANDS.every(one => one === command)).toBe(true)
  const database = new DatabaseSync(join(APP_DATA_DIR, 'foyer.db'))
  database.exec(command)
  database.close()

  const again = await startApp({ env: { APP_DATA_DIR } })
  expect((await again.call('GET', '/api/health/ready')).status).toBe(200)
  // Everybody signs in again, by the same password.
  const old = await again.call('GET', '/api/auth/me', { token: world.admin.access_token })
  expect(old.status).toBe(401)
  const { access_token: token } = await signIn(again, 'ana')
  // No page is lost to a secret that does not open any more.
  const pages = allRoutes.filter(
    ({ method, path }) =>
      method === 'GET' && !path.includes('{') && !OF_PROVIDERS.test(path) && !STREAMS.includes(path),
  )
  expect(pages.length).toBeGreaterThan(60)
  for (const { path } of pages) {
    const { status } = await again.call('GET', path, { token })
    expect([path, status < 500]).toEqual([path, true])
  }
  // What was typed once is typed again, and then works.
  const type = async (method: string, path: string, body: object) => {
    const answer = await again.call(method, path, { token, body })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.body
  }
  const { api_key, ...known } = managerForm('movie_manager', 'Movies', radarr)
  const stored = { ...known, id: instance_ids.movies }
  expect(await type('POST', '/api/admin/instances/test', stored)).toMatchObject({ ok: false })
  await type('PUT', `/api/admin/instances/${instance_ids.movies}`, { ...known, api_key })
  expect(await type('POST', '/api/admin/instances/test', stored)).toMatchObject({ ok: true })
  const listed = await again.call('GET', '/api/admin/destinations', { token })
  const [destination] = listed.body.destinations
  const hook = { address: world.webhookReceiver.hook_url, secret: HOOK_SECRET }
  await type('PUT', `/api/admin/destinations/${destination.id}`, hook)
  expect(await type('POST', `/api/admin/destinations/${destination.id}/test`, {})).toMatchObject({
    status: 'sent',
  })
  await type('PUT', '/api/admin/email', MAIL)
})
