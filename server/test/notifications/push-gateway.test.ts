import { dropBefore, status, wrongKey } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { textsIn } from '#texts/texts.ts'
import { testNotice } from '#features/notifications/dispatch/notice-rules.ts'
import { createTestJobs } from '#test/test-jobs.ts'
import type { Caller } from '#kit/caller.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { createOutbound } from '#kit/outbound.ts'
import { addPeople } from '#test/build-alerts.ts'
import { afterTest, describeEachEngine, openFresh } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { addDevice, buildPush, type PushParts } from '#test/build-push.ts'

const TEST_NOTICE = testNotice(textsIn('en'))

const [ANA, BO] = [1, 2]
const caller = (user_id: number): Caller => ({ user_id, username: '', role: 'user', device_id: '' })

async function openPush(database: Database, more: Partial<PushParts> = {}) {
  const { pushGateway } = await startSimulators({ products: ['pushGateway'] })
  await addPeople(database, ['ana', 'admin'], ['bo', 'user'])
  const { jobs, clock } = createTestJobs(database)
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'Foyer/dev' })
  afterTest(() => outbound.close())
  const external = outbound.external
  const push = buildPush({ database, clock, jobs, external, gateway: pushGateway, ...more })
  const register = async (device_id: string, user_id: number, apns_token = `token-${device_id}`) => {
    await addDevice(database, device_id, user_id).catch(() => {})
    await push.devices.register(caller(user_id), { device_id, apns_token, platform: 'ios' })
  }
  const registered = () => pushGateway.devices().map(one => `${one.user_id} ${one.device_id} ${one.token}`)
  const send = async (user_id: number) => {
    const to = { user_id, destination: String(user_id) }
    const { signal } = new AbortController()
    return (await push.channel.prepare?.(to, signal)) ?? (await push.channel.send(to, TEST_NOTICE, signal))
  }
  const tokens = () => database.read.selectFrom('push_tokens').selectAll().orderBy('device_id').execute()
  const asked = (pattern: string) => pushGateway.journal.requests(pattern).length
  return { ...push, pushGateway, jobs, clock, register, registered, send, tokens, asked }
}

describeEachEngine('devices at the gateway', open => {
  it('enrol on the way, are registered, replaced, and removed with their device (1:4.14)', async () => {
    const database = await open()
    const push = await openPush(database)
    await database.transaction(push.scheduleSync)
    await push.jobs.settle()
    expect(push.pushGateway.enrolled()).toEqual(['Home'])
    await push.register('d_a', ANA)
    await push.register('d_b', BO)
    await push.jobs.settle()
    expect(push.registered()).toEqual(['1 d_a token-d_a', '2 d_b token-d_b'])
    // One phone, one device: the token of ana's phone comes back under another one.
    await push.register('d_c', BO, 'token-d_a')
    await push.jobs.settle()
    expect(push.registered()).toEqual(['2 d_b token-d_b', '2 d_c token-d_a'])
    await push.devices.forget(caller(BO), 'd_b')
    await push.devices.forget(caller(BO), 'd_b')
    await database.transaction(tx => tx.deleteFrom('devices').where('id', '=', 'd_c').execute())
    // Nobody told of the device's end; the next sending or sweep finds out.
    expect(await push.send(BO)).toEqual({ kind: 'gone' })
    expect(push.registered()).toEqual([])
    expect(await push.tokens()).toEqual([])
    expect((await push.keys.current(database.read))?.api_key).toMatch(/^pg_key_1/)
  })

  it('are only their owner’s: 403 for another’s; one that is gone may be forgotten again', async () => {
    const push = await openPush(await open())
    await push.register('d_a', ANA)
    const given = { device_id: 'd_a', apns_token: 'x', platform: 'ios' as const }
    const refused = { code: 'forbidden' }
    await expect(push.devices.register(caller(BO), given)).rejects.toMatchObject(refused)
    await expect(push.devices.forget(caller(BO), 'd_a')).rejects.toMatchObject(refused)
    const unknown = { ...given, device_id: 'd_x' }
    await expect(push.devices.register(caller(BO), unknown)).rejects.toMatchObject(refused)
    expect(await push.devices.forget(caller(BO), 'd_x')).toEqual({ success: true })
    expect(await push.tokens()).toMatchObject([{ device_id: 'd_a', removed_at: null }])
    const [row] = await push.tokens()
    expect(JSON.stringify(row)).not.toContain('token-d_a')
  })

  it('that are gone are taken from the gateway before anybody is rung; while that fails, nobody is', async () => {
    const database = await open()
    const push = await openPush(database)
    await push.register('d_a', BO)
    await push.register('d_b', BO)
    await push.jobs.settle()
    await database.transaction(tx => tx.deleteFrom('devices').where('id', '=', 'd_a').execute())
    push.pushGateway.faults.next('DELETE /v1/devices', status(503, { retry_after: 9 }))
    expect(await push.send(BO)).toEqual({ kind: 'retry', reason: 'bad_answer', after_ms: 9000 })
    expect(push.pushGateway.rung()).toEqual([])
    expect(await push.send(BO)).toEqual({ kind: 'sent' })
    expect(push.pushGateway.rung().map(one => one.device_id)).toEqual(['d_b'])
  })

  it('are forgotten when the gateway says that their token is dead, and dated when they were reached', async () => {
    const push = await openPush(await open())
    await push.register('d_a', BO)
    await push.register('d_b', BO)
    await push.jobs.settle()
    push.pushGateway.uninstall('d_a')
    expect(await push.send(BO)).toEqual({ kind: 'sent' })
    const at = push.clock.now().toISOString()
    expect(await push.tokens()).toMatchObject([{ device_id: 'd_b', last_delivered_at: at }])
  })
})

