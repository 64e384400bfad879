import type { Instance } from '@foyer/contract/instances/instances'
import type { ProductName, World, WorldOptions } from '@foyer/simulators'
import type { TestApp } from './app.ts'
import { afterTest } from './engines.ts'
import { instanceRow, type NewInstance } from './instance-row.ts'
import { watchKeys } from './secret-watch.ts'

/** Simulated products, closed when the test ends, which fails on calls to paths that they do not have. */
export async function startSimulators<P extends ProductName>(options: WorldOptions<P>): Promise<World<P>> {
  // Loaded here, so that tests without simulators do not pay for them.
  const { keysOf, startWorld } = await import('@foyer/simulators')
  const simulators = await startWorld(options)
  afterTest(() => simulators.close())
  watchKeys(keysOf(simulators))
  return simulators
}

/** The form of the instance page, filled in for a simulated manager. */
export function managerForm(service_type: string, name: string, manager: { url: string; api_key: string }) {
  return { service_type, name, url: manager.url, api_key: manager.api_key }
}

/** Saves an instance as an admin would. */
export async function addInstance(app: TestApp, token: string, body: object): Promise<Instance> {
  const answer = await app.call('POST', '/api/admin/instances', { token, body })
  if (answer.status !== 201) throw new Error(`saving an instance answered ${answer.raw.toString()}`)
  return answer.body as Instance
}

/** Inserts a row without a service behind it, for tests that never call one. */
export async function insertInstance(
  app: TestApp,
  { id, service_type, ...more }: Partial<NewInstance> & Pick<NewInstance, 'id' | 'service_type'>,
): Promise<void> {
  const row = instanceRow(id, service_type, more)
  await app.database.transaction(tx => tx.insertInto('instances').values(row).execute())
}
