import type { FastifyInstance } from 'fastify'
import type { Connections } from '#http/connections.ts'
import { within } from '#jobs/within.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'

/** What running answers get to finish; jobs get as long at the same time. */
const ANSWERS_MS = 5_000
/** What connections that were cut get to be gone. */
const CUT_MS = 500
/** What each part gets to close. One that hangs must not keep the folder locked. */
const PART_MS = 700

type Close = () => void | Promise<void>

interface ClosingParts {
  clock: Clock
  log: Log
  /** At once, in order. */
  first: readonly Close[]
  /** What must finish or be cut off before anything below it goes away; all at the same time. */
  running: readonly Close[]
  /** One after another, each within its time. */
  last: readonly Close[]
}

/** A part that fails or hangs is logged, and the next one is closed all the same. */
export async function closeInOrder({ clock, log, first, running, last }: ClosingParts): Promise<void> {
  const attempt = async (close: Close): Promise<void> => {
    try {
      await close()
    } catch (err) {
      log.warn({ err }, 'a part of Foyer could not be closed')
    }
  }
  for (const close of first) await attempt(close)
  await Promise.all(running.map(attempt))
  for (const close of last) {
    if (!(await within(clock, PART_MS, attempt(close)))) log.warn({}, 'a part of Foyer did not close in time')
  }
}

/** Takes no more requests, lets the running ones be answered, then cuts what is left. */
export async function drainHttp(
  parts: { http: FastifyInstance; connections: Connections; clock: Clock; log: Log },
  hurry?: AbortSignal,
): Promise<void> {
  const { http, connections, clock, log } = parts
  connections.endUnused()
  const drained = http.close()
  if (await within(clock, ANSWERS_MS, drained, hurry)) return
  log.warn({}, 'connections that did not end in time were cut')
  connections.destroyAll()
  await within(clock, CUT_MS, drained)
}
