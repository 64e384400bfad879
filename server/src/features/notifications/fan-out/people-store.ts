import type { Db } from '#db/database.ts'
import type { Person } from './audience-judge.ts'

/** Existing people. `only`: just these; `or_admin`: these and every admin. */
export async function listPeople(
  db: Db,
  {
    role,
    only,
    or_admin,
  }: { role?: 'admin'; only?: readonly number[] | undefined; or_admin?: readonly number[] },
): Promise<Person[]> {
  if (only?.length === 0) return []
  let query = db.selectFrom('users').select(['id as user_id', 'role']).orderBy('id')
  if (role) query = query.where('role', '=', role)
  if (only) query = query.where('id', 'in', only)
  if (or_admin) {
    query = query.where(eb =>
      eb.or([eb('role', '=', 'admin'), ...(or_admin.length > 0 ? [eb('id', 'in', or_admin)] : [])]),
    )
  }
  return query.execute()
}

export async function findUsername(db: Db, user_id: number): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('username').where('id', '=', user_id).executeTakeFirst()
  return row?.username
}
