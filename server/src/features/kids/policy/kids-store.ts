import type { Role } from '@foyer/contract/permissions'
import type { ContentPolicy } from '@foyer/contract/kids'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery } from '#db/compiled-query.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { ContentPoliciesTable } from '../kids-tables.ts'

const Genres = z.array(z.int())

function policyFrom(row: Selectable<ContentPoliciesTable>): ContentPolicy {
  return {
    max_movie_rating: row.max_movie_rating,
    max_tv_rating: row.max_tv_rating,
    rating_region: row.rating_region,
    block_unrated: row.block_unrated === 1,
    blocked_movie_genres: Genres.parse(JSON.parse(row.blocked_movie_genres)),
    blocked_tv_genres: Genres.parse(JSON.parse(row.blocked_tv_genres)),
    ...(row.trailers_allowed === 1 && { trailers_allowed: true }),
  }
}

const policyRow = defineQuery((db, { user_id }: { user_id: number }) =>
  db.selectFrom('content_policies').selectAll().where('user_id', '=', user_id),
)

/** Null: the user is not a kids account. An unreadable policy throws; it is never treated as none. */
export async function policyOf(db: Db, user_id: number): Promise<ContentPolicy | null> {
  const [row] = await policyRow(db, { user_id })
  return row ? fromStorage(() => policyFrom(row)) : null
}

/** The ids of all kids accounts. */
export async function kidsAccountIds(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('content_policies').select('user_id').execute()
  return new Set(rows.map(row => row.user_id))
}

export async function savePolicy(
  tx: Tx,
  user_id: number,
  policy: ContentPolicy,
  updated_at: string,
): Promise<void> {
  const values = {
    ...policy,
    block_unrated: policy.block_unrated ? (1 as const) : (0 as const),
    blocked_movie_genres: JSON.stringify(policy.blocked_movie_genres),
    blocked_tv_genres: JSON.stringify(policy.blocked_tv_genres),
    trailers_allowed: policy.trailers_allowed ? (1 as const) : (0 as const),
    updated_at,
  }
  await tx
    .insertInto('content_policies')
    .values({ user_id, ...values })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** False when there was none. */
export async function deletePolicy(tx: Tx, user_id: number): Promise<boolean> {
  const result = await tx.deleteFrom('content_policies').where('user_id', '=', user_id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function roleOf(db: Db, user_id: number): Promise<Role | undefined> {
  const row = await db.selectFrom('users').select('role').where('id', '=', user_id).executeTakeFirst()
  return row?.role
}