describe('the key', () => {
  const open = () => openFresh('sqlite')

  it('of our own is discarded after a 401, renewed, and every device registered again (1/4.14)', async () => {
    const push = await openPush(await open())
    await push.register('d_a', BO)
    await push.jobs.settle()
    expect(await push.send(BO)).toEqual({ kind: 'sent' })
    push.pushGateway.revokeKeys()
    expect(await push.send(BO)).toEqual({ kind: 'retry', reason: 'rejected_key' })
    // At once, and not only when somebody is rung again.
    await push.jobs.settle()
    expect(push.pushGateway.enrolled()).toHaveLength(2)
    expect(push.registered()).toEqual(['2 d_a token-d_a'])
    expect(await push.send(BO)).toEqual({ kind: 'sent' })
    expect(push.asked('POST /v1/devices')).toBe(2)
    expect(push.pushGateway.rung()).toHaveLength(2)
  })

  it('that never worked does not make the server enrol again and again', async () => {
    const push = await openPush(await open())
    push.pushGateway.faults.always('POST /v1/devices', wrongKey())
    await push.register('d_a', BO)
    for (let n = 0; n < 5; n += 1) await push.send(BO)
    expect(push.pushGateway.enrolled()).toHaveLength(1)
    push.clock.advance(MINUTE_MS)
    await push.send(BO)
    await push.send(BO)
    expect(push.pushGateway.enrolled()).toHaveLength(2)
    push.clock.advance(MINUTE_MS)
    await push.send(BO)
    expect(push.pushGateway.enrolled()).toHaveLength(2)
  })

  it('of the environment wins, and survives a 401', async () => {
    const database = await open()
    const push = await openPush(database, { api_key: 'pg_fixed_0123456789abcdef' })
    await push.register('d_a', BO)
    expect(await push.send(BO)).toEqual({ kind: 'sent' })
    push.pushGateway.faults.next('POST /v1/notifications', wrongKey())
    expect(await push.send(BO)).toEqual({ kind: 'retry', reason: 'rejected_key' })
    expect(await push.send(BO)).toEqual({ kind: 'sent' })
    expect(push.pushGateway.enrolled()).toEqual([])
    expect(await push.keys.current(database.read)).toMatchObject({ is_configured: true })
  })

  it('is asked for again after 60 s, then ever later; a gateway that fails fails no registration', async () => {
    const database = await open()
    const push = await openPush(database)
    const enrol = 'POST /v1/enroll'
    push.pushGateway.faults.always(enrol, status(503))
    await push.register('d_a', BO)
    await push.jobs.settle()
    expect(push.asked(enrol)).toBe(1)
    const failing = { failing_since: push.clock.now().toISOString(), last_error: 'bad_answer' }
    expect(await push.health.read()).toEqual(failing)
    const tries = []
    for (let minute = 0; minute < 16; minute += 1) {
      push.clock.advance(MINUTE_MS)
      await push.jobs.settle()
      tries.push(push.asked(enrol))
    }
    expect(tries.slice(0, 8)).toEqual([2, 2, 3, 3, 3, 3, 4, 4])
    push.pushGateway.faults.clear()
    push.clock.advance(30 * MINUTE_MS)
    await push.jobs.settle()
    expect(push.registered()).toEqual(['2 d_a token-d_a'])
    expect(await push.health.read()).toEqual({ failing_since: null, last_error: null })
    const saved = await database.read
      .selectFrom('settings')
      .select(['value', 'encrypted'])
      .where('key', '=', 'push_enrolled_key')
      .executeTakeFirstOrThrow()
    expect(saved).toEqual({ encrypted: 1, value: expect.not.stringContaining('pg_key') })
  })
})

