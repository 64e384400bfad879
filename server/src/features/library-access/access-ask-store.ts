import type { AccessAskState, GrantedMedium } from '@foyer/contract/library-access'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { AccessAsksTable } from './library-access-tables.ts'

export type AskRow = Selectable<AccessAsksTable>

export interface AskKey {
  user_id: number
  media_type: GrantedMedium
}

export function asksOf(db: Db, user_id: number): Promise<AskRow[]> {
  return db.selectFrom('access_asks').selectAll().where('user_id', '=', user_id).execute()
}

/** Oldest first. Admins see every library, so what somebody asked for before they became one needs no decision. */
export function openAsks(db: Db): Promise<(AskRow & { username: string })[]> {
  return db
    .selectFrom('access_asks')
    .innerJoin('users', 'users.id', 'access_asks.user_id')
    .selectAll('access_asks')
    .select('users.username')
    .where('access_asks.state', '=', 'open')
    .where('users.role', '=', 'user')
    .orderBy('access_asks.asked_at')
    .orderBy('access_asks.user_id')
    .orderBy('access_asks.media_type')
    .execute()
}

export async function countOpenAsks(db: Db): Promise<number> {
  const row = await db
    .selectFrom('access_asks')
    .innerJoin('users', 'users.id', 'access_asks.user_id')
    .select(eb => eb.fn.countAll<number | string>().as('total'))
    .where('access_asks.state', '=', 'open')
    .where('users.role', '=', 'user')
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** False: it is open already. */
export async function openAsk(tx: Tx, { user_id, media_type }: AskKey, asked_at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('access_asks')
    .values({ user_id, media_type, state: 'open', asked_at, decided_at: null })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'media_type'])
        .doUpdateSet({ state: 'open', asked_at, decided_at: null })
        .where('access_asks.state', '!=', 'open'),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False: there is no open one. */
export async function decideAsk(
  tx: Tx,
  { user_id, media_type }: AskKey,
  state: Exclude<AccessAskState, 'open'>,
  decided_at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('access_asks')
    .set({ state, decided_at })
    .where('user_id', '=', user_id)
    .where('media_type', '=', media_type)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
