import type { Clock } from '#kit/clock.ts'
import type { Broadcast, BroadcastLog } from './broadcast-channel.ts'
import { createLocalBroadcast } from './broadcast-local.ts'
import { createPostgresBroadcast } from './broadcast-postgres.ts'
import type { Database } from './database.ts'

export interface BroadcastOptions {
  clock: Clock
  log: BroadcastLog
  /** PostgreSQL only: a direct address. A pooler in transaction mode does not support LISTEN. */
  url?: string
}

export function createBroadcast(database: Database, { clock, log, url }: BroadcastOptions): Broadcast {
  if (database.engine === 'sqlite') return createLocalBroadcast(database, log)
  if (!url) throw new Error('A PostgreSQL broadcast needs the address of its database')
  return createPostgresBroadcast(database, url, { clock, log })
}
