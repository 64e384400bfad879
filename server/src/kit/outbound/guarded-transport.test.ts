import type { LookupAddress } from 'node:dns'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, ForbiddenAddress, type Outbound, type ProxySettings } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createLoopbackCertificate } from '#test/certificate.ts'
import { serveHttp, serveHttpProxy, serveHttpsInFrontOf, serveSocks5 } from '#test/loopback-servers.ts'
import { createGuardedLookup, type Resolve } from './guarded-transport.ts'

const opened: Outbound[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(one => one.close()))
})

const answers = (...addresses: string[]): Resolve =>
  async function resolve() {
    return addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  }

function guardedWith(resolve: Resolve | undefined, proxy: ProxySettings | null = null) {
  const outbound = createOutbound({
    clock: systemClock,
    external_proxy: () => proxy,
    user_agent: 'x',
    ...(resolve && { resolve }),
  })
  opened.push(outbound)
  return outbound.guarded
}

const post = (url: string) =>
  ({ upstream: 'ntfy', method: 'POST', url, json: {}, timeout_ms: 5000, max_bytes: 1000 }) as const
const serve = () => serveHttp((_request, response) => void response.end('reached'))

async function causeOf(call: Promise<unknown>): Promise<unknown> {
  const fault = await call.then(
    () => expect.fail('the call went through'),
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(UpstreamFault)
  return fault instanceof UpstreamFault ? fault.cause : undefined
}

describe('addresses that people choose (C64)', () => {
  it('an address of the local network is not called', async () => {
    await using server = await serve()
    const guarded = guardedWith(undefined)
    for (const host of ['127.0.0.1', '0x7f000001', '[::ffff:127.0.0.1]']) {
      expect(await causeOf(guarded.send(post(`http://${host}:${server.port}/`)))).toBeInstanceOf(
        ForbiddenAddress,
      )
    }
    expect(server.seen).toEqual([])
  })

  it('a name that resolves to one is not called', async () => {
    await using server = await serve()
    const local = guardedWith(undefined).send(post(`http://localhost:${server.port}/`))
    expect(await causeOf(local)).toBeInstanceOf(ForbiddenAddress)
    for (const resolve of [answers('127.0.0.1'), answers('1.1.1.1', '127.0.0.1'), answers('::1')]) {
      const call = guardedWith(resolve).send(post(`http://rebound.example.org:${server.port}/`))
      expect(await causeOf(call)).toBeInstanceOf(ForbiddenAddress)
    }
    expect(server.seen).toEqual([])
  })

  it('a name that nobody knows is unreachable, and may be tried again', async () => {
    const unknown: Resolve = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    const call = guardedWith(unknown).send(post('https://nowhere.example.org/'))
    await expect(call).rejects.toMatchObject({ kind: 'unreachable', category: 'unreachable' })
  })

  it('behind a proxy the name is resolved here, and the proxy gets the address that was checked', async () => {
    await using server = await serve()
    await using socks = await serveSocks5()
    const proxy = { url: `socks5://127.0.0.1:${socks.port}`, no_proxy: [] }
    const url = `http://api.test:${server.port}/`
    expect((await guardedWith(answers('1.1.1.1'), proxy).send(post(url))).text()).toBe('reached')
    expect(socks.seen).toEqual([`1.1.1.1:${server.port}`])
    const call = guardedWith(answers('192.168.1.9'), proxy).send(post(url))
    expect(await causeOf(call)).toBeInstanceOf(ForbiddenAddress)
    expect(socks.seen).toHaveLength(1)
  })

  it('behind a proxy an address of the local network is refused as well', async () => {
    await using server = await serve()
    await using proxy = await serveHttpProxy()
    const guarded = guardedWith(undefined, { url: proxy.origin, no_proxy: [] })
    expect(await causeOf(guarded.send(post(server.origin)))).toBeInstanceOf(ForbiddenAddress)
    expect(proxy.seen).toEqual([])
  })
})

describe('a name behind a proxy that would lead elsewhere (DNS rebinding)', () => {
  const certificate = createLoopbackCertificate('ntfy.example.org')
  const before = getCACertificates('default')
  beforeAll(() => setDefaultCACertificates([...before, certificate.cert]))
  afterAll(() => setDefaultCACertificates(before))

  it.each([
    ['http', serveHttpProxy, (port: number) => `CONNECT 1.1.1.1:${port}`],
    ['socks5', serveSocks5, (port: number) => `1.1.1.1:${port}`],
  ] as const)(
    '%s: the proxy never learns it, and the receiver proves it',
    async (kind, serveProxy, asked) => {
      const hosts: unknown[] = []
      await using server = await serveHttp((request, response) => {
        hosts.push(request.headers['x-forwarded-host'])
        response.end('reached')
      })
      await using secure = await serveHttpsInFrontOf(server.origin, certificate)
      await using proxy = await serveProxy()
      const settings = { url: `${kind}://127.0.0.1:${proxy.port}`, no_proxy: [] }
      const guarded = guardedWith(answers('2606:4700::1111', '1.1.1.1'), settings)
      const answer = await guarded.send(post(`https://ntfy.example.org:${secure.port}/topic`))
      expect(answer.text()).toBe('reached')
      expect(proxy.seen).toEqual([asked(secure.port)])
      expect(hosts).toEqual([`ntfy.example.org:${secure.port}`])
      // Whoever is at that address must have the certificate of the name.
      const other = guarded.send(post(`https://other.example.org:${secure.port}/topic`))
      await expect(other).rejects.toMatchObject({ kind: 'unreachable', category: 'tls' })
      expect(secure.seen).toEqual(['POST /topic'])
    },
  )
})

describe('the lookup of a connection', () => {
  function lookUp(resolve: Resolve, options: { all?: boolean; family?: number }) {
    return new Promise<[Error | null, string | LookupAddress[], number?]>(settle => {
      createGuardedLookup(resolve)('ntfy.example.org', options, (...result) => settle(result))
    })
  }

  it('gives the addresses that were checked, in the form that was asked for', async () => {
    const both = answers('1.1.1.1', '2606:4700::1111')
    expect(await lookUp(both, { all: true })).toEqual([
      null,
      [
        { address: '1.1.1.1', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ],
    ])
    expect(await lookUp(both, {})).toEqual([null, '1.1.1.1', 4])
    expect(await lookUp(both, { family: 6 })).toEqual([null, '2606:4700::1111', 6])
  })

  it('gives none when one of them is private', async () => {
    const [error] = await lookUp(answers('1.1.1.1', 'fd00::1'), { all: true })
    expect(error).toBeInstanceOf(ForbiddenAddress)
  })
})
