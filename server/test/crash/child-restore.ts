import { completeStagedOnPostgres } from '#db/copy/complete-staged.ts'
import { openDataFolder } from '#db/data-folder.ts'
import { openPostgres } from '#db/postgres.ts'
import { completeRestore, restoreBackup } from '#db/restore.ts'
import { stageRestore } from '#db/staged-restore.ts'
import { createBoundary } from './boundary.ts'
import type { RestoreOrders } from './restore-orders.ts'
import { stagingOf } from './stage-latest.ts'

/** Restores the latest backup, or does a part of it as a server does, and dies where it was told to. */
async function main(): Promise<void> {
  const orders: RestoreOrders = JSON.parse(process.argv[2] ?? '')
  const folder = openDataFolder(orders.data)
  const onStep = createBoundary(orders.kill_at)
  if (orders.mode === 'complete') completeRestore(folder, onStep)
  else if (orders.mode === 'restore') restoreBackup(folder, 'latest', new Date(orders.now), onStep)
  else if (orders.mode === 'stage') {
    await stageRestore(folder, { ...stagingOf(folder, 'sqlite', orders.now), onStep })
  } else {
    const database = openPostgres(orders.database_url ?? '')
    await completeStagedOnPostgres(database, folder, onStep)
    await database.close()
  }
}

void main()
