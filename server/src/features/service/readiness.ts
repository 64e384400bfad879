import type { Database } from '#db/database.ts'
import type { Migration } from '#db/migrator.ts'
import { appliedMigrations } from '#db/migrator.ts'
import type { SecretBox } from '#kit/crypto.ts'
import { isKeyRight } from '#settings/encryption-key.ts'

type Check = 'ok' | 'failed'

export type Readiness = () => Promise<{ database: Check; migrations: Check; encryption_key: Check }>

async function check(run: () => Promise<boolean>): Promise<Check> {
  try {
    return (await run()) ? 'ok' : 'failed'
  } catch {
    // Why it failed is in the log of whoever needs it; the probe only says that it did.
    return 'failed'
  }
}

export function createReadiness(deps: {
  database: Database
  migrations: readonly Migration[]
  box: SecretBox
}): Readiness {
  const { database, migrations, box } = deps
  return async () => ({
    database: await check(async () => (await appliedMigrations(database.read)).length >= 0),
    migrations: await check(
      async () => (await appliedMigrations(database.read)).length === migrations.length,
    ),
    encryption_key: await check(() => isKeyRight(database.read, box)),
  })
}
