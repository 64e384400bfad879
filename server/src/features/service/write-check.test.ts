import { expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { createWriteCheck } from './write-check.ts'

function setUp() {
  const clock = createTestClock()
  const log = createTestLog()
  const probes: PromiseWithResolvers<void>[] = []
  const probe = () => {
    const begun = Promise.withResolvers<void>()
    probes.push(begun)
    return begun.promise
  }
  return { clock, log, probes, canWrite: createWriteCheck({ probe, clock, log }) }
}

it('remembers a good answer for ten seconds, counted from when it came', async () => {
  const { clock, probes, canWrite } = setUp()
  const first = canWrite()
  clock.advance(5000)
  probes[0]?.resolve()
  expect(await first).toBe(true)
  clock.advance(9999)
  expect(await canWrite()).toBe(true)
  expect(probes).toHaveLength(1)
  clock.advance(1)
  const second = canWrite()
  probes[1]?.reject(new Error('disk full'))
  expect(await second).toBe(false)
})

it('does not remember a bad answer: the next who ask probe again, once for all of them', async () => {
  const { probes, canWrite } = setUp()
  const first = canWrite()
  probes[0]?.reject(new Error('disk full'))
  expect(await first).toBe(false)
  const next = [canWrite(), canWrite()]
  expect(probes).toHaveLength(2)
  probes[1]?.resolve()
  expect(await Promise.all(next)).toEqual([true, true])
})

it('starts no second probe while one hangs', () => {
  const { clock, probes, canWrite } = setUp()
  for (let asked = 0; asked < 10; asked++) {
    void canWrite()
    clock.advance(5000)
  }
  expect(probes).toHaveLength(1)
})

it('says once that nothing can be saved, and once that it can be again', async () => {
  const { clock, log, probes, canWrite } = setUp()
  for (const works of [false, false, true, true]) {
    const asked = canWrite()
    const begun = probes.at(-1)
    if (works) begun?.resolve()
    else begun?.reject(new Error('disk full'))
    expect(await asked).toBe(works)
    clock.advance(10_000)
  }
  expect(log.entries.map(({ level, msg }) => [level, msg])).toEqual([
    ['error', 'nothing can be saved; this server is not ready'],
    ['info', 'changes can be saved again'],
  ])
})
