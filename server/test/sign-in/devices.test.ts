import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { callAs, refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { addUser } from '#test/people.ts'
import { listen } from '#test/sockets.ts'
import { buildWorld } from '#test/world.ts'

describe.each(ENGINES)('devices on %s (1:4.12)', engine => {
  it('lists every device with its owner, the last seen first', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    app.clock.advance(1000)
    const bob = await addUser(app, asAdmin, 'bob')
    const { status, body } = await asAdmin('GET', '/api/admin/devices')
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: bob.device_id,
        user_id: bob.user.id,
        username: 'bob',
        device_name: "bob's phone",
        kind: 'app',
        created_at: '2026-11-15T09:00:01.000Z',
        last_seen_at: '2026-11-15T09:00:01.000Z',
      },
      expect.objectContaining({ id: admin.device_id, username: 'ana', kind: 'app' }),
    ])
  })

  it('revokes a device for its next request, and leaves the others alone (1:5.1)', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const bob = await addUser(app, asAdmin, 'bob')
    const second = await addUser(app, asAdmin, 'bob')
    const asBob = callAs(app, bob.access_token)
    expect((await asBob('GET', '/api/auth/me')).status).toBe(200)
    const revoked = await asAdmin('DELETE', `/api/admin/devices/${bob.device_id}`)
    expect(revoked.body).toEqual({ status: 'revoked' })
    expect(refusal(await asBob('GET', '/api/auth/me'))).toEqual([401, 'session_revoked'])
    const refresh = await callAs(app)('POST', '/api/auth/refresh', { refresh_token: bob.refresh_token })
    expect(refusal(refresh)).toEqual([401, 'session_revoked'])
    expect((await callAs(app, second.access_token)('GET', '/api/auth/me')).status).toBe(200)
    expect((await asAdmin('GET', '/api/auth/me')).body.device_id).toBe(admin.device_id)
    const again = await asAdmin('DELETE', `/api/admin/devices/${bob.device_id}`)
    expect(refusal(again)).toEqual([404, 'not_found'])
  })
})

describe('open streams of a revoked device (1/6)', () => {
  it('end within five seconds', async () => {
    const { app, asAdmin } = await buildWorld()
    const bob = await addUser(app, asAdmin, 'bob')
    const port = await listen(app)
    const request = get({
      port,
      path: '/api/events',
      headers: { authorization: `Bearer ${bob.access_token}` },
    })
    const [stream] = (await once(request, 'response')) as [IncomingMessage]
    expect(stream.statusCode).toBe(200)
    await once(stream, 'data')
    await asAdmin('DELETE', `/api/admin/devices/${bob.device_id}`)
    const ended = once(stream.resume(), 'close')
    app.clock.advance(5000)
    await ended
    expect(app.event_hub.openStreams()).toBe(0)
  })
})
