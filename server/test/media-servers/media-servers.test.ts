import { held, startWorld, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { afterTest } from '#test/engines.ts'
import { readBody, serveHttp } from '#test/loopback-servers.ts'
import { signInAs } from '#test/people.ts'

const PASSWORD = 'chosen once by uma'
const PRODUCTS = ['jellyfin', 'emby', 'audiobookshelf'] as const
const TYPE_OF = {
  jellyfin: 'account_server_a',
  emby: 'account_server_b',
  audiobookshelf: 'audiobook_server',
} as const

async function open() {
  const world = await startWorld({ products: PRODUCTS })
  afterTest(() => world.close())
  const app = await startApp()
  const admin = await app.setUp()
  const uma = await signInAs(app, 'uma', 'user')
  const ids: Record<string, string> = {}
  for (const product of PRODUCTS) {
    const { url, api_key } = world[product]
    const server_config = { public_address: `https://${product}.example` }
    const body = { service_type: TYPE_OF[product], name: product, url, api_key, server_config }
    const saved = await app.call('POST', '/api/admin/instances', { token: admin.access_token, body })
    expect(saved.status).toBe(201)
    ids[product] = saved.body.id
  }
  const as = (token: string) => (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const asAdmin = as(admin.access_token)
  const asUma = as(uma.access_token)
  const grant = async (...products: (typeof PRODUCTS)[number][]) => {
    const grants = Object.fromEntries(products.map(product => [TYPE_OF[product], [ids[product]]]))
    const answer = await asAdmin('PUT', `/api/admin/users/${uma.user.id}/instance-grants`, grants)
    expect(answer.status).toBe(200)
    await app.jobs.settle()
  }
  return { app, world, admin, uma, ids, asAdmin, asUma, grant }
}

function isDisabled(world: Awaited<ReturnType<typeof open>>['world'], product: (typeof PRODUCTS)[number]) {
  if (product === 'audiobookshelf') return world.audiobookshelf.accounts.byLogin('uma')?.is_active === false
  return world[product].accounts.named('uma')?.policy['IsDisabled'] === true
}

async function sweep(app: TestApp) {
  app.clock.advance(5 * 60_000)
  await app.jobs.settle()
}

describe.each(PRODUCTS)('an own account on %s (2:4.1)', product => {
  it('is made in one call, follows the grant, and is never there for somebody without one', async () => {
    const { app, world, ids, asUma, asAdmin, grant } = await open()
    const path = `/api/media-servers/${ids[product]}/account`
    expect((await asUma('GET', '/api/media-servers')).body).toEqual([])
    const refused = await asUma('POST', path, { password: PASSWORD })
    const unknown = await asUma('POST', '/api/media-servers/in_nowhere/account', { password: PASSWORD })
    expect([refused.status, refused.body]).toEqual([403, unknown.body])

    await grant(product)
    const made = await asUma('POST', path, { password: PASSWORD })
    expect([made.status, made.body]).toEqual([
      201,
      {
        username: 'uma',
        public_address: `https://${product}.example`,
        pending: false,
        administrator: false,
        manage_access: true,
      },
    ])
    const [own] = (await asUma('GET', '/api/media-servers')).body
    expect(own).toMatchObject({
      instance_id: ids[product],
      service_type: TYPE_OF[product],
      kind: 'account',
      account: {
        username: 'uma',
        disabled: false,
        pending: false,
        administrator: false,
        verified: true,
        manage_access: true,
        access_sync_pending: false,
      },
      auto_link_suppressed: false,
      existing_account: false,
    })
    const again = await asUma('POST', path, { password: PASSWORD })
    expect([again.status, again.body.code]).toEqual([409, 'account_exists'])

    await grant()
    expect(isDisabled(world, product)).toBe(true)
    expect((await asAdmin('GET', '/api/admin/media-servers/accounts')).body).toMatchObject([
      { username: 'uma', granted: false, disabled: true, verified: true, created_by_app: true },
    ])
    await grant(product)
    expect(isDisabled(world, product)).toBe(false)
    expect(await app.database.read.selectFrom('media_server_attempts').selectAll().execute()).toEqual([])
  })

  it('is retried by the sweep when the server was away', async () => {
    const { app, world, ids, asUma, grant, asAdmin } = await open()
    await grant(product)
    await asUma('POST', `/api/media-servers/${ids[product]}/account`, { password: PASSWORD })
    world[product].faults.always('* /*', status(500))
    await grant()
    expect(isDisabled(world, product)).toBe(false)
    world[product].faults.clear()
    const [owed] = (await asAdmin('GET', '/api/admin/media-servers/accounts')).body
    expect(owed).toMatchObject({ access_sync_pending: true, granted: false })
    await sweep(app)
    expect(isDisabled(world, product)).toBe(true)
    const calls = world[product].journal.entries.length
    await sweep(app)
    expect(world[product].journal.entries.length).toBe(calls)
  })

  it('is switched off when its user is deleted', async () => {
    const { app, world, ids, uma, asUma, grant, asAdmin } = await open()
    await grant(product)
    await asUma('POST', `/api/media-servers/${ids[product]}/account`, { password: PASSWORD })
    expect((await asAdmin('DELETE', `/api/admin/users/${uma.user.id}`)).status).toBe(200)
    await app.jobs.settle()
    expect(isDisabled(world, product)).toBe(true)
  })
})

describe('a grant that is revoked while the account is made', () => {
  it('is refused, and the account is switched off', async () => {
    const { app, world, ids, uma, asUma, asAdmin, grant } = await open()
    const { url, api_key } = world.jellyfin
    // Lets everything through, but revokes the grant before it passes the creation on.
    await using between = await serveHttp((req, res) => {
      void (async () => {
        const { method = 'GET', headers } = req
        const body = await readBody(req)
        if (req.url === '/Users/New')
          await asAdmin('PUT', `/api/admin/users/${uma.user.id}/instance-grants`, {})
        const answer = await fetch(`${url}${req.url}`, {
          method,
          headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
          ...(body && { body }),
        })
        const text = await answer.text()
        res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text)
      })()
    })
    const moved = await asAdmin('PUT', `/api/admin/instances/${ids['jellyfin']}`, {
      url: between.origin,
      api_key,
    })
    expect(moved.status).toBe(200)
    await grant('jellyfin')
    const made = await asUma('POST', `/api/media-servers/${ids['jellyfin']}/account`, { password: PASSWORD })
    expect([made.status, made.body.code]).toEqual([403, 'instance_forbidden'])
    await app.jobs.settle()
    expect(isDisabled(world, 'jellyfin')).toBe(true)
  })
})

describe('libraries that are chosen while the account is made (2:4.13.4)', () => {
  it('are applied to it', async () => {
    const { app, world, ids, asUma, asAdmin, grant } = await open()
    const { jellyfin } = world
    await grant('jellyfin')
    const answer = Promise.withResolvers<void>()
    const creation = 'POST /Users/New'
    jellyfin.faults.next(creation, held(answer.promise))
    const made = asUma('POST', `/api/media-servers/${ids['jellyfin']}/account`, { password: PASSWORD })
    await expect.poll(() => jellyfin.journal.requests(creation)).toHaveLength(1)
    const [folder] = jellyfin.library.folders.keys()
    const server_config = { public_address: 'https://jellyfin.example', library_ids: [folder] }
    const saved = await asAdmin('PUT', `/api/admin/instances/${ids['jellyfin']}`, { server_config })
    expect(saved.status).toBe(200)
    answer.resolve()
    expect((await made).status).toBe(201)
    await app.jobs.settle()
    const remote = jellyfin.accounts.named('uma')
    expect(remote?.policy).toMatchObject({ EnableAllFolders: false, EnabledFolders: [folder] })
  })
})
