import { z } from 'zod'
import { Time } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { operatorChanges, operatorReads } from './operator-access.ts'

const Check = z.enum(['ok', 'failed'])

export const getAbout = defineRoute({
  ...operatorReads,
  method: 'GET',
  path: '/api/admin/operations/about',
  summary: 'Version, process and checks of the server that answers',
  response: z.object({
    version: z.string(),
    node: z.string(),
    platform: z.string(),
    started_at: Time,
    uptime_seconds: z.int(),
    server_time: Time,
    memory_bytes: z.int(),
    event_streams: z.int(),
    metrics_enabled: z.boolean(),
    checks: z.object({ database: Check, migrations: Check, encryption_key: Check }),
    /**
     * Additive: the address of this network that last sent forwarded headers without being in APP_TRUSTED_PROXIES, as
     * this process saw it since its start; null when there was none.
     */
    untrusted_proxy: z.string().nullable().optional(),
    /** Below the base path. */
    links: z.object({ api_docs: z.string(), openapi: z.string() }),
  }),
})

export const getDatabase = defineRoute({
  ...operatorReads,
  method: 'GET',
  path: '/api/admin/operations/database',
  summary: 'Engine, version and size of the database',
  response: z.object({
    engine: z.enum(['sqlite', 'postgres']),
    version: z.string(),
    bytes: z.int(),
    migrations: z.int(),
    last_migration: z.string().nullable(),
    /** Whether `check` is possible here. */
    can_check: z.boolean(),
  }),
})

export const checkDatabase = defineRoute({
  ...operatorChanges,
  method: 'POST',
  path: '/api/admin/operations/database/check',
  summary:
    'Look for damage, in every page and index of the SQLite file or in every row on PostgreSQL; the server goes on meanwhile',
  response: z.object({
    ok: z.boolean(),
    /** What the database says about the damage; null when none was found. */
    damage: z.string().nullable(),
    checked_at: Time,
    took_ms: z.int(),
  }),
  refusals: ['busy'],
})
