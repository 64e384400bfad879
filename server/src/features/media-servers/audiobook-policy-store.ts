import { z } from 'zod'
import type { Db } from '#db/database.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { SharedLibraries } from '#ports/media-server.ts'
import type { ServerRecord } from './server-access.ts'

const LibraryIds = z.array(z.string())

/** What a managed account sees: the libraries that the instance shares, or the user's own audiobook policy. */
export async function librariesFor(
  db: Db,
  instance: ServerRecord,
  user_id: number,
): Promise<SharedLibraries> {
  const shared = { library_ids: instance.server_config?.library_ids ?? [] }
  if (instance.service_type !== 'audiobook_server') return shared
  const policy = await db
    .selectFrom('audiobook_policies')
    .select(['mode', 'library_ids'])
    .where('user_id', '=', user_id)
    .where('instance_id', '=', instance.id)
    .executeTakeFirst()
  if (!policy || policy.mode === 'default') return shared
  if (policy.mode === 'all') return { library_ids: [] }
  return { library_ids: fromStorage(() => LibraryIds.parse(JSON.parse(policy.library_ids))) }
}

export function isSameSelection(a: SharedLibraries, b: SharedLibraries): boolean {
  const ids = new Set(a.library_ids)
  return ids.size === new Set(b.library_ids).size && b.library_ids.every(id => ids.has(id))
}
