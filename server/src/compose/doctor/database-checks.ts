import { statSync } from 'node:fs'
import type { Config } from '#config'
import { listBackups } from '#db/backup.ts'
import type { DataFolder } from '#db/data-folder.ts'
import type { ReadDatabase } from '#db/database.ts'
import { inspectDatabaseFile } from '#db/database-file.ts'
import { damagedPages } from '#db/inspection.ts'
import { migrations } from '#db/migrations/index.ts'
import { schemaState } from '#db/migrator.ts'
import { mistakeIn, openPostgres } from '#db/postgres.ts'
import { openSqliteForReading } from '#db/sqlite.ts'
import { commandLine } from '#kit/launcher.ts'
import { type Finding, note, ok, problem } from './finding.ts'

export interface DatabaseReport {
  findings: Finding[]
  /** Set if its tables are of this version and can be read. The caller closes it. */
  database?: ReadDatabase
}

/**
 * Opens the database for reading; with SQLite a server may be running at the same time. Nothing is created or migrated.
 */
export function checkDatabase(config: Config, folder: DataFolder): Promise<DatabaseReport> {
  return config.database_url ? checkPostgres(config.database_url) : checkSqlite(config, folder)
}

async function checkSqlite(config: Config, folder: DataFolder): Promise<DatabaseReport> {
  const file = folder.database_file
  const found = inspectDatabaseFile(file, 'full')
  if (found.is === 'damaged') {
    const restore = wayBack(config, folder)
    return {
      findings: [
        problem(
          'database',
          `${file} is damaged.${restore || ' There is no backup to restore; put back your own copy.'}`,
        ),
      ],
    }
  }
  if (found.is === 'foreign') {
    return {
      findings: [
        problem(
          'database',
          `${file} is a database of another program. Give Foyer a folder of its own with APP_DATA_DIR.`,
        ),
      ],
    }
  }
  if (found.is !== 'foyer') {
    const sentence = `${file} is ${found.is}.`
    const restore = wayBack(config, folder)
    if (restore) return { findings: [problem('database', sentence + restore)] }
    return {
      findings: [
        note(
          'database',
          `${sentence} Foyer makes it at its first start; if it ran before, set APP_DATA_DIR or APP_DATABASE_URL to the values it used.`,
        ),
      ],
    }
  }
  const size_mb = (statSync(file).size / 1024 / 1024).toFixed(1)
  return withSchema(openSqliteForReading(file), [
    ok('database', `${file} is intact (SQLite, ${size_mb} MB).`),
  ])
}

function wayBack(config: Config, folder: DataFolder): string {
  try {
    const [newest] = listBackups(folder.backups)
    return newest ? ` Restore the newest backup with: ${commandLine(config, 'restore', newest)}` : ''
  } catch {
    return ` Whether there is a backup to restore cannot be told: ${folder.backups} cannot be read.`
  }
}

async function checkPostgres(url: string): Promise<DatabaseReport> {
  const database = openPostgres(url)
  try {
    const failures = await damagedPages(database.read)
    const finding = failures
      ? problem(
          'database',
          `PostgreSQL counted ${failures} damaged pages in this database. Restore your own backup of it, and check the disk of its server.`,
        )
      : ok('database', 'PostgreSQL answers at APP_DATABASE_URL.')
    return await withSchema(database, [finding])
  } catch (error) {
    await database.close()
    const mistake = mistakeIn(error)
    const sentence =
      mistake ??
      'PostgreSQL cannot be reached at APP_DATABASE_URL. Check that it runs, and the host and port.'
    return { findings: [problem('database', sentence)] }
  }
}

async function withSchema(database: ReadDatabase, findings: Finding[]): Promise<DatabaseReport> {
  const state = await schemaState(database, migrations)
  if (state === 'current') {
    const name = migrations.at(-1)?.name
    return {
      findings: [...findings, ok('schema', `The tables are those of this version (${name}).`)],
      database,
    }
  }
  await database.close()
  return { findings: [...findings, SCHEMA_FINDINGS[state]] }
}

const SCHEMA_FINDINGS = {
  none: note('schema', 'There are no tables yet. Foyer makes them at its first start.'),
  older: note(
    'schema',
    'The tables are those of an older version. Start Foyer once to upgrade them; further checks need that.',
  ),
  newer: problem(
    'schema',
    'The tables were written by a newer Foyer. Start that version, or restore the backup that was made before the upgrade.',
  ),
} as const
