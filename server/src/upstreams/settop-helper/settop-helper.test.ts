import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HelperProcess, startSetTopHelper } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { HelperFault } from '#ports/set-top-helper.ts'
import { afterTest, shareAmongTests, temporaryFolder } from '#test/engines.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createSetTopHelper } from './settop-helper.ts'

const MOVIE = { media_type: 'movie', tmdb_id: 603 } as const
const allow = async (commit: () => void) => commit()

/** The problem that the work ends with. */
async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof HelperFault) return error.problem
    throw error
  }
  return 'none'
}

describe('the set-top helper (2/4.12, C36)', () => {
  const shared = shareAmongTests(async () => {
    const simulator = await startSetTopHelper()
    afterTest(simulator.close)
    const clock = createTestClock()
    return { simulator, clock, helper: createSetTopHelper({ clock, path: simulator.path }) }
  })

  /** A box that is paired. */
  function begin() {
    const { simulator, clock, helper } = shared()
    const credentials = `secret-${simulator.started.length}`
    const box = simulator.addBox({ credentials: new Set([credentials]) })
    const paired = { address: box.address, identifier: box.identifier, credentials }
    return { simulator, clock, helper, box, paired }
  }

  it('is started without arguments, in an empty environment and a neutral folder', async () => {
    const { simulator, helper, paired } = begin()
    await helper.check(paired)
    const { env, args, cwd, received } = simulator.started.at(-1) as HelperProcess
    expect({ env, args, cwd }).toEqual({ env: {}, args: [], cwd: '/' })
    expect(received).toEqual([{ action: 'check', ...paired }])
  })

  it('finds boxes, everywhere or at one address, and none', async () => {
    const { helper, box } = begin()
    const { name, address, identifier } = box
    expect(await helper.discover(address)).toEqual([{ name, address, identifier }])
    expect(await helper.discover()).toContainEqual({ name, address, identifier })
    expect(await helper.discover('192.0.2.254')).toEqual([])
  })

  it('pairs, and the credentials work', async () => {
    const { helper, box } = begin()
    const pairing = await helper.beginPairing(box)
    const credentials = await pairing.finish(box.pin)
    await pairing.ended
    expect(box.credentials.has(credentials)).toBe(true)
    expect(await problemOf(helper.check({ ...box, credentials }))).toBe('none')
  })

  it('ends a pairing with a wrong PIN, and says so', async () => {
    const { helper, box } = begin()
    const pairing = await helper.beginPairing(box)
    expect(await problemOf(pairing.finish('0000'))).toBe('invalid_pin')
    expect(await problemOf(pairing.finish(box.pin))).not.toBe('none')
    expect(box.credentials.size).toBe(1)
  })

  it('waits for a PIN longer than for an answer', async () => {
    const { helper, clock, box } = begin()
    const pairing = await helper.beginPairing(box)
    clock.advance(290_000)
    expect(await problemOf(pairing.finish(box.pin))).toBe('none')
  })

  it('opens and selects only after the gate has committed', async () => {
    const { helper, box, paired } = begin()
    const before: number[] = []
    await helper.open(paired, MOVIE, async commit => {
      before.push(box.opened.length)
      commit()
    })
    await helper.select(paired, allow)
    expect([before, box.opened, box.selected]).toEqual([[0], [MOVIE], 1])
  })

  it('does nothing when the gate throws, and kills the helper that waits', async () => {
    const { simulator, helper, box, paired } = begin()
    const refused = helper.open(paired, MOVIE, () => Promise.reject(new Error('not allowed')))
    await expect(refused).rejects.toThrow('not allowed')
    await simulator.started.at(-1)?.ended
    expect(box.opened).toEqual([])
  })

  it.each([
    ['player_missing', 'player_missing'],
    ['unauthorized', 'launch_failed'],
    ['something with 192.0.2.1', 'launch_failed'],
  ])('understands the problem %s as %s', async (code, problem) => {
    const { simulator, helper, paired } = begin()
    simulator.next('open', process => process.finish({ state: 'error', code }))
    expect(await problemOf(helper.open(paired, MOVIE, allow))).toBe(problem)
  })

  it('survives a helper that dies, in every operation', async () => {
    const { simulator, helper, box, paired } = begin()
    for (const moment of ['discover', 'pair', 'check', 'open', 'commit', 'pin'] as const) {
      simulator.next(moment, process => process.die())
    }
    expect(await problemOf(helper.discover())).toBe('unavailable')
    expect(await problemOf(helper.beginPairing(box))).toBe('pairing_failed')
    expect(await problemOf(helper.check(paired))).toBe('unavailable')
    expect(await problemOf(helper.open(paired, MOVIE, allow))).toBe('launch_failed')
    expect(await problemOf(helper.select(paired, allow))).toBe('launch_failed')
    expect(await problemOf((await helper.beginPairing(box)).finish(box.pin))).toBe('pairing_failed')
    expect([box.opened, box.selected]).toEqual([[], 0])
  })

  const MISBEHAVIOURS: [string, (process: HelperProcess) => void][] = [
    ['sends text', process => process.write('Traceback (most recent call last)\n')],
    ['sends another state', process => process.answer({ state: 'pin_shown' })],
    ['sends a list', process => process.answer([])],
    ['floods one line', process => process.write('x'.repeat(70_000))],
    ['floods many lines', process => process.write('{"state":"error"}\n'.repeat(20_000))],
    ['complains and dies', process => (process.complain('secret'), process.die())],
  ]

  it.each(MISBEHAVIOURS)('ends a helper that %s', async (_what, misbehave) => {
    const { simulator, helper, paired } = begin()
    simulator.next('commit', misbehave)
    expect(await problemOf(helper.open(paired, MOVIE, allow))).toBe('launch_failed')
    await simulator.started.at(-1)?.ended
  })

  it('does not believe in an answer before the commit', async () => {
    const { simulator, helper, paired } = begin()
    simulator.next('open', process => process.write('{"state":"ready"}\n{"state":"sent"}\n'))
    let committed = false
    const opening = helper.open(paired, MOVIE, async commit => {
      await simulator.started.at(-1)?.ended
      commit()
      committed = true
    })
    expect(await problemOf(opening)).toBe('launch_failed')
    expect(committed).toBe(false)
  })

  it('commits nothing with a helper that died while the gate was checking', async () => {
    const { simulator, helper, box, paired } = begin()
    const gate = Promise.withResolvers<unknown>()
    const opening = helper.open(paired, MOVIE, async commit => {
      const process = simulator.started.at(-1)
      process?.die()
      await process?.ended
      await Promise.resolve()
      try {
        commit()
      } finally {
        gate.resolve(undefined)
      }
    })
    expect(await problemOf(opening)).toBe('launch_failed')
    await gate.promise
    expect(box.opened).toEqual([])
  })

  it.each(['check', 'pair', 'pin', 'commit'] as const)(
    'ends a helper that is silent at %s after 40 seconds, with everything it started',
    async moment => {
      const { simulator, clock, helper, box, paired } = begin()
      const silent = simulator.hold(moment)
      const operations = {
        check: () => helper.check(paired),
        pair: () => helper.beginPairing(box),
        pin: async () => (await helper.beginPairing(box)).finish(box.pin),
        commit: () => helper.open(paired, MOVIE, allow),
      }
      const work = problemOf(operations[moment]())
      const { helper: process } = await silent
      const child = await process.fork()
      clock.advance(40_000)
      expect(await work).toBe('timeout')
      await process.ended
      await child.ended
      expect(box.opened).toEqual([])
    },
  )

  it('counts the time of the gate, too, and commits nothing afterwards', async () => {
    const { clock, helper, box, paired } = begin()
    const late = Promise.withResolvers<void>()
    const problems: unknown[] = []
    const opening = helper.open(paired, MOVIE, async commit => {
      clock.advance(40_000)
      await late.promise
      try {
        commit()
      } catch (error) {
        problems.push(error)
      }
    })
    expect(await problemOf(opening)).toBe('timeout')
    late.resolve()
    await Promise.resolve()
    await Promise.resolve()
    expect(problems).toEqual([new HelperFault('timeout')])
    expect(box.opened).toEqual([])
  })

  it('runs sixteen at once and no more, and ends them all when it closes', async () => {
    const { simulator, clock } = shared()
    const helper = createSetTopHelper({ clock, path: simulator.path })
    const { box, paired } = begin()
    const pairings = await Promise.all(Array.from({ length: 16 }, () => helper.beginPairing(box)))
    expect(await problemOf(helper.check(paired))).toBe('unavailable')
    helper.close()
    await Promise.all(pairings.map(pairing => pairing.ended))
    expect(await problemOf(helper.check(paired))).toBe('none')
  })
})

describe('a server without a helper', () => {
  const supports = (path: string | undefined) =>
    createSetTopHelper({ clock: createTestClock(), path }).isSupported()

  it('knows whether there is a program that may be executed', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'helper')
    writeFileSync(file, '#!/bin/sh\n')
    expect(await supports(undefined)).toBe(false)
    expect(await supports(join(folder, 'none'))).toBe(false)
    expect(await supports(folder)).toBe(false)
    expect(await supports(file)).toBe(false)
    chmodSync(file, 0o755)
    expect(await supports(file)).toBe(true)
  })

  it('refuses every operation, also when the program vanished', async () => {
    for (const path of [undefined, join(temporaryFolder(), 'none')]) {
      const helper = createSetTopHelper({ clock: createTestClock(), path })
      expect(await problemOf(helper.discover())).toBe('unsupported')
    }
  })
})
