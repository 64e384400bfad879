import type { Clock } from '#kit/clock.ts'
import { giveBackMemory } from '#kit/give-back-memory.ts'
import type { Log } from '#kit/log.ts'
import type { UpstreamFault } from '#kit/upstream-fault.ts'
import { type ByteBudget, createByteBudget } from './outbound/byte-budget.ts'
import { createDirectDispatchers, createProxiedDispatchers } from './outbound/dispatchers.ts'
import {
  createGuardedTransport,
  type GuardedTransport,
  type Resolve,
  systemResolve,
} from './outbound/guarded-transport.ts'
import { type EnvironmentProxy, planProxies, type ProxySettings } from './outbound/proxy-choice.ts'
import { createSpacing } from './outbound/spacing.ts'
import { createTransport } from './outbound/create-transport.ts'
import type { Transport } from './outbound/transport.ts'

export type { EnvironmentProxy, ProxySettings } from './outbound/proxy-choice.ts'
export { ForbiddenAddress, type GuardedTransport } from './outbound/guarded-transport.ts'
export type { HeldBody } from './outbound/held-body.ts'
export type { OutboundAnswer, OutboundRequest, StreamRequest, Transport } from './outbound/transport.ts'

/** The delay after the last large read. */
const GIVE_BACK_MS = 2000

export interface OutboundOptions {
  clock: Clock
  log?: Log
  /** The admin's saved proxy; null when there is none or it is off. Read for every external call. */
  external_proxy: () => ProxySettings | null
  /** Used when the admin has not set a proxy. */
  environment_proxy?: EnvironmentProxy
  user_agent: string
  /** Jitter for retries, 0..1. */
  random?: () => number
  /** The addresses of a name, where a test has its own. */
  resolve?: Resolve
  /** The memory that all reads together may hold. */
  budget?: ByteBudget
  /** Called for every attempt that fails, and for every answer that cannot be read. */
  onFault?: ((fault: UpstreamFault) => void) | undefined
}

export interface Outbound {
  /** For providers on the internet: through the proxy, if there is one. */
  external: Transport
  /** For services on the local network: never through a proxy. */
  internal: Transport
  /** For addresses that people choose who are not admins: never to a private one, also not by its name. */
  guarded: GuardedTransport
  /** Waits for calls under way. */
  close(): Promise<void>
  /** Ends calls under way. */
  destroy(): Promise<void>
}

/** The outbound transports (0.3). One set per process, so that spacing and the memory budget are shared. */
export function createOutbound(options: OutboundOptions): Outbound {
  const { clock, log, external_proxy, environment_proxy = {}, user_agent, random = Math.random } = options
  // Once after a series of large reads, and not while the last one is still being sent.
  const onAllGone = () => void clock.after(GIVE_BACK_MS, giveBackMemory)
  const { budget = createByteBudget({ onAllGone }) } = options
  const proxied = createProxiedDispatchers({ admin: external_proxy, environment: environment_proxy })
  const direct = createDirectDispatchers()
  const { onFault } = options
  const shared = { clock, log, user_agent, random, spacing: createSpacing(clock), budget, onFault }
  const external = createTransport({ ...shared, dispatchers: proxied })
  const guarded = createGuardedTransport({
    ...shared,
    proxyFor: url => planProxies(external_proxy(), environment_proxy).choose(url),
    resolve: options.resolve ?? systemResolve,
  })
  return {
    external,
    internal: createTransport({ ...shared, dispatchers: direct }),
    guarded: guarded.transport,
    async close() {
      await Promise.all([proxied.close(), direct.close(), guarded.close()])
    },
    async destroy() {
      await Promise.all([proxied.destroy(), direct.destroy(), guarded.destroy()])
    },
  }
}
