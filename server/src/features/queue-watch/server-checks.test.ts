import { expect, it } from 'vitest'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { createServerChecks } from './server-checks.ts'

const JELLYFIN = {
  id: 'in_j',
  service_type: 'account_server_a' as const,
  name: 'Cinema',
  name_key: 'cinema',
  url: 'http://jellyfin',
  api_key_box: null,
  is_default: false,
  sort_order: 0,
  media_path_mappings: [],
  server_config: null,
  delivery_defaults: {},
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
}

/** A media server that fails as it is told, and the rounds of a watcher, every half minute. */
function begin() {
  const clock = createTestClock()
  const log = createTestLog()
  const server = { checks: 0, fails: null as Error | null, instance: JELLYFIN }
  const tester = {
    product: 'Jellyfin',
    async test() {
      server.checks += 1
      if (server.fails) throw server.fails
      return { version: '10.11.0' }
    },
  }
  const checks = createServerChecks({
    clock,
    log,
    inventory: { connectionOf: () => ({ url: '', api_key: null }) },
    testers: {
      account_server_a: tester,
      account_server_b: tester,
      audiobook_server: tester,
      invite_server: tester,
    },
  })
  const closing = new AbortController()
  async function rounds(count: number) {
    for (let n = 0; n < count; n += 1) {
      clock.advance(30_000)
      checks.follow([server.instance])
      if (checks.isDue(server.instance)) await checks.check(server.instance, closing.signal)
    }
    return [server.checks, checks.down().map(({ category }) => category)]
  }
  return { checks, server, rounds, log, closing }
}

const fault = (kind: 'unreachable' | 'rate_limited', retry_after_ms?: number) =>
  new UpstreamFault({ upstream: 'Jellyfin', kind, ...(retry_after_ms && { retry_after_ms }) })

/** Half minutes until a server is checked for the first time. */
const FIRST = 21

it('asks a media server that answers every ten minutes', async () => {
  const { rounds, log } = begin()
  expect(await rounds(FIRST - 1)).toEqual([0, []])
  expect(await rounds(40)).toEqual([2, []])
  expect(log.entries).toEqual([])
})

it('counts a failure that lasts, comes back less and less often, and forgets it with the next answer', async () => {
  const { checks, server, rounds, log } = begin()
  server.fails = fault('unreachable')
  expect(await rounds(FIRST)).toEqual([1, []])
  expect(await rounds(1)).toEqual([2, ['unreachable']])
  // After half a minute, one, two and four, and so on.
  expect(await rounds(14)).toEqual([5, ['unreachable']])
  expect(log.entries).toHaveLength(1)
  server.fails = null
  checks.recheck()
  expect(await rounds(1)).toEqual([6, []])
  server.fails = fault('unreachable')
  expect(await rounds(20)).toEqual([7, []])
})

it('leaves a server alone for as long as it asks, and takes that for an answer', async () => {
  const { checks, server, rounds } = begin()
  server.fails = fault('rate_limited', 120_000)
  await rounds(FIRST)
  expect(checks.down()).toEqual([])
  server.fails = fault('unreachable', 3_600_000)
  expect(await rounds(20)).toEqual([2, []])
  checks.recheck()
  expect(await rounds(100)).toEqual([2, []])
})

it('begins anew with a changed instance, forgets one that is gone, and is silent once it closes', async () => {
  const { checks, server, rounds, closing, log } = begin()
  server.fails = fault('unreachable')
  expect(await rounds(FIRST + 1)).toEqual([2, ['unreachable']])
  server.instance = { ...JELLYFIN, updated_at: '2026-11-15T10:00:00.000Z' }
  expect(await rounds(1)).toEqual([2, []])
  expect(await rounds(FIRST)).toEqual([4, ['unreachable']])
  checks.follow([])
  expect(checks.down()).toEqual([])
  const logged = log.entries.length
  closing.abort()
  expect(await rounds(FIRST)).toEqual([5, []])
  expect(log.entries).toHaveLength(logged)
})
