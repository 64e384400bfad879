import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { composeBackup, composeRestore } from '#compose/postgres-backup.ts'
import { type Config, readConfig } from '#config'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openPostgres } from '#db/postgres.ts'
import { openSqlite } from '#db/sqlite.ts'
import { startApp } from '#test/app.ts'
import { callAs } from '#test/calls.ts'
import { emptyPostgresUrl, freshPostgresUrl, placeSqlite, temporaryFolder } from '#test/engines.ts'
import { fillTables } from '#test/fill-tables.ts'
import { mainFile, runToEnd } from '#test/processes.ts'
import { buildWorld } from '#test/world.ts'

const NOW = new Date('2026-11-15T10:00:00.000Z')
const LATER = new Date('2026-11-15T11:00:00.000Z')

function restore(config: Config, name: string, now = NOW) {
  return composeRestore(config, config.database_url ?? '', name, now)
}

async function peopleIn(url: string): Promise<string[]> {
  const database = openPostgres(url)
  const rows = await database.read.selectFrom('users').select('username').orderBy('id').execute()
  await database.close()
  return rows.map(({ username }) => username)
}

describe('backup and restore on PostgreSQL', () => {
  it('takes a copy beside a running server, and puts it back with a restore point', async () => {
    const { app, admin, addUser } = await buildWorld({ engine: 'postgres', users: ['uma'] })
    const file = await composeBackup(app.config, NOW)
    expect(basename(file)).toBe('foyer-2026-11-15T10-00-00-000Z-manual.db')
    await addUser('bob')
    await expect(restore(app.config, 'latest')).rejects.toThrow(/Something else is connected/)
    await app.close()
    const url = app.config.database_url ?? ''
    const before = await peopleIn(url)
    expect(before).toHaveLength(3)
    const { from, kept } = await restore(app.config, 'latest')
    expect([from, kept]).toEqual([file, 'foyer_before_restore_2026_11_15t10_00_00_000z'])
    expect(await peopleIn(url)).toEqual(before.slice(0, 2))
    const restored = await startApp({
      clock: app.clock,
      env: { APP_DATA_DIR: app.config.data_dir, APP_DATABASE_URL: url },
    })
    const users = await callAs(restored, admin.access_token)('GET', '/api/admin/users')
    expect(users.status).toBe(200)
    await restored.close()
    const back = await restore(app.config, kept ?? '', LATER)
    expect(back.kept).toBe('foyer_before_restore_2026_11_15t11_00_00_000z')
    expect(await peopleIn(url)).toEqual(before)
    await expect(restore(app.config, kept ?? '')).rejects.toThrow(
      /no such restore point\. There are: \w+11_00/,
    )
    expect(readdirSync(app.config.data_dir).filter(name => name.startsWith('restore-'))).toEqual([])
  })

  it('takes the file of an older version and of a server on SQLite', async () => {
    const folder = temporaryFolder()
    const old = openSqlite(join(folder, 'old.db'))
    await migrate(old, migrations.slice(0, 5), { now: () => NOW.toISOString() })
    await old.close()
    fillTables(join(folder, 'old.db'))
    const url = await emptyPostgresUrl()
    const config = readConfig({ APP_DATA_DIR: folder, APP_DATABASE_URL: url })
    expect(await restore(config, 'old.db')).toEqual({ from: join(folder, 'old.db'), kept: null })
    expect(await peopleIn(url)).toHaveLength(3)
  })

  it('is the way back from a newer version, whose tables it keeps', async () => {
    const folder = temporaryFolder()
    await placeSqlite(folder)
    const url = await freshPostgresUrl()
    const newer = openPostgres(url)
    await newer.transaction(async tx => {
      await tx.insertInto('schema_migrations').values({ name: '9999-later', applied_at: 'x' }).execute()
      await tx.schema.createTable('later_things').addColumn('id', 'integer').execute()
    })
    await newer.close()
    const config = readConfig({ APP_DATA_DIR: folder, APP_DATABASE_URL: url })
    await expect(composeBackup(config, NOW)).rejects.toThrow(/newer Foyer/)
    expect((await restore(config, 'foyer.db')).kept).toMatch(/^foyer_before_restore_/)
    expect(await peopleIn(url)).toEqual([])
  })

  it('changes nothing when the database has tables of another program, or the file is not a backup', async () => {
    const folder = temporaryFolder()
    await placeSqlite(folder)
    const url = await freshPostgresUrl()
    const config = readConfig({ APP_DATA_DIR: folder, APP_DATABASE_URL: url })
    await expect(restore(config, 'latest')).rejects.toThrow(/no such backup/)
    await expect(restore(config, 'foyer_before_restore_x')).rejects.toThrow(/no such restore point/)
    const database = openPostgres(url)
    await database.transaction(tx =>
      tx.schema.createTable('their_things').addColumn('id', 'integer').execute(),
    )
    await database.close()
    await expect(restore(config, 'foyer.db')).rejects.toThrow(/another program \(their_things\)/)
    expect(await peopleIn(url)).toEqual([])
  })
})

describe('node main.js backup and restore', () => {
  beforeAll(async () => void (await mainFile()))

  it('print the file, and what was kept', async () => {
    const APP_DATA_DIR = temporaryFolder()
    await placeSqlite(APP_DATA_DIR)
    const made = await runToEnd({ env: { APP_DATA_DIR }, args: ['backup'] })
    expect([made.code, made.stderr]).toEqual([0, ''])
    expect(made.stdout).toMatch(/backups\/foyer-\S+-manual\.db\n$/)
    const env = { APP_DATA_DIR, APP_DATABASE_URL: await freshPostgresUrl() }
    const end = await runToEnd({ env, args: ['restore', 'latest'] })
    expect([end.code, end.stderr]).toEqual([0, ''])
    expect(end.stdout).toMatch(
      /^Restored \S+-manual\.db\. The former tables were kept in the schema foyer_before_restore_\w+\. Start Foyer again\.\n$/,
    )
  })
})
