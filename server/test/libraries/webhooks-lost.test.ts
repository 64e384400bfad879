import { status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { eventually } from '#test/eventually.ts'
import { inManager, MANAGERS, openServer, switchedOff, withField } from '#test/webhook-managers.ts'
import { buildWorld } from '#test/world.ts'

async function begin(product: 'radarr' | 'chaptarr' = 'radarr') {
  const world = await buildWorld({ products: MANAGERS })
  const server = await openServer(world)
  const id = await server.connect(product)
  const manager = inManager(world, product)
  const settled = async (state: string) => {
    await server.app.jobs.settle()
    expect((await server.instance(id)).webhook_state).toBe(state)
  }
  return { world, ...server, id, manager, settled }
}

describe('two Foyers on one manager (C60)', () => {
  it.each(['radarr', 'sonarr', 'lidarr', 'chaptarr', 'readarr'] as const)(
    'each has a webhook of its own in %s, and neither takes the other’s away',
    async product => {
      const world = await buildWorld({ products: MANAGERS })
      const other = await startApp()
      const first = await openServer(world)
      const second = await openServer({ ...world, app: other, admin: await other.setUp() })
      const [one, two] = [await first.connect(product), await second.connect(product)]
      const { records } = inManager(world, product)
      expect(records().map(({ name, url }) => [name, url])).toEqual([
        ['Foyer', `http://${first.host}/api/webhooks/library/${one}`],
        [`Foyer (${second.host})`, `http://${second.host}/api/webhooks/library/${two}`],
      ])
      for (const [server, id] of [
        [first, one],
        [second, two],
      ] as const) {
        const path = `/api/admin/instances/${id}/webhook`
        expect((await server.asAdmin('GET', path)).body).toMatchObject({ configured: true, state: '' })
        expect((await server.asAdmin('POST', path)).body).toMatchObject({ configured: true, state: '' })
      }
      expect(records()).toHaveLength(2)
      // C26: whoever leaves takes the own one along.
      await second.asAdmin('DELETE', `/api/admin/instances/${two}`)
      await eventually(() => expect(records().map(({ name }) => name)).toEqual(['Foyer']))
      expect((await first.asAdmin('GET', `/api/admin/instances/${one}/webhook`)).body.state).toBe('')
    },
  )

  it('leaves other connections alone that are called like ours, in whatever capitals', async () => {
    const world = await buildWorld({ products: MANAGERS })
    const { add, records } = inManager(world, 'radarr')
    await add({ name: 'FOYER', implementation: 'Discord', fields: [], onGrab: true })
    const server = await openServer(world)
    await server.connect('radarr')
    expect(records().map(({ name }) => name)).toEqual(['FOYER', `Foyer (${server.host})`])
  })

  it('knows its own by the path, though somebody renamed it', async () => {
    const { asAdmin, id, manager } = await begin()
    await manager.edit(manager.records()[0]?.id ?? 0, record => ({ ...record, name: 'Phone ringer' }))
    const path = `/api/admin/instances/${id}/webhook`
    expect((await asAdmin('GET', path)).body.state).toBe('')
    await asAdmin('POST', path)
    expect(manager.names()).toEqual(['Foyer'])
  })
})

describe('a webhook that is lost (C60)', () => {
  it('is put back by itself when it is missing, and admins are told once for each loss', async () => {
    const { pollUntil, inbox, id, manager, settled } = await begin()
    for (const losses of [1, 2]) {
      await manager.removeAll()
      await pollUntil(() => expect(manager.names()).toEqual(['Foyer']))
      await pollUntil(() => settled(''))
      expect(await inbox('webhook_lost')).toHaveLength(losses)
    }
    const [entry] = await inbox('webhook_lost')
    expect(entry).toMatchObject({
      data: {
        instance_id: id,
        instance_name: 'My radarr',
        webhook_state: 'missing',
        webhook_action: 'restored',
      },
      path: `/instances/${id}`,
    })
  })

  it('is put back when it was changed', async () => {
    const { poll, inbox, host, id, manager, settled } = await begin()
    const [record] = manager.records()
    await manager.edit(record?.id ?? 0, one =>
      withField(one, 'url', `http://127.0.0.1:9/api/webhooks/library/${id}`),
    )
    poll()
    await eventually(() =>
      expect(manager.records()[0]?.url).toBe(`http://${host}/api/webhooks/library/${id}`),
    )
    await eventually(() => settled(''))
    expect(await inbox('webhook_lost')).toMatchObject([
      { data: { webhook_state: 'stale', webhook_action: 'restored' } },
    ])
    expect(manager.names()).toEqual(['Foyer'])
  })

  it.each(['radarr', 'chaptarr'] as const)(
    'is left switched off in %s by whoever did that',
    async product => {
      const { pollUntil, inbox, asAdmin, id, manager, settled } = await begin(product)
      await manager.edit(manager.records()[0]?.id ?? 0, switchedOff)
      await pollUntil(() => settled('disabled'))
      await pollUntil(() => settled('disabled'))
      expect(Object.values(manager.records()[0]?.flags ?? {})).not.toContain(true)
      expect(await inbox('webhook_lost')).toMatchObject([
        { data: { webhook_state: 'disabled', webhook_action: 'none' } },
      ])
      // The route says what 1/I says; an admin who presses the button has it back.
      const path = `/api/admin/instances/${id}/webhook`
      expect((await asAdmin('GET', path)).body.state).toBe('stale')
      expect((await asAdmin('POST', path)).body.state).toBe('')
      await settled('')
      expect(await inbox('webhook_lost')).toHaveLength(1)
    },
  )

  it('shows when the manager refuses the stored key', async () => {
    const { world, pollUntil, inbox, settled } = await begin()
    world.radarr.faults.always('*', status(401))
    await pollUntil(() => settled('credential_refused'))
    expect(await inbox('webhook_lost')).toMatchObject([
      { data: { webhook_state: 'credential_refused', webhook_action: 'none' } },
    ])
    world.radarr.faults.clear()
    await pollUntil(() => settled(''))
    expect(await inbox('webhook_lost')).toHaveLength(1)
  })

  it('shows when the manager calls with another password, which its record does not tell', async () => {
    const { app, pollUntil, asAdmin, id, manager, settled } = await begin()
    const { username } = credentialOf(
      await app.database.read.selectFrom('instance_webhooks').selectAll().execute(),
    )
    await manager.edit(manager.records()[0]?.id ?? 0, one => withField(one, 'password', 'changed'))
    const call = (name: string) =>
      app.call('POST', `/api/webhooks/library/${id}`, {
        body: { eventType: 'Test' },
        headers: { authorization: `Basic ${Buffer.from(`${name}:changed`).toString('base64')}` },
      })
    // A stranger who guesses is not the manager.
    expect((await call('foyer-00000000')).status).toBe(401)
    await pollUntil(() => settled(''))
    expect((await call(username)).status).toBe(401)
    await pollUntil(() => settled('credential_refused'))
    await asAdmin('POST', `/api/admin/instances/${id}/webhook`)
    await pollUntil(() => settled(''))
  })

  it('says so once when it cannot be put back, and keeps trying', async () => {
    const { world, app, pollUntil, inbox, manager, settled } = await begin()
    world.radarr.faults.always('POST /api/v3/notification', status(500))
    await manager.removeAll()
    await pollUntil(() => settled('missing'))
    await eventually(async () =>
      expect(await inbox('webhook_lost')).toMatchObject([
        { data: { webhook_state: 'missing', webhook_action: 'failed' } },
      ]),
    )
    world.radarr.faults.clear()
    app.clock.advance(3_600_000)
    await eventually(() => expect(manager.names()).toEqual(['Foyer']))
    await eventually(() => settled(''))
    expect(await inbox('webhook_lost')).toHaveLength(1)
  })

  it('is not lost while nobody can tell: a manager that does not answer says nothing', async () => {
    const { world, poll, pollUntil, inbox, settled } = await begin()
    world.radarr.faults.always('GET /api/v3/notification', status(503))
    const reads = () => world.radarr.journal.requests('GET /api/v3/notification').length
    const before = reads()
    poll()
    await eventually(() => expect(reads()).toBeGreaterThan(before))
    world.radarr.faults.clear()
    await pollUntil(() => settled(''))
    expect(await inbox('webhook_lost')).toEqual([])
  })

  it('does not count as lost if it was never there, because no address is known', async () => {
    const world = await buildWorld({ products: MANAGERS })
    const server = await openServer(world)
    const id = await server.connect('radarr')
    await inManager(world, 'radarr').removeAll()
    await server.app.database.transaction(tx => tx.deleteFrom('instance_webhooks').execute())
    server.poll()
    await eventually(async () => expect((await server.instance(id)).webhook_state).toBe('no_callback_url'))
    expect(await server.inbox('webhook_lost')).toEqual([])
  })

  it('is told to admins alone', async () => {
    const { app, poll, manager, settled, asAdmin } = await begin()
    const { link } = (await asAdmin('POST', '/api/admin/connect-token', { name: 'bob' })).body
    const token = new URL(link).searchParams.get('token')
    const bob = (await app.call('POST', '/api/auth/connect', { body: { token } })).body
    await manager.removeAll()
    poll()
    await eventually(() => expect(manager.names()).toEqual(['Foyer']))
    await eventually(() => settled(''))
    app.clock.advance(3_000)
    await app.jobs.settle()
    const inbox = await app.call('GET', '/api/notifications/inbox', { token: bob.access_token })
    expect(inbox.body.entries).toEqual([])
  })
})

function credentialOf(rows: readonly { credential_hash: string }[]) {
  return { username: `foyer-${rows[0]?.credential_hash.slice(0, 8)}` }
}
