import type { AiKeyProvider, AiProvider } from '@foyer/contract/assistant/ai-providers'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery } from '#db/compiled-query.ts'

export interface ChoiceRow {
  granted: number
  /** Null: nothing was chosen. */
  provider: AiProvider | null
  model: string | null
  /** The sealed key of the chosen provider, if there is one. */
  key_box: string | null
}

const choiceOf = defineQuery((db, { user_id }: { user_id: number }) =>
  db
    .selectFrom('users')
    .leftJoin('ai_selections', 'ai_selections.user_id', 'users.id')
    .leftJoin('ai_keys', join =>
      join.onRef('ai_keys.user_id', '=', 'users.id').onRef('ai_keys.provider', '=', 'ai_selections.provider'),
    )
    .select([
      'users.ai_shared_enabled as granted',
      'ai_selections.provider',
      'ai_selections.model',
      'ai_keys.key_box',
    ])
    .where('users.id', '=', user_id),
)

/** Everything that decides which account somebody uses, in one statement; undefined: no such user. */
export async function findChoice(db: Db, user_id: number): Promise<ChoiceRow | undefined> {
  const [row] = await choiceOf(db, { user_id })
  return row
}

export async function hasSharedGrant(db: Db, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('ai_shared_enabled')
    .where('id', '=', user_id)
    .executeTakeFirst()
  return row?.ai_shared_enabled === 1
}

export async function findKeyBox(
  db: Db,
  user_id: number,
  provider: AiKeyProvider,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('ai_keys')
    .select('key_box')
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.key_box
}

/** The providers that somebody has a key of their own for. */
export async function providersWithKey(db: Db, user_id: number): Promise<Set<string>> {
  const rows = await db.selectFrom('ai_keys').select('provider').where('user_id', '=', user_id).execute()
  return new Set(rows.map(row => row.provider))
}

export async function saveKey(
  tx: Tx,
  row: { user_id: number; provider: AiKeyProvider; key_box: string; updated_at: string },
): Promise<void> {
  const { key_box, updated_at } = row
  await tx
    .insertInto('ai_keys')
    .values(row)
    .onConflict(conflict => conflict.columns(['user_id', 'provider']).doUpdateSet({ key_box, updated_at }))
    .execute()
}

export async function deleteKey(tx: Tx, user_id: number, provider: AiKeyProvider): Promise<void> {
  await tx.deleteFrom('ai_keys').where('user_id', '=', user_id).where('provider', '=', provider).execute()
}

export async function saveSelection(
  tx: Tx,
  row: { user_id: number; provider: AiProvider; model: string; updated_at: string },
): Promise<void> {
  const { provider, model, updated_at } = row
  await tx
    .insertInto('ai_selections')
    .values(row)
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ provider, model, updated_at }))
    .execute()
}

export async function deleteSelection(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('ai_selections').where('user_id', '=', user_id).execute()
}
