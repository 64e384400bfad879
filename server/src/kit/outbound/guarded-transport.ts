import { lookup as resolveWithCallback, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { isPublicAddress } from '#kit/public-address.ts'
import { assertOutsideTransaction } from '#kit/transaction-scope.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import type { TransportParts } from './attempt.ts'
import { createTransport } from './create-transport.ts'
import { startDeadline } from './deadline.ts'
import { createDirectDispatchers } from './dispatchers.ts'
import { faultFromError, isIdempotent } from './faults.ts'
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
  external: Pick<Transport, 'send'>
  /** Whether a proxy carries the call. It resolves the name itself. */
  isProxied: (url: URL) => boolean
  resolve: Resolve
}

/**
 * Checks the address of the connection itself: a name that resolves to a public address when it is checked and to a
 * private one when it is called (DNS rebinding) reaches nothing. A proxy connects in our place, so the name is resolved
 * here first, and refused when any of its addresses is not public.
 */
export function createGuardedTransport(options: GuardedOptions) {
  const { clock, external, isProxied, resolve } = options
  const dispatchers = createDirectDispatchers({ lookup: createGuardedLookup(resolve) })
  const direct = createTransport({ ...options, dispatchers })

  async function assertPublic(request: OutboundRequest, url: URL): Promise<void> {
    const host = bareHost(url)
    if (isIP(host) === 0 && !isProxied(url)) return
    const { upstream, timeout_ms, signal } = request
    const deadline = startDeadline(clock, timeout_ms, signal)
    try {
      if (isIP(host) === 0) await untilAborted(resolvePublic(resolve, host), deadline.signal)
      else if (!isPublicAddress(host)) throw new ForbiddenAddress()
    } catch (error) {
      signal?.throwIfAborted()
      const state = { upstream, idempotent: isIdempotent(request), sent: false }
      throw faultFromError(error, state, deadline.passed())
    } finally {
      deadline.clear()
    }
  }

  const transport: GuardedTransport = {
    async send(request) {
      assertOutsideTransaction('network call')
      const url = targetOf(request)
      await assertPublic(request, url)
      // A redirect would lead to an address that nobody checked.
      const unredirected: OutboundRequest = { ...request, redirects: 'refuse' }
      return isProxied(url) ? external.send(unredirected) : direct.send(unredirected)
    },
  }
  return { transport, close: dispatchers.close, destroy: dispatchers.destroy }
}

const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

async function resolvePublic(resolve: Resolve, hostname: string): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname)
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
