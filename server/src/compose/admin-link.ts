import { accessSync, constants, statSync } from 'node:fs'
import type { Config } from '#config'
import { createBroadcast } from '#db/broadcast.ts'
import { describeDataFolder } from '#db/data-folder.ts'
import type { Database } from '#db/database.ts'
import { migrations } from '#db/migrations/index.ts'
import { schemaState } from '#db/migrator.ts'
import { mistakeIn, openPostgres } from '#db/postgres.ts'
import { openSqlite } from '#db/sqlite.ts'
import { makeAdminLink } from '#features/connect-links/index.ts'
import { createAlerts, createFanOutThrottle, fanOutAlerts } from '#features/notifications/index.ts'
import { createJobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { createSettings } from '#settings/settings.ts'
import { WITHOUT_KEY } from './without-key.ts'

interface Parts {
  config: Config
  clock: Clock
  log: Log
}

export type AdminLink = { link: string } | { problem: string }

/**
 * C65: makes the link in the database of a server that may be running. On SQLite this is the only other process
 * that writes, so it writes nothing that the server caches in memory: only a link, an alert and the job that
 * delivers it, which the server finds at its next sweep.
 */
export async function composeAdminLink(parts: Parts, name: string | undefined): Promise<AdminLink> {
  const opened = openDatabase(parts.config)
  if ('problem' in opened) return opened
  const { database } = opened
  try {
    const problem = VERSION_PROBLEMS[await schemaState(database, migrations)]
    if (problem) return { problem }
    const link = await makeLinkIn(database, parts, name)
    return link === null ? { problem: noAdmin(name) } : { link }
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error
    return { problem: mistakeIn(error) ?? error.message }
  } finally {
    await database.close()
  }
}

const NO_DATABASE =
  "Foyer's database was not found here. Set APP_DATA_DIR or APP_DATABASE_URL to the values the server uses."

const VERSION_PROBLEMS = {
  none: NO_DATABASE,
  older: 'The database belongs to an older version. Start Foyer once to upgrade it.',
  newer: 'The database was written by a newer Foyer. Use that version.',
  current: null,
} as const

function noAdmin(name: string | undefined): string {
  if (name !== undefined) return `There is no admin called "${name}".`
  return 'There is no admin yet. Open Foyer in a browser and create the first account.'
}

/** Opens an existing database. Creates neither the folder nor the file. */
function openDatabase({ database_url, data_dir }: Config): { database: Database } | { problem: string } {
  if (database_url) return { database: openPostgres(database_url) }
  const { database_file } = describeDataFolder(data_dir)
  if (!statSync(database_file, { throwIfNoEntry: false })?.size) return { problem: NO_DATABASE }
  try {
    accessSync(database_file, constants.R_OK | constants.W_OK)
  } catch {
    return {
      problem: 'The database cannot be changed by this user. Run the command as the user Foyer runs as.',
    }
  }
  return { database: openSqlite(database_file) }
}

function makeLinkIn(
  database: Database,
  { config, clock, log }: Parts,
  name: string | undefined,
): Promise<string | null> {
  const { base_path, port, database_url: url } = config
  const broadcast = createBroadcast(database, { clock, log, ...(url && { url }) })
  const jobs = createJobs({ database, broadcast, clock, log })
  jobs.define(fanOutAlerts)
  // A new alert has no entries yet that could be changed.
  const alerts = createAlerts({
    database,
    jobs,
    clock,
    inbox: { amend: async () => {}, rename: async () => {} },
    throttle: createFanOutThrottle(clock),
  })
  return makeAdminLink(
    {
      database,
      // The external address is not encrypted, so the link can be made without the key.
      settings: createSettings({ database, clock, box: WITHOUT_KEY }),
      clock,
      own_address: `http://localhost:${port}`,
      base_path,
      linkMade: (tx, data) => alerts.raise(tx, { type: 'admin_link_made', audience: { to: 'admins' }, data }),
    },
    name,
  )
}
