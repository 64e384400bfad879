import { lookup as resolveWithCallback, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { isPublicAddress } from '#kit/public-address.ts'
import { assertOutsideTransaction } from '#kit/transaction-scope.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import type { TransportParts } from './attempt.ts'
import { createTransport } from './create-transport.ts'
import { startDeadline } from './deadline.ts'
import { createDirectDispatchers, createPinnedDispatchers, type Dispatchers } from './dispatchers.ts'
import { faultFromError, isIdempotent } from './faults.ts'
import type { ProxyHop } from './proxy-choice.ts'
import { targetOf } from './target.ts'
import type { OutboundRequest, Transport } from './transport.ts'

/** The host is, or resolves to, an address outside the internet. The cause of the fault that callers get. */
export class ForbiddenAddress extends Error {
  constructor() {
    super('This address is not on the internet.')
    this.name = 'ForbiddenAddress'
  }
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const resolveAll = promisify(resolveWithCallback)
export const systemResolve: Resolve = hostname => resolveAll(hostname, { all: true })

/** Calls to addresses that people who are not admins choose: to the internet, and nowhere else (C64). */
export type GuardedTransport = Pick<Transport, 'send'>

export interface GuardedOptions extends Omit<TransportParts, 'dispatchers'> {
  /** The proxy that carries a call to this address; null: none. */
  proxyFor: (url: URL) => ProxyHop | null
  resolve: Resolve
}

interface Route {
  hop: ProxyHop
  address: LookupAddress
}

/**
 * Checks the address of the connection itself: a name that resolves to a public address when it is checked and to a
 * private one when it is called (DNS rebinding) reaches nothing. A proxy connects in our place, so it is asked for the
 * address that was checked here, and never resolves the name itself.
 */
export function createGuardedTransport(options: GuardedOptions) {
  const { clock, proxyFor, resolve } = options
  const dispatchers = createDirectDispatchers({ lookup: createGuardedLookup(resolve) })
  const direct = createTransport({ ...options, dispatchers })
  const underWay = new Map<Dispatchers, Promise<unknown>>()

  /** Which proxy carries the call, and to which address; null: none does. Throws a fault for a private address. */
  async function routeOf(request: OutboundRequest, url: URL): Promise<Route | null> {
    const { upstream, timeout_ms, signal } = request
    const host = bareHost(url)
    const deadline = startDeadline(clock, timeout_ms, signal)
    try {
      const hop = proxyFor(url)
      // Direct connections to a name are checked when they are made.
      if (!hop && isIP(host) === 0) return null
      const found = await untilAborted(resolvePublic(resolve, host), deadline.signal)
      // More proxies reach IPv4.
      const address = found.find(one => one.family === 4) ?? found[0]
      return hop && address ? { hop, address } : null
    } catch (error) {
      signal?.throwIfAborted()
      const state = { upstream, idempotent: isIdempotent(request), sent: false }
      throw faultFromError(error, state, deadline.passed())
    } finally {
      deadline.clear()
    }
  }

  async function sendThrough({ hop, address }: Route, request: OutboundRequest, url: URL) {
    const host = bareHost(url)
    const pinned = new URL(url)
    pinned.hostname = address.family === 6 ? `[${address.address}]` : address.address
    const own = createPinnedDispatchers(hop, isIP(host) === 0 ? host : null)
    const call = createTransport({ ...options, dispatchers: own }).send({
      ...request,
      url: pinned,
      query: {},
      headers: { ...request.headers, host: url.host },
    })
    underWay.set(own, call)
    try {
      return await call
    } finally {
      underWay.delete(own)
      await own.destroy()
    }
  }

  const transport: GuardedTransport = {
    async send(request) {
      assertOutsideTransaction('network call')
      const url = targetOf(request)
      // A redirect would lead to an address that nobody checked.
      const unredirected: OutboundRequest = { ...request, redirects: 'refuse' }
      const route = await routeOf(request, url)
      return route ? sendThrough(route, unredirected, url) : direct.send(unredirected)
    },
  }
  return {
    transport,
    async close() {
      await Promise.allSettled([dispatchers.close(), ...underWay.values()])
    },
    async destroy() {
      await Promise.all([dispatchers.destroy(), ...[...underWay.keys()].map(one => one.destroy())])
    },
  }
}

const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

async function resolvePublic(resolve: Resolve, hostname: string): Promise<LookupAddress[]> {
  const family = isIP(hostname)
  const addresses = family === 0 ? await resolve(hostname) : [{ address: hostname, family }]
  if (addresses.length === 0 || addresses.some(one => !isPublicAddress(one.address))) {
    throw new ForbiddenAddress()
  }
  return addresses
}

/** For sockets: the connection goes to one of the addresses that were checked. */
export function createGuardedLookup(resolve: Resolve): LookupFunction {
  async function find(hostname: string, family: number | string | undefined): Promise<LookupAddress[]> {
    const found = await resolvePublic(resolve, hostname)
    return found.filter(one => !family || one.family === familyOf(family))
  }
  return (hostname, { family, all }, callback) => {
    void find(hostname, family).then(
      ([first, ...rest]) => {
        if (!first) return callback(new ForbiddenAddress(), '')
        return all ? callback(null, [first, ...rest]) : callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}

const familyOf = (family: number | string) => (family === 'IPv6' ? 6 : family === 'IPv4' ? 4 : family)
