import { expect, it } from 'vitest'
import { createOutboundPaths } from '#compose/outbound.ts'
import { readConfig } from '#config'
import { createBroadcast } from '#db/broadcast.ts'
import { outboundProxy } from '#features/outbound-proxy/outbound-proxy-settings.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createTestLog } from '#test/test-log.ts'
import { serveTcp } from '#test/loopback-servers.ts'
import { createScrubber } from '#kit/scrub.ts'
import { createSettings } from '#settings/settings.ts'
import { openFresh } from '#test/engines.ts'

it('does not wait for ever for a proxy that swallows connections', async () => {
  const arrived = Promise.withResolvers<void>()
  await using swallower = await serveTcp(() => arrived.resolve())
  const [clock, log, database] = [createTestClock(), createTestLog(), await openFresh('sqlite')]
  const settings = createSettings({ database, clock, box: createSecretBox(Buffer.alloc(32, 7)) })
  const broadcast = createBroadcast(database, { clock, log })
  const parts = {
    config: readConfig({}),
    database,
    settings,
    broadcast,
    clock,
    log,
    scrubber: createScrubber(),
  }
  const paths = createOutboundPaths(parts)
  await settings.lock(tx => settings.update(tx, outboundProxy, { enabled: true, url: swallower.origin }))
  await paths.proxy_holder.start()

  const request = { upstream: 'TMDB', method: 'GET', timeout_ms: 1000, max_bytes: 100 } as const
  const call = paths.outbound.external.send({ ...request, url: 'https://provider.test/' })
  const outcome = call.catch((error: unknown) => error)
  await arrived.promise
  clock.advance(1000)
  expect(await outcome).toMatchObject({ kind: 'timeout' })

  const closing = paths.close()
  clock.advance(5000)
  await closing
  expect(log.entries.map(entry => entry.level)).toContain('warn')
})
