import { expect } from '@playwright/test'
import { buildWorld, type World } from './world.ts'

/** What belongs to everybody on a server: a test that changes it needs a server of its own. */
const SERVER_WIDE = [
  'admin/discovery-settings',
  'admin/external-address',
  'admin/outbound-proxy',
  'admin/push-notifications',
  'admin/request-settings',
  'admin/request-quotas',
  'admin/credentials',
]

interface Instance {
  id: string
  name: string
  media_path_mappings: unknown
}

async function readServerWide({ call, admin }: World): Promise<unknown> {
  const instances = await call<Instance[]>(admin, 'GET', 'admin/instances')
  const settings = await Promise.all(SERVER_WIDE.map(path => call<unknown>(admin, 'GET', path)))
  return {
    instances: instances.map(({ id, name, media_path_mappings }) => ({ id, name, media_path_mappings })),
    ...Object.fromEntries(SERVER_WIDE.map((path, i) => [path, settings[i]])),
  }
}

/** Removes everybody whom a test added, and with them what they requested. */
async function removeUsers({ call, admin }: World): Promise<void> {
  const users = await call<{ id: number }[]>(admin, 'GET', 'admin/users')
  for (const { id } of users) if (id !== admin.user.id) await call(admin, 'DELETE', `admin/users/${id}`)
}

function clearFaults(world: World): void {
  for (const product of Object.values(world))
    if (typeof product === 'object' && product !== null && 'faults' in product) product.faults.clear()
}

export interface SharedWorld {
  world: World
  /** After each test: takes back what was its own, and fails it if it changed what is everybody's. */
  tidy: () => Promise<void>
}

/** One server for many tests, each with users of its own. A test that fails ends its worker, and this with it. */
export async function buildSharedWorld(): Promise<SharedWorld> {
  const world = await buildWorld({ instances: ['movies', 'series', 'music', 'books'] })
  const before = await readServerWide(world)
  return {
    world,
    async tidy() {
      clearFaults(world)
      await removeUsers(world)
      expect(await readServerWide(world), 'a test on the shared server changed what is everybody’s').toEqual(
        before,
      )
    },
  }
}
