import { expect, it } from 'vitest'
import { createTestClock } from '#kit/clock.ts'
import { createTestLog } from '#kit/log.ts'
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

it('remembers an answer for a second, counted from when it came', async () => {
  const { clock, probes, canWrite } = setUp()
  const first = canWrite()
  clock.advance(5000)
  probes[0]?.resolve()
  expect(await first).toBe(true)
  clock.advance(999)
  expect(await canWrite()).toBe(true)
  expect(probes).toHaveLength(1)
  clock.advance(1)
  const second = canWrite()
  probes[1]?.reject(new Error('disk full'))
  expect(await second).toBe(false)
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
    clock.advance(1000)
  }
  expect(log.entries.map(({ level, msg }) => [level, msg])).toEqual([
    ['error', 'nothing can be saved; this server is not ready'],
    ['info', 'changes can be saved again'],
  ])
})
