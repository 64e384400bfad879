import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, ProxyAgent, Socks5ProxyAgent } from 'undici'
import {
  type EnvironmentProxy,
  type ProxyHop,
  type ProxyPlan,
  type ProxySettings,
  planProxies,
} from './proxy-choice.ts'

/** Deadlines use Foyer's own clock; undici's timeouts would only cut streams that are allowed to idle. */
const AGENT_OPTIONS = {
  headersTimeout: 0,
  bodyTimeout: 0,
  connections: 64,
} as const

/** The `h` asks the proxy to resolve names, which it does in any case. */
const SOCKS = /^socks5?h?:/

export interface Dispatchers {
  /** The dispatcher for this URL. Throws when the current proxy cannot be used. */
  dispatcherFor(url: URL): Dispatcher
  /** Waits for running calls, then closes. */
  close(): Promise<void>
  /** Aborts running calls: a proxy that never answers would keep its connection for ever. */
  destroy(): Promise<void>
}

/** Never through a proxy. `lookup`: resolves names in place of the system. */
export function createDirectDispatchers(connect: { lookup?: LookupFunction } = {}): Dispatchers {
  const agent = new Agent({ ...AGENT_OPTIONS, connect })
  return { dispatcherFor: () => agent, close: () => agent.close(), destroy: () => agent.destroy() }
}

/** Through this proxy to an address of this name, which TLS still asks for. Null: there is only the address. */
export function createPinnedDispatchers(hop: ProxyHop, servername: string | null): Dispatchers {
  const agent = createProxyAgent(hop, servername === null ? undefined : { servername })
  return { dispatcherFor: () => agent, close: () => agent.close(), destroy: () => agent.destroy() }
}

export interface ProxySources {
  admin: () => ProxySettings | null
  environment: EnvironmentProxy
}

/**
 * Uses the proxy that is current at the time of the call. After a settings change new agents are created on the next
 * call, and old ones finish their calls before they close.
 */
export function createProxiedDispatchers({ admin, environment }: ProxySources): Dispatchers {
  const direct = new Agent(AGENT_OPTIONS)
  const agents = new Map<string, Dispatcher>()
  const closing = new Map<Dispatcher, Promise<void>>()
  let planned: { from: string; plan: ProxyPlan } | undefined

  function currentPlan(): ProxyPlan {
    const settings = admin()
    const from = JSON.stringify(settings)
    if (planned?.from !== from) {
      const plan = planProxies(settings, environment)
      planned = { from, plan }
      retireAllBut(new Set(plan.hops.map(keyOf)))
    }
    return planned.plan
  }

  function retireAllBut(wanted: ReadonlySet<string>): void {
    for (const [key, agent] of agents) {
      if (wanted.has(key)) continue
      agents.delete(key)
      closing.set(
        agent,
        agent.close().finally(() => closing.delete(agent)),
      )
    }
  }

  return {
    dispatcherFor(url) {
      const hop = currentPlan().choose(url)
      if (!hop) return direct
      const agent = agents.get(keyOf(hop)) ?? createProxyAgent(hop)
      agents.set(keyOf(hop), agent)
      return agent
    },
    async close() {
      retireAllBut(new Set())
      await Promise.all([direct.close(), ...closing.values()])
    },
    async destroy() {
      const all = [direct, ...agents.values(), ...closing.keys()]
      agents.clear()
      await Promise.all(all.map(agent => agent.destroy()))
    },
  }
}

function keyOf({ url, username, password }: ProxyHop): string {
  return JSON.stringify([url.href, username, password])
}

function createProxyAgent(
  { url, username, password }: ProxyHop,
  requestTls?: { servername: string },
): Dispatcher {
  if (SOCKS.test(url.protocol)) {
    return new Socks5ProxyAgent(url.href.replace(SOCKS, 'socks5:'), {
      ...(username && { username }),
      ...(password && { password }),
      ...(requestTls && { requestTls }),
    })
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('unknown kind of proxy')
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  return new ProxyAgent({
    ...AGENT_OPTIONS,
    uri: url.href,
    // Plain http goes in absolute form: many proxies allow CONNECT to port 443 only.
    proxyTunnel: false,
    ...(username && { token: `Basic ${basic}` }),
    ...(requestTls && { requestTls }),
  })
}