describe('devices that the gateway does not know', () => {
  const open = () => openFresh('sqlite')

  it('are registered again with another key or another gateway, configured or not', async () => {
    const database = await open()
    const push = await openPush(database)
    await push.register('d_a', BO)
    expect(await push.send(BO)).toEqual({ kind: 'sent' })
    const { pushGateway } = await startSimulators({ products: ['pushGateway'] })
    const outbound = createOutbound({
      clock: push.clock,
      external_proxy: () => null,
      user_agent: 'Foyer/dev',
    })
    afterTest(() => outbound.close())
    const { jobs, clock } = createTestJobs(database)
    const shared = { database, jobs, clock, external: outbound.external }
    const moved = buildPush({ ...shared, gateway: pushGateway, api_key: pushGateway.fixed_key })
    await database.transaction(moved.scheduleSync)
    await jobs.settle()
    expect(pushGateway.devices().map(one => one.device_id)).toEqual(['d_a'])
  })

  it('because it lost them are registered again, and what did not ring goes once more', async () => {
    const push = await openPush(await open())
    await push.register('d_a', BO)
    expect(await push.send(BO)).toEqual({ kind: 'sent' })
    push.clock.advance(60 * MINUTE_MS)
    push.pushGateway.loseDevices()
    expect(await push.send(BO)).toEqual({ kind: 'retry', reason: 'devices_unknown' })
    expect(await push.health.read()).toMatchObject({ last_error: 'devices_unknown' })
    expect(await push.send(BO)).toEqual({ kind: 'sent' })
    expect(push.registered()).toEqual(['2 d_a token-d_a'])
    // One that forgets at once is not believed a second time.
    push.pushGateway.loseDevices()
    expect(await push.send(BO)).toEqual({ kind: 'failed', reason: 'devices_unknown' })
    push.clock.advance(60 * MINUTE_MS)
    await push.send(BO)
    push.pushGateway.loseDevices()
    expect((await push.channel.test(BO, TEST_NOTICE))?.result).toMatchObject({
      tokens: 1,
      sent: 0,
      failed: 1,
    })
    expect((await push.channel.test(BO, TEST_NOTICE))?.result).toMatchObject({ tokens: 1, sent: 1 })
  })

  it('when all were dead, nobody was told', async () => {
    const push = await openPush(await open())
    await push.register('d_a', BO)
    await push.send(BO)
    push.pushGateway.uninstall('d_a')
    expect(await push.send(BO)).toEqual({ kind: 'gone' })
  })

  it('because their token cannot be read hold up nobody else', async () => {
    const database = await open()
    const push = await openPush(database)
    await push.register('d_a', BO)
    await push.register('d_b', ANA)
    await database.transaction(tx =>
      tx.updateTable('push_tokens').set({ token_box: 'x' }).where('device_id', '=', 'd_a').execute(),
    )
    expect(await push.send(ANA)).toEqual({ kind: 'sent' })
    await push.jobs.settle()
    expect(push.registered()).toEqual(['1 d_b token-d_b'])
    expect(await push.send(BO)).toEqual({ kind: 'retry', reason: 'not_registered' })
  })

  it('because it refuses their token hold up neither the other devices nor other people', async () => {
    const push = await openPush(await open())
    for (const [device_id, user_id] of [
      ['d_a', BO],
      ['d_b', BO],
      ['d_c', ANA],
    ] as const) {
      await push.register(device_id, user_id)
    }
    push.pushGateway.faults.next('POST /v1/devices', status(400))
    await push.jobs.settle()
    expect(push.registered()).toEqual(['2 d_b token-d_b', '1 d_c token-d_c'])
    push.pushGateway.faults.next('POST /v1/devices', status(422))
    expect(await push.send(BO)).toEqual({ kind: 'sent' })
    expect(push.pushGateway.rung().map(one => one.device_id)).toEqual(['d_b'])
    // What is the gateway's own trouble stops at the first.
    push.pushGateway.faults.next('POST /v1/devices', status(503))
    expect(await push.send(BO)).toMatchObject({ kind: 'retry', reason: 'bad_answer' })
  })
})

