import type { Database } from '#db/database.ts'
import type { Migration } from '#db/migrator.ts'
import { appliedMigrations } from '#db/migrator.ts'
import { within } from '#jobs/within.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { Log } from '#kit/log.ts'
import { isKeyRight } from '#settings/encryption-key.ts'
import { createWriteCheck } from './write-check.ts'

/** Health probes wait only a few seconds; storage that takes this long is not ready. */
const LIMIT_MS = 3000

type Check = 'ok' | 'failed'

export type Readiness = () => Promise<{ database: Check; migrations: Check; encryption_key: Check }>

export function createReadiness(deps: {
  database: Database
  migrations: readonly Migration[]
  box: SecretBox
  clock: Clock
  log: Log
  /** Writes something and removes it again; throws when that fails. */
  probe: () => Promise<void>
}): Readiness {
  const { database, migrations, box, clock } = deps
  const canWrite = createWriteCheck(deps)

  async function check(run: () => Promise<boolean>): Promise<Check> {
    try {
      const result = run()
      return (await within(clock, LIMIT_MS, result)) && (await result) ? 'ok' : 'failed'
    } catch {
      // The cause is in the log; the probe only reports the failure.
      return 'failed'
    }
  }

  // In parallel, so that a server that does not answer is waited for only once.
  return async () => {
    const applied = appliedMigrations(database.read)
    const [stored, migrated, encryption_key] = await Promise.all([
      check(async () => (await applied).length >= 0 && canWrite()),
      check(async () => (await applied).length === migrations.length),
      check(() => isKeyRight(database.read, box)),
    ])
    return { database: stored, migrations: migrated, encryption_key }
  }
}
