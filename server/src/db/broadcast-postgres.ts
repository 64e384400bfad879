import { sql } from 'kysely'
import type { Clock } from '#kit/clock.ts'
import { assertOutsideTransaction } from '#kit/transaction-scope.ts'
import type { Broadcast, BroadcastLog } from './broadcast-channel.ts'
import { createListeners } from './broadcast-listeners.ts'
import { createAssembler, splitMessage } from './broadcast-parts.ts'
import type { Database } from './database.ts'
import { keepListening } from './postgres-listener.ts'

const CHANNEL = 'foyer'

/** PostgreSQL: NOTIFY delivers a message to every process including this one, so there is a single path. */
export function createPostgresBroadcast(
  database: Database,
  url: string,
  { clock, log }: { clock: Clock; log: BroadcastLog },
): Broadcast {
  const listeners = createListeners(log)
  const assembler = createAssembler()
  const listener = keepListening({
    url,
    channel: CHANNEL,
    clock,
    log,
    onPayload(payload) {
      const text = assembler.add(payload)
      if (text !== null) listeners.deliver(text)
    },
    onReconnected() {
      assembler.clear()
      listeners.reset()
    },
  })
  return {
    async send(tx, message) {
      if (!tx) assertOutsideTransaction('A broadcast without its transaction')
      // One statement is one transaction: the parts of a message arrive together or not at all.
      const parts = splitMessage(message)
      await sql`select pg_notify(${CHANNEL}, part) from unnest(${parts}::text[]) as part`.execute(
        tx ?? database.read,
      )
    },
    on: listeners.on,
    onReset: listeners.onReset,
    start: () => listener.start(),
    close: () => listener.close(),
  }
}
