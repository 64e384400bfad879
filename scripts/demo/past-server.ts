import { compose } from '../../server/src/compose/index.ts'
import { readConfig } from '../../server/src/config.ts'
import { type Clock, systemClock } from '../../server/src/kit/clock.ts'

/**
 * The whole server with another time of day, which only a part made in this process can be handed: the program that
 * people run has no such switch. Everything it saves is dated by that time.
 */
export async function startPastServer(env: Record<string, string>, now: () => number) {
  const config = readConfig(env)
  const app = await compose(config, { clock: clockAt(now) })
  try {
    await app.http.listen({ port: config.port, host: '127.0.0.1' })
  } catch (error) {
    await app.close()
    throw error
  }
  await app.start()
  return {
    /** Does all the work that is due. */
    settle: () => app.jobs.settle(),
    stop: () => app.close(),
  }
}

/** Timers run as ever. What counts time that passed sees the jumps too, so that no limit of a minute holds them up. */
function clockAt(now: () => number): Clock {
  const began = now() - systemClock.monotonicMs()
  return { ...systemClock, now: () => new Date(now()), monotonicMs: () => now() - began }
}
