import { createServer } from 'node:net'
import type { Config } from '#config'
import type { ReadDatabase } from '#db/database.ts'
import { databaseClock, lastWrittenAt } from '#db/inspection.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { findHealthProblem, healthAddress } from '#kit/outbound/own-health.ts'
import { type Finding, note, ok, problem } from './finding.ts'

/** Before this day there was no Foyer: a machine without a battery starts in 1970. */
const FIRST_DAY = Date.parse('2025-01-01T00:00:00Z')
const CLOCK_SLACK_MS = 2 * MINUTE_MS

/** Passkeys, codes and certificates fail with a wrong clock; jobs wait for a day that is long over. */
export async function checkClock(clock: Clock, database?: ReadDatabase): Promise<Finding> {
  const now = clock.now().getTime()
  const advice =
    'Let the machine set its clock from the network (for example with: timedatectl set-ntp true).'
  if (now < FIRST_DAY) return problem('clock', `This machine says it is ${iso(now)}. ${advice}`)
  const theirs = database && (await databaseClock(database))
  if (theirs && Math.abs(theirs - now) > CLOCK_SLACK_MS) {
    return problem(
      'clock',
      `This machine says it is ${iso(now)}, and PostgreSQL says ${iso(theirs)}. ${advice}`,
    )
  }
  const written = database && (await lastWrittenAt(database.read))
  if (written && Date.parse(written) - now > CLOCK_SLACK_MS) {
    return problem(
      'clock',
      `This machine says it is ${iso(now)}, but Foyer last wrote at ${written}: the clock was set back, or was ahead before. ${advice}`,
    )
  }
  return ok('clock', `It is ${iso(now)}.`)
}

/** A server that is ready; else whether one could listen. */
export async function checkPort(config: Config): Promise<Finding> {
  const { bind, port } = config
  if (port === 0) return note('port', 'PORT is 0: each start listens on another free port.')
  const unready = await findHealthProblem(healthAddress(config))
  if (unready === null) return ok('port', `Foyer runs and is ready on ${bind}, port ${port}.`)
  const code = await tryToListen(bind, port)
  if (code === null) return ok('port', `Foyer does not run; ${bind}, port ${port} is free.`)
  return problem(
    'port',
    (
      PORT_SENTENCES[code] ??
      (() => `Port ${port} of ${bind} cannot be used (${code}). Set PORT or APP_BIND to another.`)
    )(bind, port, unready),
  )
}

type PortSentence = (bind: string, port: number, unready: string) => string

const PORT_SENTENCES: Record<string, PortSentence> = {
  EADDRINUSE: (_bind, port, unready) =>
    `Something listens on port ${port}, and it is no Foyer that is ready. ${unready} If it is another program, set PORT to another; if it is Foyer, look into its log.`,
  EACCES: (_bind, port) => `This user may not listen on port ${port}. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: bind => `This machine has no address ${bind}. Set APP_BIND to one it has, or to 0.0.0.0.`,
}

/** The code of the error, or null when it worked. */
function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', error => resolve('code' in error ? String(error.code) : 'unknown'))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
