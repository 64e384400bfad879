import type { OutboundProxy, OutboundProxyChange } from '@foyer/contract/credentials'
import type { ConnectionCategory } from '@foyer/contract/instances/instance-types'
import type { Database } from '#db/database.ts'
import type { Clock } from '#kit/clock.ts'
import type { ProxySettings } from '#kit/outbound.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { SECRET_REQUIRED, secretRequired } from '#kit/secret-required.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Settings } from '#settings/settings.ts'
import {
  applyChange,
  categoryOf,
  findProblems,
  movesPassword,
  presentProxy,
  SENTENCES,
  proxyToTry,
} from './outbound-proxy-rules.ts'
import { outboundProxy } from './outbound-proxy-settings.ts'
import type { ProxyHolder } from './proxy-holder.ts'

export interface ProxyTest {
  ok: boolean
  error?: string
  category: ConnectionCategory
  elapsed_ms: number
}

export interface OutboundProxyParts {
  database: Database
  settings: Settings
  clock: Clock
  scrubber: Scrubber
  holder: ProxyHolder
  /** One request to the metadata provider through this proxy; null: without an admin's proxy. Throws UpstreamFault. */
  reach(proxy: ProxySettings | null): Promise<void>
}

export function createOutboundProxy(parts: OutboundProxyParts) {
  const { database, settings, clock, scrubber, holder } = parts

  async function save(change: OutboundProxyChange): Promise<OutboundProxy> {
    const saved = await settings.lock(async tx => {
      const before = await settings.read(tx, outboundProxy)
      const next = applyChange(before, change)
      const fields = findProblems(next, change)
      const [first] = Object.values(fields)
      if (first) throw new Refusal('validation', { error: first, fields })
      if (movesPassword(before, change)) throw secretRequired('password')
      await holder.announce(tx)
      return settings.update(tx, outboundProxy, next)
    })
    scrubber.register(saved.password)
    // Once the response says the proxy is saved, the next call must use it.
    await holder.reload()
    return presentProxy(saved)
  }

  async function testProxy(target: ReturnType<typeof proxyToTry>): Promise<Omit<ProxyTest, 'elapsed_ms'>> {
    if ('needs_secret' in target) return { ok: false, error: SECRET_REQUIRED, category: 'secret_required' }
    if ('problem' in target) return { ok: false, error: target.problem, category: 'invalid_url' }
    try {
      await parts.reach(target.proxy)
      return { ok: true, category: 'ok' }
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      const category = categoryOf(error)
      return { ok: false, error: SENTENCES[category], category }
    }
  }

  return {
    present: async () => presentProxy(await settings.read(database.read, outboundProxy)),
    save,
    async test(change: OutboundProxyChange): Promise<ProxyTest> {
      const started = clock.monotonicMs()
      const saved = await settings.read(database.read, outboundProxy)
      const outcome = await testProxy(proxyToTry(saved, change))
      return { ...outcome, elapsed_ms: Math.round(clock.monotonicMs() - started) }
    },
  }
}

export type OutboundProxyService = ReturnType<typeof createOutboundProxy>
