import { json, text } from './answer.ts'
import type { Faults } from './faults.ts'
import type { JournalEntry } from './journal.ts'
import { createSimServer } from './sim-server.ts'

export interface HookReceiver {
  readonly url: string
  readonly faults: Faults
  /** What arrived, in order of arrival. */
  received: () => JournalEntry[]
  close: () => Promise<void>
}

/** Somebody to send webhooks to: accepts everything at `/hook`. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const server = createSimServer({
    name: 'hook receiver',
    now: Date.now,
    authorise: () => null,
    notFound: () => text('Not Found', 404),
    refuse: status => json({ error: 'refused' }, status),
    refuseKey: () => json({ error: 'refused' }, 401),
  })
  server.route('POST /hook', () => json({ ok: true }), 'open')
  await server.listen()
  return {
    url: `${server.url}/hook`,
    faults: server.faults,
    received: () => server.journal.requests('POST /hook'),
    close: server.close,
  }
}
