import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import type { MediaServerRecord } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { SharedLibraries } from '#ports/media-server.ts'
import type { AccountKey } from './account-store.ts'

const LibraryIds = z.array(z.string())

/** What a managed account sees: the libraries that the instance shares, or the user's own audiobook policy. */
export async function librariesFor(
  db: Db,
  instance: MediaServerRecord,
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

/** Which libraries an admin chose for one person. */
export interface AudiobookPolicy {
  mode: 'default' | 'all' | 'selected'
  library_ids: string[]
}

/** By user id; people without a saved choice are absent and get the default. */
export async function policiesOf(db: Db, instance_id: string): Promise<Map<number, AudiobookPolicy>> {
  const rows = await db
    .selectFrom('audiobook_policies')
    .select(['user_id', 'mode', 'library_ids'])
    .where('instance_id', '=', instance_id)
    .orderBy('user_id')
    .execute()
  return new Map(
    rows.map(({ user_id, mode, library_ids }) => [
      user_id,
      { mode, library_ids: fromStorage(() => LibraryIds.parse(JSON.parse(library_ids))) },
    ]),
  )
}

/** Users without a choice of their own, who get other libraries when the default changes. */
export async function usersOfDefault(
  db: Db,
  instance_id: string,
): Promise<Pick<Caller, 'user_id' | 'role'>[]> {
  const with_choice = db
    .selectFrom('audiobook_policies')
    .select('user_id')
    .where('instance_id', '=', instance_id)
    .where('mode', '!=', 'default')
  return db
    .selectFrom('users')
    .select(['id as user_id', 'role'])
    .where('id', 'not in', with_choice)
    .orderBy('id')
    .execute()
}

export async function savePolicy(
  tx: Tx,
  key: AccountKey,
  { mode, library_ids }: AudiobookPolicy,
): Promise<void> {
  const choice = { mode, library_ids: JSON.stringify(library_ids) }
  await tx
    .insertInto('audiobook_policies')
    .values({ user_id: key.user_id, instance_id: key.instance_id, ...choice })
    .onConflict(conflict => conflict.columns(['user_id', 'instance_id']).doUpdateSet(choice))
    .execute()
}

export async function doUsersExist(db: Db, user_ids: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(user_ids)]
  if (wanted.length === 0) return true
  const rows = await db.selectFrom('users').select('id').where('id', 'in', wanted).execute()
  return rows.length === wanted.length
}

export function isSameSelection(a: SharedLibraries, b: SharedLibraries): boolean {
  const ids = new Set(a.library_ids)
  return ids.size === new Set(b.library_ids).size && b.library_ids.every(id => ids.has(id))
}
