import { appendFileSync } from 'node:fs'
import type { Database } from '#db/database.ts'
import { openSqlite } from '#db/sqlite.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'
import { buildRoom } from '#test/build-ordered.ts'
import type { RoomOrders } from './room-orders.ts'

/** A transaction that was not committed was not: dying before its end is dying at any moment in it. */
const COMMIT = /^commit\b/i

/** The outbox as one process has it. The room takes what it gets, once it has rejected `busy` messages. */
export async function openRoom(
  database: Database,
  { posts, busy, boundary = () => {} }: { posts: string; busy: number; boundary?: () => void },
) {
  let rejections = busy
  const room = await buildRoom(database, {
    async send(_to, alert): Promise<MessageOutcome> {
      boundary()
      if (rejections > 0) {
        rejections -= 1
        return { kind: 'retry', reason: 'rate_limited', after_ms: 1_000 }
      }
      appendFileSync(posts, `${alert.data.request_id}\n`)
      boundary()
      return { kind: 'sent', pause_ms: 1_000 }
    },
  })

  /** A request and the report of it: both or neither. */
  async function save(request_id: number): Promise<void> {
    await database.transaction(async tx => {
      await tx
        .insertInto('settings')
        .values({
          key: `fact:${request_id}`,
          value: '1',
          encrypted: 0,
          updated_at: '2026-11-15T09:00:00.000Z',
        })
        .execute()
      await room.reportIn(tx, request_id)
    })
  }

  return { ...room, save }
}

/** What a process does that is to die on the way. */
export async function reportAndPost({ place, posts }: RoomOrders, boundary: () => void): Promise<void> {
  const database = openSqlite(place, text => {
    if (COMMIT.test(text)) boundary()
  })
  try {
    const { jobs, save, drain } = await openRoom(database, { posts, busy: 1, boundary })
    await jobs.prepare()
    await save(1)
    await save(2)
    await drain()
  } finally {
    await database.close()
  }
}
