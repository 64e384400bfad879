import { sql } from 'kysely'
import type { Db, ReadDatabase } from './database.ts'

/** Pages that PostgreSQL found damaged; null where it does not count them. */
export async function damagedPages(db: Db): Promise<number | null> {
  const { rows } = await sql<{ failures: number | null }>`
    select checksum_failures as failures from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.failures ?? null
}

/** The time by the clock of the database server; null on SQLite, which has none of its own. */
export async function databaseClock({ engine, read }: ReadDatabase): Promise<number | null> {
  if (engine === 'sqlite') return null
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(read)
  return rows[0]?.now ?? null
}

/** When Foyer last wrote something that it dates by its own clock; null when it never has. */
export async function lastWrittenAt(db: Db): Promise<string | null> {
  const { newest } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.max('updated_at').as('newest'))
    .executeTakeFirstOrThrow()
  return newest
}
