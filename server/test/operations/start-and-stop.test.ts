import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { compose } from '#compose/index.ts'
import { readConfig } from '#config'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { temporaryFolder } from '#test/engines.ts'

/** A server that counts its statements. */
async function boot() {
  const clock = createTestClock()
  const log = createTestLog()
  const seen = { statements: 0 }
  const observe = () => void (seen.statements += 1)
  const config = readConfig({ APP_DATA_DIR: temporaryFolder() })
  const app = await compose(config, { clock, log, observe })
  return { app, clock, log, seen }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate()
}

it.each([0, 1, 2, 5])('a stop %i turns after a start leaves nothing running', async later => {
  const { app, clock, log, seen } = await boot()
  const starting = app.start()
  await turns(later)
  await app.close()
  await starting
  const { statements } = seen
  for (let minute = 0; minute < 10; minute++) {
    clock.advance(60_000)
    await turns(5)
  }
  expect(seen.statements).toBe(statements)
  expect(log.entries.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
})

it('a start after a stop begins nothing', async () => {
  const { app, clock, log, seen } = await boot()
  await app.close()
  const { statements } = seen
  await app.start()
  clock.advance(60_000)
  await turns(5)
  expect(seen.statements).toBe(statements)
  expect(log.entries.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
})
