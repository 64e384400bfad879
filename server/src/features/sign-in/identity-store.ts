import type { Selectable } from 'kysely'
import { defineQuery, inList } from '#db/compiled-query.ts'
import type { Db, Tx } from '#db/database.ts'
import type { SignInIdentitiesTable } from './sign-in-tables.ts'

export type Identity = Selectable<SignInIdentitiesTable>
export type Provider = Identity['provider']
export type IdentityKey = Pick<Identity, 'provider' | 'issuer' | 'subject'>

const providersOf = defineQuery((db, user_ids: readonly number[]) =>
  db
    .selectFrom('sign_in_identities')
    .select(['user_id', 'provider'])
    .distinct()
    .where('user_id', 'in', user_ids),
)

/** Which providers' identities these users have. Users without one are absent. */
export async function linkedProviders(
  db: Db,
  user_ids: readonly number[],
): Promise<Map<number, ReadonlySet<Provider>>> {
  const linked = new Map<number, Set<Provider>>()
  if (user_ids.length === 0) return linked
  for (const { user_id, provider } of await providersOf(db, inList(user_ids)))
    linked.set(user_id, (linked.get(user_id) ?? new Set<Provider>()).add(provider))
  return linked
}

/** Found by provider, issuer and subject only, never by name or address. */
export async function findIdentity(db: Db, key: IdentityKey): Promise<Identity | undefined> {
  return db
    .selectFrom('sign_in_identities')
    .selectAll()
    .where('provider', '=', key.provider)
    .where('issuer', '=', key.issuer)
    .where('subject', '=', key.subject)
    .executeTakeFirst()
}

/** Who of these users has an identity of this issuer. */
export async function usersLinkedTo(
  db: Db,
  { provider, issuer }: Pick<IdentityKey, 'provider' | 'issuer'>,
  user_ids: readonly number[],
): Promise<Set<number>> {
  if (user_ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('sign_in_identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('user_id', 'in', user_ids)
    .execute()
  return new Set(rows.map(row => row.user_id))
}

/** The oldest first. */
export async function identitiesOf(db: Db, user_id: number, provider: Provider): Promise<Identity[]> {
  return db
    .selectFrom('sign_in_identities')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .orderBy('created_at')
    .orderBy('issuer')
    .orderBy('subject')
    .execute()
}

/** Everybody's. */
export async function identitiesOfProvider(db: Db, provider: Provider): Promise<Identity[]> {
  return db.selectFrom('sign_in_identities').selectAll().where('provider', '=', provider).execute()
}

/** Its key must be free; check with `findIdentity` under the lock of the users. */
export async function insertIdentity(tx: Tx, identity: Identity): Promise<void> {
  await tx.insertInto('sign_in_identities').values(identity).execute()
}

/** Of one issuer, or of all. Returns the identities that are gone. */
export async function deleteIdentities(
  tx: Tx,
  { user_id, provider, issuer }: { user_id: number; provider: Provider; issuer?: string | undefined },
): Promise<Identity[]> {
  return tx
    .deleteFrom('sign_in_identities')
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .$if(issuer !== undefined, query => query.where('issuer', '=', issuer ?? ''))
    .returningAll()
    .execute()
}
