import { expect } from '@playwright/test'
import { buildWorld, type World, type WorldParts } from './world.ts'

type Answer = Record<string, unknown>

/** What belongs to everybody on a server, and the body that puts it back as it was. */
const SERVER_WIDE: Record<string, (before: Answer) => unknown> = {
  // Before the external address, which it needs while it is on.
  oidc: before => ({ ...before, client_secret: '' }),
  'invite-auth': before => before,
  'account-sign-in': before => before,
  'discovery-settings': before => before,
  'library-access-settings': before => before,
  'external-address': before => before,
  'outbound-proxy': before => ({ ...before, clear_password: true }),
  'push-notifications': before => before,
  'request-settings': before => before['settings'],
  'request-quotas': before => before,
}

interface Instance {
  id: string
  name: string
  media_path_mappings: unknown
}

interface ServerWide {
  instances: Instance[]
  settings: Record<string, Answer>
  credentials: { credentials: Record<string, boolean> }
}

async function readServerWide({ call, admin }: World): Promise<ServerWide> {
  const read = <T>(path: string) => call<T>(admin, 'GET', `admin/${path}`)
  const paths = Object.keys(SERVER_WIDE)
  const answers = await Promise.all(paths.map(path => read<Answer>(path)))
  const instances = await read<Instance[]>('instances')
  return {
    instances: instances.map(({ id, name, media_path_mappings }) => ({ id, name, media_path_mappings })),
    settings: Object.fromEntries(paths.map((path, i) => [path, answers[i] ?? {}])),
    credentials: await read('credentials'),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Puts back what a test changed of it. */
async function restore({ call, admin }: World, before: ServerWide, after: ServerWide): Promise<void> {
  const known = new Map(before.instances.map(instance => [instance.id, instance]))
  for (const { id, media_path_mappings } of after.instances) {
    const path = `admin/instances/${id}`
    const old = known.get(id)
    if (!old) await call(admin, 'DELETE', path)
    else if (!isSame(old.media_path_mappings, media_path_mappings))
      await call(admin, 'PUT', path, { media_path_mappings: old.media_path_mappings })
  }
  for (const [path, body] of Object.entries(SERVER_WIDE)) {
    const old = before.settings[path] ?? {}
    if (!isSame(old, after.settings[path])) await call(admin, 'PUT', `admin/${path}`, body(old))
  }
  for (const [key, is_set] of Object.entries(after.credentials.credentials))
    if (is_set && !before.credentials.credentials[key])
      await call(admin, 'DELETE', `admin/credentials/${key}`)
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
  /** After each test: takes back what was its own, and fails it if it left a change of what is everybody's. */
  tidy: () => Promise<void>
}

/** One server for many tests, each with users of its own. A test that fails ends its worker, and this with it. */
export async function buildSharedWorld(parts: WorldParts): Promise<SharedWorld> {
  const world = await buildWorld(parts)
  const before = await readServerWide(world).catch(async (error: unknown) => {
    await world.close()
    throw error
  })
  return {
    world,
    async tidy() {
      clearFaults(world)
      await removeUsers(world)
      const after = await readServerWide(world)
      if (isSame(before, after)) return
      await restore(world, before, after)
      expect(await readServerWide(world), 'a test changed what is everybody’s for good').toEqual(before)
    },
  }
}
