import { afterAll, describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { startPushService } from '#test/push-service.ts'
import { createWebPush } from './web-push.ts'

const outbound = createOutbound({ clock: createTestClock(), external_proxy: () => null, user_agent: 'Foyer' })
afterAll(() => outbound.close())
const push = createWebPush(outbound)

async function start() {
  const service = await startPushService()
  const { endpoint, keys } = service.subscribe()
  const message = { text: '{"title":"Grüße"}', ttl_seconds: 60, subject: 'mailto:ops@example.org' }
  const vapid = await push.makeKeys()
  const send = (to = { endpoint, ...keys }, topic?: string) =>
    push.send(to, { ...message, keys: vapid, ...(topic && { topic }) })
  return { service, send, vapid, to: { endpoint, ...keys } }
}

describe('a push service (RFC 8030, 8291, 8292)', () => {
  it('is told who sends, and carries what only the browser can read', async () => {
    const { service, send, vapid } = await start()
    expect(await send(undefined, 'a-topic')).toBe('sent')
    const [got] = service.delivered
    expect(got?.payload).toEqual({ title: 'Grüße' })
    expect(got?.headers).toMatchObject({ ttl: '60', topic: 'a-topic', 'content-encoding': 'aes128gcm' })
    expect(got?.key).toBe(vapid.public_key)
    expect(got?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:ops@example.org' })
    const hours = ((got?.claims.exp ?? 0) - Date.now() / 1000) / 3600
    expect(hours).toBeGreaterThan(0)
    expect(hours).toBeLessThanOrEqual(24)
  })

  it.each([404, 410])('treats %d as a browser that no longer exists', async status => {
    const { service, send } = await start()
    service.answer({ status })
    expect(await send()).toBe('gone')
  })

  it.each([
    [429, { 'retry-after': '120' }, { kind: 'rate_limited', retry_after_ms: 120_000 }],
    [503, { 'retry-after': '7' }, { kind: 'bad_answer', status: 503, retry_after_ms: 7000 }],
    [413, {}, { kind: 'bad_answer', status: 413 }],
    [403, {}, { kind: 'rejected_key' }],
    [302, { location: 'http://127.0.0.1:9/' }, { kind: 'bad_answer', category: 'redirected' }],
  ])('fails with %d as what it is', async (status, headers, fault) => {
    const { service, send } = await start()
    service.answer({ status, headers })
    await expect(send()).rejects.toMatchObject(fault)
    expect(service.delivered).toEqual([])
  })

  it('that falls silent leaves it unknown whether the message was taken', async () => {
    const { service, send } = await start()
    service.answer({ status: 201, cut: true })
    await expect(send()).rejects.toMatchObject({ kind: 'outcome_unknown' })
    expect(service.delivered).toHaveLength(1)
  })

  it('that took it may say whatever it likes', async () => {
    const { service, send } = await start()
    service.answer({ status: 201, body: 'x'.repeat(100_000) })
    expect(await send()).toBe('sent')
    expect(service.delivered).toHaveLength(1)
  })

  it('is not asked with keys that cannot be encrypted to', async () => {
    const { service, send, to } = await start()
    await expect(send({ ...to, p256dh: 'AAAA' })).rejects.toMatchObject({ category: 'invalid_url' })
    expect(service.delivered).toEqual([])
  })
})
