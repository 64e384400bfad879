import { MAX_ROW_ID } from '@foyer/contract/primitives'
import { SeasonMap } from '@foyer/contract/tv-matches/tv-match'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { LocalMatch } from './match-rules.ts'
import type { TvIdentitiesTable, TvMatchesTable } from './tv-matches-tables.ts'

export type Identity = Selectable<TvIdentitiesTable>

/** With the deciding admin, if the account still exists. */
export interface ListedMatch extends LocalMatch {
  updated_at: string
  updated_by: string | null
}

type MatchFields = Omit<Selectable<TvMatchesTable>, 'updated_at' | 'updated_by'>

const FIELDS = [
  'tv_matches.tmdb_id',
  'tv_matches.title',
  'tv_matches.mode',
  'tv_matches.tvdb_id',
  'tv_matches.target_title',
  'tv_matches.season_map',
  'tv_matches.local_revision',
] as const

function parsed<R extends MatchFields>(row: R): Omit<R, 'season_map'> & Pick<LocalMatch, 'season_map'> {
  return { ...row, season_map: SeasonMap.parse(JSON.parse(row.season_map)) }
}

/** The others have no row, and PostgreSQL refuses to compare with a number that its column cannot hold. */
const storable = (tmdb_ids: readonly number[]) => tmdb_ids.filter(id => id <= MAX_ROW_ID)

export async function findLocalMatch(db: Db, tmdb_id: number): Promise<LocalMatch | null> {
  const [match] = await findLocalMatches(db, [tmdb_id])
  return match ?? null
}

export async function findLocalMatches(db: Db, tmdb_ids: readonly number[]): Promise<LocalMatch[]> {
  const ids = storable(tmdb_ids)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('tv_matches').select(FIELDS).where('tmdb_id', 'in', ids).execute()
  return rows.map(parsed)
}

/** All but the released ones, newest first. */
export async function listLocalMatches(db: Db): Promise<ListedMatch[]> {
  const rows = await db
    .selectFrom('tv_matches')
    .leftJoin('users', 'users.id', 'tv_matches.updated_by')
    .select([...FIELDS, 'tv_matches.updated_at', 'users.username as updated_by'])
    .where('mode', '!=', 'default')
    .orderBy('tv_matches.updated_at', 'desc')
    .orderBy('tv_matches.tmdb_id')
    .execute()
  return rows.map(parsed)
}

export async function saveLocalMatch(
  tx: Tx,
  match: LocalMatch,
  written: { updated_at: string; updated_by: number | null },
): Promise<void> {
  const { tmdb_id, ...rest } = match
  const fields = { ...rest, ...written, season_map: JSON.stringify(match.season_map) }
  await tx
    .insertInto('tv_matches')
    .values({ tmdb_id, ...fields })
    .onConflict(conflict => conflict.column('tmdb_id').doUpdateSet(fields))
    .execute()
}

export async function findIdentity(db: Db, tmdb_id: number): Promise<Identity | undefined> {
  const [identity] = await findIdentities(db, [tmdb_id])
  return identity
}

export async function findIdentities(db: Db, tmdb_ids: readonly number[]): Promise<Identity[]> {
  const ids = storable(tmdb_ids)
  if (ids.length === 0) return []
  return db.selectFrom('tv_identities').selectAll().where('tmdb_id', 'in', ids).execute()
}

/** Shows that local decisions and bridges map to these series; without the bundled set. */
export async function findByTarget(
  db: Db,
  tvdb_ids: readonly number[],
): Promise<{ tmdb_id: number; tvdb_id: number }[]> {
  if (tvdb_ids.length === 0) return []
  const decided = await db
    .selectFrom('tv_matches')
    .select(['tmdb_id', 'tvdb_id'])
    .$narrowType<{ tvdb_id: number }>()
    .where('tvdb_id', 'in', tvdb_ids)
    .execute()
  const bridged = await db
    .selectFrom('tv_identities')
    .select(['tmdb_id', 'tvdb_id'])
    .where('tvdb_id', 'in', tvdb_ids)
    .execute()
  return [...decided, ...bridged]
}

export async function saveIdentity(tx: Tx, identity: Identity): Promise<void> {
  const { tmdb_id, ...fields } = identity
  await tx
    .insertInto('tv_identities')
    .values({ tmdb_id, ...fields })
    .onConflict(conflict => conflict.column('tmdb_id').doUpdateSet(fields))
    .execute()
}

export async function deleteIdentity(tx: Tx, tmdb_id: number): Promise<void> {
  await tx.deleteFrom('tv_identities').where('tmdb_id', '=', tmdb_id).execute()
}
