import type { Instance } from '@foyer/contract/instances'
import { type ProductName, startWorld, type World, type WorldOptions } from '@foyer/simulators'
import type { TestApp } from './app.ts'
import { afterTest } from './engines.ts'

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
  const at = '2026-11-15T09:00:00.000Z'
  const { id, service_type, name = id, sort_order = 0 } = instance
  await app.database.transaction(tx =>
    tx
      .insertInto('instances')
      .values({
        id,
        service_type,
        name,
        name_key: name.toLowerCase(),
        url: 'http://127.0.0.1:9',
        api_key_box: null,
        is_default: 0,
        sort_order,
        media_path_mappings: '[]',
        server_config: null,
        created_at: at,
        updated_at: at,
      })
      .execute(),
  )
}