describe('tests and failures', () => {
  const open = () => openFresh('sqlite')

  it('C27 — a gateway that answers badly is a result; one that does not answer at all is a fault', async () => {
    const push = await openPush(await open())
    const test = async () => (await push.channel.test(BO, TEST_NOTICE))?.result
    expect(await test()).toEqual({ tokens: 0, sent: 0, failed: 0, results: [] })
    await push.register('d_a', BO)
    const sent = { tokens: 1, sent: 1, failed: 0, results: [{ device_id: 'd_a', ok: true, pruned: false }] }
    expect(await test()).toEqual(sent)
    for (const fault of [status(500), status(429), status(502), wrongKey()]) {
      push.pushGateway.faults.next('POST /v1/notifications', fault)
      const result = await test()
      expect(result).toMatchObject({ tokens: 1, sent: 0, failed: 1, results: [{ ok: false, pruned: false }] })
      expect(result?.results[0]?.error).toContain('push gateway')
    }
    push.pushGateway.faults.next('POST /v1/notifications', dropBefore())
    expect(await push.channel.test(BO, TEST_NOTICE)).toMatchObject({
      result: { tokens: 1, failed: 1 },
      unanswered: { name: 'UpstreamFault' },
    })
    push.pushGateway.refuseDevice('d_a', 'BadDeviceToken')
    const refused = await test()
    expect(refused?.results).toEqual([
      { device_id: 'd_a', ok: false, pruned: false, error: 'BadDeviceToken' },
    ])
    expect(await push.health.read()).toMatchObject({ last_error: 'devices_refused' })
  })

  it('only a lost answer leaves it open whether a device rang', async () => {
    const push = await openPush(await open())
    await push.register('d_a', BO)
    await push.send(BO)
    const notify = 'POST /v1/notifications'
    push.pushGateway.faults.next(notify, status(429, { retry_after: 7 }))
    expect(await push.send(BO)).toEqual({ kind: 'retry', reason: 'rate_limited', after_ms: 7000 })
    push.pushGateway.faults.next(notify, status(400))
    expect(await push.send(BO)).toEqual({ kind: 'failed', reason: 'refused_400' })
    push.pushGateway.faults.next(notify, dropBefore())
    expect(await push.send(BO)).toEqual({ kind: 'unconfirmed', reason: 'outcome_unknown' })
    const since = push.clock.now().toISOString()
    push.clock.advance(MINUTE_MS)
    push.pushGateway.faults.next(notify, status(500))
    await push.send(BO)
    expect(await push.health.read()).toEqual({ failing_since: since, last_error: 'bad_answer' })
    // The page of settings sends whoever wants to know more to the log.
    expect(push.log.entries.at(-1)).toMatchObject({ reason: 'bad_answer' })
    await push.send(BO)
    expect(await push.health.read()).toEqual({ failing_since: null, last_error: null })
  })
})
