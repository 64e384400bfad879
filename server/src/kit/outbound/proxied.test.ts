import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type EnvironmentProxy, type Outbound, type ProxySettings } from '#kit/outbound.ts'
import { freePort, serveHttp, serveHttpProxy, serveSocks5 } from '#test/loopback-servers.ts'

const opened: Outbound[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(one => one.close()))
})

function outboundWith(proxy: { admin?: ProxySettings | null; environment?: EnvironmentProxy }): Outbound {
  const outbound = createOutbound({
    clock: systemClock,
    external_proxy: () => proxy.admin ?? null,
    environment_proxy: proxy.environment ?? {},
    user_agent: 'x',
  })
  opened.push(outbound)
  return outbound
}

const request = (url: string) =>
  ({ upstream: 'TMDB', method: 'GET', url, timeout_ms: 5000, max_bytes: 10_000 }) as const
const echo = () =>
  serveHttp((req, res) => res.end(`${req.headers.host} ${req.headers['proxy-authorization']}`))

describe('http proxy', () => {
  test('C35: plain http goes in absolute form, loopback included', async () => {
    await using server = await echo()
    await using proxy = await serveHttpProxy()
    const { external } = outboundWith({ admin: { url: proxy.origin, no_proxy: [] } })
    const answer = await external.send(request(`${server.origin}/a?b=c`))
    expect(answer.text()).toBe(`127.0.0.1:${server.port} undefined`)
    expect(proxy.seen).toEqual([`GET ${server.origin}/a?b=c`])
  })

  test('https goes through CONNECT', async () => {
    await using server = await echo()
    await using proxy = await serveHttpProxy()
    const { external } = outboundWith({ admin: { url: proxy.origin, no_proxy: [] } })
    const call = external.send({ ...request(`https://127.0.0.1:${server.port}/`), method: 'POST' })
    // The target speaks no TLS; that we learn it through the tunnel is the point.
    await expect(call).rejects.toMatchObject({ kind: 'unreachable', category: 'tls' })
    expect(proxy.seen).toEqual([`CONNECT 127.0.0.1:${server.port}`])
  })

  test('a name and password are shown to the proxy and to nobody else', async () => {
    const basic = `Basic ${Buffer.from('ann:p@w').toString('base64')}`
    await using server = await echo()
    await using proxy = await serveHttpProxy(basic)
    const admin = { url: proxy.origin, username: 'ann', password: 'p@w', no_proxy: [] }
    const answer = await outboundWith({ admin }).external.send(request(server.origin))
    expect(answer.text()).toContain('undefined')
  })

  test('a proxy that refuses us passed nothing on', async () => {
    await using server = await echo()
    await using proxy = await serveHttpProxy('Basic other')
    const { external } = outboundWith({ admin: { url: proxy.origin, no_proxy: [] } })
    for (const url of [server.origin, `https://127.0.0.1:${server.port}`]) {
      const call = external.send({ ...request(url), method: 'POST' })
      await expect(call).rejects.toMatchObject({ kind: 'unreachable', category: 'unreachable' })
    }
    expect(server.seen).toEqual([])
  })

  test('a proxy that is not there', async () => {
    const { external } = outboundWith({
      admin: { url: `http://127.0.0.1:${await freePort()}`, no_proxy: [] },
    })
    const call = external.send({ ...request('https://api.test/'), method: 'POST' })
    await expect(call).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('a proxy URL that cannot be used', async () => {
    for (const url of ['ftp://proxy.test', 'http://']) {
      const call = outboundWith({ admin: { url, no_proxy: [] } }).external.send(request('https://api.test/'))
      await expect(call).rejects.toMatchObject({ kind: 'unreachable' })
    }
  })
})

describe('socks5 proxy', () => {
  test('resolves names at the proxy', async () => {
    await using server = await echo()
    await using proxy = await serveSocks5()
    const admin = { url: `socks5://127.0.0.1:${proxy.port}`, no_proxy: [] }
    const answer = await outboundWith({ admin }).external.send(request(`http://api.test:${server.port}/`))
    expect(answer.text()).toContain(`api.test:${server.port}`)
    expect(proxy.seen).toEqual([`api.test:${server.port}`])
  })

  test('logs in', async () => {
    await using server = await echo()
    await using proxy = await serveSocks5({ username: 'ann', password: 'p@w' })
    const url = `socks5://127.0.0.1:${proxy.port}`
    const right = outboundWith({ admin: { url, username: 'ann', password: 'p@w', no_proxy: [] } })
    expect((await right.external.send(request(server.origin))).status).toBe(200)
    const wrong = outboundWith({ admin: { url, username: 'ann', password: 'no', no_proxy: [] } })
    const call = wrong.external.send({ ...request(server.origin), method: 'POST' })
    await expect(call).rejects.toMatchObject({ kind: 'unreachable' })
    expect(server.seen).toHaveLength(1)
  })

  test('carries TLS', async () => {
    await using server = await echo()
    await using proxy = await serveSocks5()
    const admin = { url: `socks5://127.0.0.1:${proxy.port}`, no_proxy: [] }
    const call = outboundWith({ admin }).external.send(request(`https://api.test:${server.port}/`))
    await expect(call).rejects.toMatchObject({ kind: 'unreachable', category: 'tls' })
  })
})

describe('which way', () => {
  test('hosts in no_proxy and the whole internal class go direct', async () => {
    await using server = await echo()
    await using proxy = await serveHttpProxy()
    const direct = outboundWith({ admin: { url: proxy.origin, no_proxy: ['127.0.0.0/8'] } })
    await direct.external.send(request(server.origin))
    const internal = outboundWith({ admin: { url: proxy.origin, no_proxy: [] } }).internal
    await internal.send(request(server.origin))
    expect(proxy.seen).toEqual([])
    expect(server.seen).toHaveLength(2)
  })

  test('the environment counts while no admin proxy is saved, and a change takes effect at once', async () => {
    await using server = await echo()
    await using first = await serveHttpProxy()
    await using second = await serveHttpProxy()
    const proxy: { admin: ProxySettings | null; environment: EnvironmentProxy } = {
      admin: null,
      environment: { http_proxy: first.origin },
    }
    const { external } = outboundWith(proxy)
    await external.send(request(server.origin))
    proxy.admin = { url: second.origin, no_proxy: [] }
    await external.send(request(server.origin))
    proxy.admin = { url: second.origin, no_proxy: ['127.0.0.1'] }
    await external.send(request(server.origin))
    proxy.admin = null
    await external.send(request(server.origin))
    expect([first.seen.length, second.seen.length, server.seen.length]).toEqual([2, 1, 4])
  })

  test('a change lets calls under way finish', async () => {
    const begun = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await using server = await serveHttp((_req, res) => {
      res.write('a', () => begun.resolve())
      void released.promise.then(() => res.end('b'))
    })
    await using proxy = await serveHttpProxy()
    const settings: { admin: ProxySettings | null } = { admin: { url: proxy.origin, no_proxy: [] } }
    const { external } = outboundWith(settings)
    const slow = external.send(request(server.origin))
    await begun.promise
    settings.admin = null
    const direct = external.send(request(server.origin))
    await new Promise(setImmediate)
    released.resolve()
    expect((await slow).text()).toBe('ab')
    expect((await direct).text()).toBe('ab')
    expect(proxy.seen).toHaveLength(1)
  })
})
