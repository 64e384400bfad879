import { openDataFolder } from '#db/data-folder.ts'
import { completeRestore, restoreBackup } from '#db/restore.ts'
import { createBoundary } from './boundary.ts'
import type { RestoreOrders } from './restore-orders.ts'

/** Restores the latest backup, or completes such a restore as a start does, and dies where it was told to. */
function main(): void {
  const orders: RestoreOrders = JSON.parse(process.argv[2] ?? '')
  const folder = openDataFolder(orders.data)
  const onStep = createBoundary(orders.kill_at)
  if (orders.mode === 'complete') completeRestore(folder, onStep)
  else restoreBackup(folder, 'latest', new Date(orders.now), onStep)
}

main()
