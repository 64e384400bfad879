import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { type SetTopHelperSimulator, startSetTopHelper } from './settop-helper.ts'

/** Starts the program as a server would. */
function run(simulator: SetTopHelperSimulator) {
  const child = spawn(simulator.path, [], { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    ended: once(child, 'exit'),
    async ask(message: object): Promise<unknown> {
      child.stdin.write(`${JSON.stringify(message)}\n`)
      return JSON.parse(String((await lines.next()).value))
    },
  }
}

it('pairs and opens a title, each in a process of its own without environment', async () => {
  const simulator = await startSetTopHelper()
  const { address, identifier, ...box } = simulator.addBox({ name: 'Den' })
  const found = run(simulator)
  expect(await found.ask({ action: 'discover' })).toEqual({
    state: 'discovered',
    devices: [{ name: 'Den', address, identifier }],
  })
  const pairing = run(simulator)
  expect(await pairing.ask({ action: 'pair', address, identifier })).toEqual({ state: 'pin_required' })
  const paired = (await pairing.ask({ pin: box.pin })) as { state: string; credentials: string }
  expect(paired.state).toBe('paired')
  const opening = run(simulator)
  const access = { address, identifier, credentials: paired.credentials }
  expect(await opening.ask({ action: 'open', ...access, media_type: 'movie', tmdb_id: 603 })).toEqual({
    state: 'ready',
  })
  expect(box.opened).toEqual([])
  expect(await opening.ask({ commit: true })).toEqual({ state: 'sent' })
  expect(box.opened).toEqual([{ media_type: 'movie', tmdb_id: 603 }])
  await Promise.all([found.ended, pairing.ended, opening.ended])
  expect(simulator.started.map(({ env, args, cwd }) => ({ env, args, cwd }))).toEqual(
    [1, 2, 3].map(() => ({ env: {}, args: [], cwd: '/' })),
  )
  await simulator.close()
})

it('refuses a wrong PIN and unknown credentials, and reports requests outside the contract', async () => {
  const simulator = await startSetTopHelper()
  const { address, identifier } = simulator.addBox()
  const pairing = run(simulator)
  await pairing.ask({ action: 'pair', address, identifier })
  expect(await pairing.ask({ pin: '0000' })).toEqual({ state: 'error', code: 'invalid_pin' })
  const checking = run(simulator)
  expect(await checking.ask({ action: 'check', address, identifier, credentials: 'x', extra: 1 })).toEqual({
    state: 'error',
    code: 'needs_pairing',
  })
  await expect(simulator.close()).rejects.toThrow('check: lacks [], has also [extra]')
})

it('does what a test says at a moment, and ends when its reader is gone', async () => {
  const simulator = await startSetTopHelper()
  simulator.next('discover', helper => helper.answer({ odd: true }))
  expect(await run(simulator).ask({ action: 'discover' })).toEqual({ odd: true })
  const held = simulator.hold('discover')
  const asked = run(simulator)
  const answer = asked.ask({ action: 'discover' })
  const { proceed } = await held
  proceed()
  expect(await answer).toEqual({ state: 'discovered', devices: [] })
  await asked.ended
  await simulator.close()
})
