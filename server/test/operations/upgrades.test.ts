import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listBackups } from '#db/backup.ts'
import { migrations } from '#db/migrations/index.ts'
import { appliedMigrations, migrate } from '#db/migrator.ts'
import { openSqlite } from '#db/sqlite.ts'
import { startApp } from '#test/app.ts'
import { temporaryFolder } from '#test/engines.ts'

const NIGHTS = Array.from({ length: 14 }, (_, n) =>
  `foyer-2026-11-${n + 1}T03-30-00-000Z-nightly.db`.replace(/-(\d)T/, '-0$1T'),
)

/** A folder that an early version left: one migration, fourteen nights, and a copy that failed. */
async function oldFolder(): Promise<string> {
  const folder = temporaryFolder()
  const database = openSqlite(join(folder, 'foyer.db'))
  await migrate(database, migrations.slice(0, 1), { now: () => '2026-01-01T00:00:00.000Z' })
  await database.close()
  mkdirSync(join(folder, 'backups'))
  for (const name of NIGHTS) writeFileSync(join(folder, 'backups', name), 'a night')
  writeFileSync(join(folder, 'backups', `${NIGHTS[0]}.partial`), 'half')
  return folder
}

it('an upgrade over many migrations keeps every night and makes one copy of the state before', async () => {
  const folder = await oldFolder()
  const app = await startApp({ env: { APP_DATA_DIR: folder } })
  expect(await appliedMigrations(app.database.read)).toHaveLength(migrations.length)
  expect(migrations.length).toBeGreaterThan(2)
  const before = `foyer-2026-11-15T09-00-00-000Z-before-${migrations[1]?.name}.db`
  expect(readdirSync(join(folder, 'backups')).toSorted()).toEqual([...NIGHTS, before].toSorted())
  expect(listBackups(join(folder, 'backups'))[0]).toBe(before)
  const copy = openSqlite(join(folder, 'backups', before))
  expect(await appliedMigrations(copy.read)).toEqual([migrations[0]?.name])
  await copy.close()
})
