import type { Instance } from '@foyer/contract/instances/instances'
import { type ProductName, startWorld, type World, type WorldOptions } from '@foyer/simulators'
import type { TestApp } from './app.ts'
import { afterTest } from './engines.ts'
import { instanceRow } from './instance-row.ts'

/** Simulated products for one test; its end closes them and fails on calls to paths they do not have. */
export async function openWorld<P extends ProductName>(options: WorldOptions<P>): Promise<World<P>> {
  const world = await startWorld(options)
  afterTest(() => world.close())
  return world
}

/** What is typed into the form for a simulated manager. */
export function managerForm(service_type: string, name: string, manager: { url: string; api_key: string }) {
  return { service_type, name, url: manager.url, api_key: manager.api_key }
}

/** Saves an instance as an admin would. */
export async function addInstance(app: TestApp, token: string, body: object): Promise<Instance> {
  const answer = await app.call('POST', '/api/admin/instances', { token, body })
  if (answer.status !== 201) throw new Error(`saving an instance answered ${answer.raw.toString()}`)
  return answer.body as Instance
}

/** A row without a service behind it, for what never calls one. */
export async function insertInstance(
  app: TestApp,
  instance: { id: string; service_type: Instance['service_type']; name?: string; sort_order?: number },
): Promise<void> {
  const { id, service_type, ...more } = instance
  const row = instanceRow(id, service_type, more)
  await app.database.transaction(tx => tx.insertInto('instances').values(row).execute())
}
