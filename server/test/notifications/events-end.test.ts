import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { revokeDevice, signIn } from '#test/people.ts'
import { listen } from '#test/sockets.ts'
import { openSocket, openSse } from '#test/streams.ts'

async function startServer() {
  const app = await startApp()
  const session = await app.setUp()
  return { app, session, url: `http://127.0.0.1:${await listen(app)}` }
}

function publish(app: TestApp, type: string, data: Record<string, unknown> = {}): Promise<void> {
  return app.events.publish(null, { type, data }, { to: 'everyone' })
}

describe('the end of a stream (1/6)', () => {
  it('closes a WebSocket with 4401 and ends SSE within 5 s of revocation, and no other device', async () => {
    const { app, session, url } = await startServer()
    const other = await signIn(app, 'ana')
    const [socket, sse] = [
      await openSocket(url, session.access_token),
      await openSse(url, session.access_token),
    ]
    const kept = await openSocket(url, other.access_token)
    await revokeDevice(app, session.device_id)
    app.clock.advance(5000)
    expect(await socket.closed).toBe(4401)
    expect(await sse.closed).toBe('end')
    await publish(app, 'still_here')
    await kept.received('still_here')
  })

  it('drops a revoked client that does not read, and goes on serving the others', async () => {
    const { app, session, url } = await startServer()
    const other = await signIn(app, 'ana')
    const [socket, sse] = [
      await openSocket(url, session.access_token),
      await openSse(url, session.access_token),
    ]
    const kept = await openSocket(url, other.access_token)
    socket.socket.pause()
    sse.answer.pause()
    const large = { text: 'x'.repeat(256 * 1024) }
    for (let i = 0; i < 100; i += 1) {
      await publish(app, 'large', large)
      await setImmediate()
    }
    await revokeDevice(app, session.device_id)
    app.clock.advance(2000)
    await app.database.read.selectFrom('users').select('id').execute()
    // An ended answer must not be written to: that would be an error nobody listens for.
    for (let i = 0; i < 3; i += 1) await publish(app, `after_${i}`)
    await kept.received('after_2')
    app.clock.advance(3000)
    socket.socket.resume()
    sse.answer.resume()
    await Promise.all([socket.closed, sse.closed])
    const heard = [...socket.frames, ...sse.frames].map(frame => frame.type)
    expect(heard.filter(type => type.startsWith('after'))).toEqual([])
    expect(app.event_hub.openStreams()).toBe(1)
  })

  it('does not close when the access token expires', async () => {
    const { app, session, url } = await startServer()
    const [socket, sse] = [
      await openSocket(url, session.access_token),
      await openSse(url, session.access_token),
    ]
    for (let second = 0; second < 3700; second += 20) {
      app.clock.advance(20_000)
      // The pong of the client must come before the next beat.
      await fetch(`${url}/ping`)
    }
    const me = await app.call('GET', '/api/auth/me', { token: session.access_token })
    expect(me.status).toBe(401)
    await publish(app, 'still_here')
    await Promise.all([socket.received('still_here'), sse.received('still_here')])
  })

  it('pings every 25 s, keeps who answers, and drops who was silent for 60 s', async () => {
    const { app, session, url } = await startServer()
    const alive = await openSocket(url, session.access_token)
    const silent = await openSocket(url, session.access_token, { autoPong: false })
    const pings = [once(alive.socket, 'ping'), once(silent.socket, 'ping')]
    app.clock.advance(25_000)
    await Promise.all(pings)
    await fetch(`${url}/ping`)
    app.clock.advance(34_999)
    await publish(app, 'not_yet')
    await silent.received('not_yet')
    app.clock.advance(1)
    expect(await silent.closed).toBe(1006)
    await publish(app, 'still_here')
    await alive.received('still_here')
  })

  it('sends SSE a comment every 25 s', async () => {
    const { app, session, url } = await startServer()
    const sse = await openSse(url, session.access_token)
    app.clock.advance(50_000)
    await publish(app, 'mark')
    await sse.received('mark')
    expect(sse.text().match(/^: .*$/gm)).toHaveLength(2)
  })

  it('closes with 1013 who falls 256 frames behind, and nobody else', async () => {
    const { app, session, url } = await startServer()
    const slow = await openSocket(url, session.access_token)
    const slowSse = await openSse(url, session.access_token)
    const quick = await openSocket(url, session.access_token)
    slow.socket.pause()
    slowSse.answer.pause()
    const large = { text: 'x'.repeat(64 * 1024) }
    for (let i = 0; i < 600; i += 1) {
      await publish(app, 'large', large)
      await setImmediate()
    }
    await publish(app, 'last')
    await quick.received('last')
    expect(quick.frames).toHaveLength(602)
    slow.socket.resume()
    slowSse.answer.resume()
    expect(await slow.closed).toBe(1013)
    expect(await slowSse.closed).toBe('cut')
    expect(slow.frames.length).toBeLessThan(600)
  })

  it('ignores what a client says, and closes who says too much at once', async () => {
    const { app, session, url } = await startServer()
    const client = await openSocket(url, session.access_token)
    client.socket.send('{"type":"config_changed","data":{}}')
    client.socket.send(Buffer.from([0, 1, 2]))
    client.socket.send('x'.repeat(10_000))
    // The answer to a ping comes after everything sent before it was read.
    client.socket.ping()
    const read = once(client.socket, 'pong').then(() => 'read')
    expect(await Promise.race([read, client.closed])).toBe('read')
    await publish(app, 'mark')
    await client.received('mark')
    expect(client.frames.map(frame => frame.type)).toEqual(['hello', 'mark'])
    client.socket.send('x'.repeat(64 * 1024 + 1))
    expect(await client.closed).toBe(1009)
  })

  it('closes every stream with 1012 when the server stops, also one that comes late', async () => {
    const { app, session, url } = await startServer()
    const [socket, sse] = [
      await openSocket(url, session.access_token),
      await openSse(url, session.access_token),
    ]
    app.event_hub.close()
    expect(await socket.closed).toBe(1012)
    expect(await sse.closed).toBe('end')
    const late = await openSocket(url, session.access_token)
    expect(await late.closed).toBe(1012)
    expect(await (await openSse(url, session.access_token)).closed).toBe('end')
    expect(app.event_hub.openStreams()).toBe(0)
  })
})
