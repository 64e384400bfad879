import { dropAfterCommit, dropBefore, type Fault, garbage, status, wrongKey } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import { afterTest } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { createPushGateway } from './push-gateway.ts'

const NOTIFY = 'POST /v1/notifications'
const notice = { title: 'New movie', body: 'It is here.', data: { type: 'new_movie', tmdb_id: 603 } }

function external() {
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer/dev' })
  afterTest(() => outbound.close())
  return outbound.external
}

async function start(enrol_token?: string) {
  const { pushGateway } = await startSimulators({ products: ['pushGateway'] })
  const options = { external: external(), url: `${pushGateway.url}/`, name: 'Home', enrol_token }
  return { pushGateway, gateway: createPushGateway(options), key: pushGateway.fixed_key }
}

const device = (device_id: string, user_id = 42) => ({
  user_id,
  device_id,
  platform: 'ios' as const,
  token: `token-${device_id}`,
})

describe('the push gateway (1/4.14)', () => {
  it('enrols by name, with the token of a gated gateway, and without a bearer', async () => {
    const { pushGateway, gateway } = await start('let me in')
    pushGateway.gate('let me in')
    expect(await gateway.enrol()).toEqual({ tenant_id: 't1', api_key: expect.stringMatching(/^pg_key_/) })
    const [entry] = pushGateway.journal.requests('POST /v1/enroll')
    expect(entry?.headers).toMatchObject({ 'x-enroll-token': 'let me in' })
    expect(entry?.headers.authorization).toBeUndefined()
    expect(entry?.body).toEqual({ name: 'Home' })
  })

  it('registers, replaces and removes devices, with ids as texts', async () => {
    const { pushGateway, gateway, key } = await start()
    await gateway.register(key, device('d_a'))
    await gateway.register(key, { ...device('d_a'), token: 'newer' })
    const known = { user_id: '42', device_id: 'd_a', platform: 'ios', token: 'newer' }
    expect(pushGateway.devices()).toEqual([known])
    await gateway.unregister(key, 'd_a')
    await gateway.unregister(key, 'd_a')
    pushGateway.faults.next('DELETE /v1/devices', status(404))
    await gateway.unregister(key, 'd_a')
    expect(pushGateway.devices()).toEqual([])
  })

  it('rings every device of a person and says what became of each', async () => {
    const { pushGateway, gateway, key } = await start()
    for (const id of ['d_a', 'd_b', 'd_c']) await gateway.register(key, device(id))
    pushGateway.uninstall('d_b')
    pushGateway.refuseDevice('d_c', `BadDevice token-d_c ${'x'.repeat(500)}`)
    const report = await gateway.notify(key, 42, { ...notice, badge: 0, collapse_id: 'alert:1' })
    expect(report).toMatchObject({ sent: 1, failed: 2 })
    expect(report?.results.map(one => [one.device_id, one.ok, one.pruned])).toEqual([
      ['d_a', true, false],
      ['d_b', false, true],
      ['d_c', false, false],
    ])
    expect(report?.results[2]?.error).toMatch(/^BadDevice … x{108}$/)
    expect(pushGateway.journal.requests(NOTIFY).at(-1)?.body).toEqual({
      to: { user_ids: ['42'] },
      notification: { title: 'New movie', body: 'It is here.', badge: 0 },
      data: { type: 'new_movie', tmdb_id: 603 },
      options: { priority: 'high', collapse_id: 'alert:1' },
    })
  })

  it.each<[string, Fault, object]>([
    ['a cut before anything', dropBefore(), { kind: 'outcome_unknown' }],
    ['a cut after it rang', dropAfterCommit(), { kind: 'outcome_unknown' }],
    ['too many devices', status(429, { retry_after: 7 }), { kind: 'rate_limited', retry_after_ms: 7000 }],
    ['an ill gateway', status(500), { kind: 'bad_answer', status: 500 }],
    ['a proxy that gave up', status(502), { kind: 'outcome_unknown', status: 502 }],
    ['a key that was revoked', wrongKey(), { kind: 'rejected_key', status: 401 }],
    ['words it does not take', status(400), { kind: 'bad_answer', status: 400 }],
  ])('%s', async (_what, fault, expected) => {
    const { pushGateway, gateway, key } = await start()
    pushGateway.faults.next(NOTIFY, fault)
    await expect(gateway.notify(key, 42, notice)).rejects.toMatchObject(expected)
    expect(pushGateway.journal.requests(NOTIFY)).toHaveLength(1)
  })

  it('any 2xx is a success, whatever its body', async () => {
    const { pushGateway, gateway, key } = await start()
    pushGateway.faults.next(NOTIFY, garbage())
    expect(await gateway.notify(key, 42, notice)).toBeNull()
  })

  it.each([
    ['too long to read', 'x'.repeat(2 * 1024 * 1024), null],
    ['without counts', '{"ok":true}', null],
    [
      'with rows alone',
      '{"results":[{"device_id":"a","ok":true},{"device_id":"b"}]}',
      { sent: 1, failed: 1 },
    ],
    ['with a count alone', '{"sent":0}', { sent: 0, failed: 0, results: [] }],
  ])('a 2xx %s', async (_what, body, expected) => {
    const server = await serveHttp((_request, response) => void response.writeHead(202).end(body))
    afterTest(async () => server[Symbol.asyncDispose]())
    const options = { external: external(), url: server.origin, name: 'Home', enrol_token: undefined }
    const report = await createPushGateway(options).notify('k', 1, notice)
    if (expected) expect(report).toMatchObject(expected)
    else expect(report).toBeNull()
  })

  it('an empty key does not count as an enrolment, and no redirect is followed', async () => {
    const asked: string[] = []
    const server = await serveHttp((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/v1/enroll') {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"tenant_id":"t","api_key":""}')
      } else response.writeHead(307, { location: '/elsewhere' }).end()
    })
    afterTest(async () => server[Symbol.asyncDispose]())
    const options = { external: external(), url: server.origin, name: 'Home', enrol_token: undefined }
    const gateway = createPushGateway(options)
    await expect(gateway.enrol()).rejects.toMatchObject({ kind: 'bad_answer' })
    await expect(gateway.notify('k', 1, notice)).rejects.toMatchObject({ category: 'redirected' })
    expect(asked).toEqual(['/v1/enroll', '/v1/notifications'])
  })
})
