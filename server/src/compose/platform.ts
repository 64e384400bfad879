import { type Config, secretsOf } from '#config'
import { parseEncryptionKey } from '#config-reader'
import { createBroadcast } from '#db/broadcast.ts'
import { createEvents } from '#events/events.ts'
import { createRateLimits } from '#http/rate-limits.ts'
import { createUntrustedProxy } from '#http/untrusted-proxy.ts'
import { createJobs } from '#jobs/index.ts'
import { iso, systemClock } from '#kit/clock.ts'
import { createLog } from '#kit/log.ts'
import { createMeters } from '#kit/metrics/meters.ts'
import { createScrubber } from '#kit/scrub.ts'
import { createHooks } from '#platform/hooks.ts'
import type { Platform } from '#platform/platform.ts'
import { openEncryptionKey } from '#settings/encryption-key.ts'
import { createSettings } from '#settings/settings.ts'
import type { Overrides } from './app.ts'
import { createOutboundPaths } from './outbound.ts'
import { openStorage } from './storage.ts'

/** Creates what all slices build on. If it throws, everything it opened is closed again. */
export async function createPlatform(config: Config, overrides: Partial<Overrides>, stopping?: AbortSignal) {
  const clock = overrides.clock ?? systemClock
  const scrubber = createScrubber()
  for (const secret of secretsOf(config)) scrubber.register(secret)
  const log = overrides.log ?? createLog({ level: config.log_level, scrubber })
  const storage = await openStorage({ config, clock, log, observe: overrides.observe, stopping })
  const { database, folder } = storage
  try {
    const box = await openEncryptionKey(
      {
        given: config.encryption_key,
        file: folder.key_file,
        parse: text => parseEncryptionKey(text, 'encryption.key'),
      },
      database,
      iso(clock.now()),
    )
    const settings = createSettings({ database, clock, box })
    const url = config.database_url
    const broadcast = createBroadcast(database, { clock, log, ...(url && { url }) })
    const jobs = createJobs({ database, broadcast, clock, log })
    await jobs.prepare()
    const meters = config.metrics_token === undefined ? null : createMeters()
    const paths = createOutboundPaths({
      config,
      database,
      settings,
      broadcast,
      clock,
      log,
      scrubber,
      onFault: meters?.countFault,
    })
    const restart = Promise.withResolvers<void>()
    const platform: Platform = {
      config,
      folder,
      database,
      broadcast,
      settings,
      jobs,
      events: createEvents(broadcast),
      hooks: createHooks(),
      clock,
      log,
      box,
      scrubber,
      limits: createRateLimits(clock),
      outbound: paths.outbound,
      askForRestart: restart.resolve,
    }
    return {
      platform,
      proxy: { holder: paths.proxy_holder, reach: paths.reachThrough },
      probe: storage.probe,
      restart_asked: restart.promise,
      watch: { meters, log_control: log.control, untrusted_proxy: createUntrustedProxy(log) },
      starts: [broadcast.start, paths.proxy_holder.start],
      closes: [paths.close, broadcast.close, storage.close],
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}
