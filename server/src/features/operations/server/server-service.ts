import type { Database } from '#db/database.ts'
import type { DataFolder } from '#db/data-folder.ts'
import { checkIntegrity, checkRows } from '#db/integrity.ts'
import { appliedMigrations } from '#db/migrator.ts'
import { databaseBytes, databaseVersion } from '#db/size.ts'
import type { Readiness } from '#features/service/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'

export interface ServerParts {
  database: Database
  folder: DataFolder
  clock: Clock
  log: Log
  version: string
  metrics_enabled: boolean
  readiness: Readiness
  openStreams: () => number
  untrustedProxy: () => string | null
}

/** The server and its database, for whoever runs it. */
export function createServerOperations(parts: ServerParts) {
  const { database, folder, clock, log } = parts
  let checking = false

  return {
    async about() {
      const uptime = process.uptime()
      const now = clock.now()
      return {
        version: parts.version,
        node: process.version,
        platform: `${process.platform} ${process.arch}`,
        started_at: iso(now.getTime() - uptime * 1000),
        uptime_seconds: Math.floor(uptime),
        server_time: iso(now),
        memory_bytes: process.memoryUsage.rss(),
        event_streams: parts.openStreams(),
        metrics_enabled: parts.metrics_enabled,
        untrusted_proxy: parts.untrustedProxy(),
        checks: await parts.readiness(),
        links: { api_docs: '/api/docs', openapi: '/api/openapi.json' },
      }
    },

    async database() {
      const [version, bytes, applied] = await Promise.all([
        databaseVersion(database),
        databaseBytes(database),
        appliedMigrations(database.read),
      ])
      return {
        engine: database.engine,
        version,
        bytes,
        migrations: applied.length,
        last_migration: applied.at(-1) ?? null,
        can_check: true,
      }
    },

    /** One at a time: it reads the whole database. */
    async check() {
      if (checking) throw new Refusal('busy', { error: 'The database is being checked right now.' })
      checking = true
      const started = clock.monotonicMs()
      try {
        const damage = await (database.engine === 'sqlite'
          ? checkIntegrity(folder.database_file)
          : checkRows(database))
        if (damage !== null) log.error({ damage }, 'the database is damaged')
        const took_ms = Math.round(clock.monotonicMs() - started)
        return { ok: damage === null, damage, checked_at: iso(clock.now()), took_ms }
      } finally {
        checking = false
      }
    },
  }
}

export type ServerOperations = ReturnType<typeof createServerOperations>
