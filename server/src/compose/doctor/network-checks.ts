import type { Config } from '#config'
import type { ReadDatabase } from '#db/database.ts'
import { externalAddress } from '#features/connect-links/index.ts'
import { createConnectionTests, createInventory, type InstanceRecord } from '#features/instances/index.ts'
import { outboundProxy, proxyInForce } from '#features/outbound-proxy/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import { createOutbound, type Outbound, type ProxySettings } from '#kit/outbound.ts'
import { planProxies } from '#kit/outbound/proxy-choice.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createSettings, type Settings } from '#settings/settings.ts'
import { reachTmdb } from '#upstreams/tmdb/tmdb-reach.ts'
import { outboundIdentity } from '../outbound.ts'
import { createUpstreams } from '../upstreams.ts'
import { refuseToWrite } from '../without-key.ts'
import { type Finding, note, ok, problem } from './finding.ts'

export interface NetworkParts {
  config: Config
  clock: Clock
  scrubber: Scrubber
  database: ReadDatabase
  box: SecretBox
}

const AT_ONCE = 4

/** Calls what the server would call, as it would call it. All calls only read. */
export async function checkNetwork(parts: NetworkParts): Promise<Finding[]> {
  const { config, clock, database } = parts
  const settings = createSettings({ database: { withWriteLock: refuseToWrite }, clock, box: parts.box })
  const saved = await settings.read(database.read, outboundProxy)
  parts.scrubber.register(saved.password)
  const proxy = proxyInForce(saved)
  const outbound = createOutbound({ clock, external_proxy: () => proxy, ...outboundIdentity(config) })
  try {
    const [way_out, instances] = await Promise.all([
      checkWayOut(config, outbound, proxy),
      checkInstances(parts, outbound),
    ])
    return [await checkTrustedProxies(config, settings, database), way_out, ...instances]
  } finally {
    await outbound.destroy()
  }
}

/** 0.3: providers are reached through the admin's proxy, else that of the environment. */
async function checkWayOut(
  config: Config,
  outbound: Outbound,
  proxy: ProxySettings | null,
): Promise<Finding> {
  const { environment_proxy } = outboundIdentity(config)
  const hop = planProxies(proxy, environment_proxy).choose(new URL(config.tmdb.url))
  const origin = proxy ? 'saved in Foyer' : 'of the environment'
  const way = hop ? `through the proxy ${hop.url.protocol}//${hop.url.host} (${origin})` : 'without a proxy'
  try {
    await reachTmdb({ external: outbound.external, url: config.tmdb.url })
    return ok('way out', `TMDB answers ${way}.`)
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error
    const advice = hop
      ? 'Check the proxy, its name and its password.'
      : 'Check the connection to the internet and the DNS of this machine, or set a proxy.'
    return problem('way out', `${error.message} It was asked ${way}. ${advice}`)
  }
}

/** Behind a proxy that is not trusted, everybody seems to come from its one address, and limits hit everybody at once. */
async function checkTrustedProxies(
  config: Config,
  settings: Settings,
  database: ReadDatabase,
): Promise<Finding> {
  const { external_url } = await settings.read(database.read, externalAddress)
  const trusted = config.trusted_proxies
  if (trusted.some(range => /\/[01]$/.test(range))) {
    return problem(
      'trusted proxies',
      'APP_TRUSTED_PROXIES trusts every address, so anybody can claim any address. Name the addresses of your reverse proxy only.',
    )
  }
  if (trusted.length > 0)
    return ok('trusted proxies', `Forwarded addresses count from ${trusted.join(', ')}.`)
  if (external_url.startsWith('https:')) {
    return note(
      'trusted proxies',
      'The external address is https, and APP_TRUSTED_PROXIES is not set: if a reverse proxy is in front, everybody seems to come from its address. Set it as docs/reverse-proxy.md says.',
    )
  }
  return ok(
    'trusted proxies',
    'None: forwarded addresses are ignored, which is right without a reverse proxy.',
  )
}

async function checkInstances(parts: NetworkParts, outbound: Outbound): Promise<Finding[]> {
  const { config, clock, box, scrubber, database } = parts
  const registerSecret = scrubber.register
  const inventory = createInventory({ box, media_roots: config.media_roots, registerSecret })
  const instances = await inventory.list(database.read)
  if (instances.length === 0)
    return [note('instances', 'None is connected yet. Add one in Foyer under Settings, Instances.')]
  const { testers, listers } = createUpstreams({ config, outbound, box })
  const tests = createConnectionTests({ testers, listers, clock })

  async function checkOne(instance: InstanceRecord): Promise<Finding> {
    const name = `"${instance.name}" (${testers[instance.service_type].product}, ${instance.url})`
    try {
      const tried = await tests.attempt(instance.service_type, inventory.connectionOf(instance))
      if (tried.ok) return ok('instance', `${name} answers, version ${tried.version}.`)
      return problem(
        'instance',
        `${name}: ${tried.error} ${ADVICE[tried.category] ?? 'Look into its own log.'}`,
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return problem('instance', `${name}: its stored key cannot be opened. ${ADVICE.unauthorized}`)
    }
  }
  return mapConcurrently(instances, AT_ONCE, checkOne)
}

const ADVICE: Partial<Record<string, string>> & { unauthorized: string } = {
  unauthorized: 'Enter its key again in Foyer under Settings, Instances.',
  unreachable:
    'Check that it runs, and that its address is right from this machine; in a container, localhost is the container.',
  timeout: 'Check that it is not busy, and that no firewall drops the connection.',
  tls: 'Use the name that is in its certificate, or http within your own network.',
  wrong_service: 'Correct its address in Foyer under Settings, Instances.',
  redirected: 'Correct its address in Foyer under Settings, Instances.',
  invalid_url: 'Correct its address in Foyer under Settings, Instances.',
  incompatible: 'Update it.',
}
