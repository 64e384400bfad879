import type { FastifyInstance } from 'fastify'
import type { Connections } from '#http/connections.ts'
import { within } from '#jobs/within.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'

/** Time for running responses to finish; jobs get the same time in parallel. */
const ANSWERS_MS = 5_000
/** Time for aborted connections to disappear. */
const CUT_MS = 500
/** Time for each part to close. A part that hangs must not keep the data folder locked. */
const PART_MS = 700

type Close = () => void | Promise<void>

interface ClosingParts {
  clock: Clock
  log: Log
  /** Closed immediately, in order. */
  first: readonly Close[]
  /** Must finish or be aborted before the parts in `last` close; all in parallel. */
  running: readonly Close[]
  /** Closed one after another, each within `PART_MS`. */
  last: readonly Close[]
}

/** If a part fails or hangs, that is logged and the next part is closed anyway. */
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

/** Accepts no new requests, lets running ones finish, then aborts the rest. */
export async function drainHttp(
  parts: { http: FastifyInstance; connections: Connections; clock: Clock; log: Log },
  hurry?: AbortSignal,
): Promise<void> {
  const { http, connections, clock, log } = parts
  connections.endUnused()
  const drained = http.close()
  if (await within(clock, ANSWERS_MS, drained, hurry)) return
  log.warn({}, 'connections that did not end in time were closed')
  connections.destroyAll()
  await within(clock, CUT_MS, drained)
}
