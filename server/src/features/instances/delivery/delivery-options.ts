import { isLibraryManager, type LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { Database } from '#db/database.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { withinBudget } from '#kit/upstream-budget.ts'
import type { DeliveryOptions, DeliveryOptionsReader } from '#ports/delivery-options.ts'
import type { ConnectionTesters } from '../connection/connection-tests.ts'
import type { Inventory } from '../instance-inventory.ts'

export type DeliveryOptionsReaders = Readonly<Record<LibraryManagerType, DeliveryOptionsReader>>

/** Short, because an admin waits for the answer in an open form. */
const BUDGET_MS = 10_000

/** C59: what the manager offers now, for the form of the defaults. */
export function createDeliveryOptions(deps: {
  database: Database
  clock: Clock
  inventory: Inventory
  testers: ConnectionTesters
  options_readers: DeliveryOptionsReaders
}) {
  const { database, clock, inventory, testers, options_readers } = deps
  return async function readDeliveryOptions(id: string): Promise<DeliveryOptions> {
    const instance = await inventory.find(database.read, id)
    if (!instance) throw new Refusal('not_found')
    const { service_type } = instance
    if (!isLibraryManager(service_type)) throw new Refusal('wrong_service_type')
    const connection = inventory.connectionOf(instance)
    const budget = { clock, ms: BUDGET_MS, upstream: testers[service_type].product }
    return withinBudget(budget, signal => options_readers[service_type].read(connection, signal))
  }
}
