import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type OidcClient, OidcFault } from '#ports/oidc-provider.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { createProviderHealth } from './provider-health.ts'

const client: OidcClient = { issuer: 'https://one', client_id: 'foyer', client_secret: '', use_proxy: false }
const other: OidcClient = { ...client, issuer: 'https://two' }
const DESCRIPTION = { issuer: '', has_user_info: false, has_end_session: false }

/** A provider whose reads the test finishes one by one. */
function build() {
  const clock = createTestClock()
  const reads: (PromiseWithResolvers<typeof DESCRIPTION> & { issuer: string })[] = []
  const provider = {
    validate: ({ issuer }: OidcClient) => {
      const read = { ...Promise.withResolvers<typeof DESCRIPTION>(), issuer }
      reads.push(read)
      return read.promise
    },
  }
  const health = createProviderHealth({ provider, clock, log: createTestLog() })
  const finish = async (number: number, fault?: OidcFault) => {
    if (fault) reads[number]?.reject(fault)
    else reads[number]?.resolve(DESCRIPTION)
    await setImmediate()
  }
  return { clock, health, reads, finish }
}

describe('the last known state of the provider (2/4.4)', () => {
  it('never waits: it is unknown until the first read has ended, which is made once', async () => {
    const { health, reads, finish } = build()
    expect([health.stateOf(client), health.stateOf(client), reads.length]).toEqual([undefined, undefined, 1])
    const before = health.version()
    await finish(0)
    expect(health.version()).not.toBe(before)
    expect([health.stateOf(client), reads.length]).toEqual(['usable', 1])
  })

  it('is awaited after a save, for two seconds at most, and only while it is not known', async () => {
    const { clock, health, reads, finish } = build()
    let waits = 2
    const settled = () => void (waits -= 1)
    void health.settle(client).then(settled)
    await finish(0, new OidcFault('unreachable', ''))
    expect([waits, health.stateOf(client)]).toEqual([1, 'provider_unreachable'])
    await health.settle(client)
    expect(reads).toHaveLength(1)
    void health.settle(other).then(settled)
    clock.advance(1999)
    await setImmediate()
    expect(waits).toBe(1)
    clock.advance(1)
    await setImmediate()
    expect([waits, health.stateOf(other), reads.length]).toEqual([0, undefined, 2])
    await finish(1)
    expect(health.stateOf(other)).toBe('usable')
  })

  it('is reported while the next one is read; nothing is read while nobody asks', async () => {
    const { clock, health, reads, finish } = build()
    health.stateOf(client)
    await finish(0)
    const fresh = health.version()
    clock.advance(29_999)
    expect([health.stateOf(client), health.version(), reads.length]).toEqual(['usable', fresh, 1])
    clock.advance(60 * 60_000)
    expect(reads).toHaveLength(1)
    expect(health.version()).not.toBe(fresh)
    expect([health.stateOf(client), reads.length]).toEqual(['usable', 2])
    await finish(1, new OidcFault('unreachable', 'It did not answer.'))
    expect(health.stateOf(client)).toBe('provider_unreachable')
    clock.advance(30_000)
    expect([health.stateOf(client), reads.length]).toEqual(['provider_unreachable', 3])
    await finish(2, new OidcFault('misconfigured', 'Another issuer.'))
    expect(health.stateOf(client)).toBe('misconfigured')
  })

  it('belongs to one configuration: a result for an earlier one says nothing about the next', async () => {
    const { health, reads, finish } = build()
    health.stateOf(client)
    expect(health.stateOf(other)).toBeUndefined()
    expect(reads.map(({ issuer }) => issuer)).toEqual([client.issuer, other.issuer])
    await finish(1)
    await finish(0, new OidcFault('unreachable', 'It did not answer.'))
    expect([health.stateOf(other), reads.length]).toEqual(['usable', 2])
  })

  it('is also learned when an admin validates, who gets the fault', async () => {
    const { health, finish } = build()
    const fault = new OidcFault('misconfigured', 'Another issuer.')
    const validated = health.read(client).catch((error: unknown) => error)
    await finish(0, fault)
    expect(await validated).toBe(fault)
    expect(health.stateOf(client)).toBe('misconfigured')
  })
})
