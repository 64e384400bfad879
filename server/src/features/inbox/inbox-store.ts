import { NoticeData } from '@foyer/contract/inbox'
import { defineQuery, inList } from '#db/compiled-query.ts'
import type { Db, Tx } from '#db/database.ts'
import { fromStorage } from '#kit/storage-fault.ts'

/** One alert in one person's inbox. */
export interface NewEntry {
  user_id: number
  alert_id: number
  type: string
  data: NoticeData
  created_at: string
}

export interface EntryRow {
  id: number
  type: string
  instance_id: string | null
  data: NoticeData
  created_at: string
  read_at: string | null
}

const rowOf = ({ user_id, alert_id, type, data, created_at }: NewEntry) => ({
  user_id,
  alert_id,
  type,
  created_at,
  media_type: data.media_type ?? null,
  tmdb_id: data.tmdb_id ?? null,
  instance_id: data.instance_id ?? null,
  request_id: data.request_id ?? null,
  data: JSON.stringify(data),
})

/** Of one statement. */
const ROWS = 64

/** Compiled: an alert for everybody has a row for each of them, and on SQLite nobody is answered while it is built. */
const insertRows = defineQuery((db, { rows }: { rows: readonly ReturnType<typeof rowOf>[] }) =>
  db
    .insertInto('inbox_entries')
    .values(rows)
    .onConflict(conflict => conflict.columns(['user_id', 'alert_id']).doNothing())
    .returning('user_id'),
)

/** Returns the people who got a new entry; an alert that is sent again writes nothing. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<number[]> {
  const written = new Set<number>()
  for (let i = 0; i < entries.length; i += ROWS) {
    // A row that fills the list up conflicts with itself.
    const rows = inList(entries.slice(i, i + ROWS).map(rowOf))
    for (const { user_id } of await insertRows(tx, { rows })) written.add(user_id)
  }
  return [...written]
}

/** An alert was extended: everybody who received it gets the newest data. */
export async function amendEntries(tx: Tx, alert_id: number, data: NoticeData): Promise<void> {
  await tx
    .updateTable('inbox_entries')
    .set({ data: JSON.stringify(data) })
    .where('alert_id', '=', alert_id)
    .execute()
}

/** C69: a provider confirmed the title of this request. Returns the people whose entries changed. */
export async function renameEntries(tx: Tx, request_id: number, title: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('inbox_entries')
    .select(['id', 'user_id', 'data'])
    .where('request_id', '=', request_id)
    .execute()
  for (const row of rows) {
    const { title_unverified: _named, ...rest } = fromStorage(() => NoticeData.parse(JSON.parse(row.data)))
    await tx
      .updateTable('inbox_entries')
      .set({ data: JSON.stringify({ ...rest, title }) })
      .where('id', '=', row.id)
      .execute()
  }
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Newest first. The size of an inbox is limited, so all of it is read at once. */
export async function listEntries(db: Db, user_id: number): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom('inbox_entries')
    .select(['id', 'type', 'instance_id', 'data', 'created_at', 'read_at'])
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .execute()
  return fromStorage(() => rows.map(row => ({ ...row, data: NoticeData.parse(JSON.parse(row.data)) })))
}

/** False: that person has no such entry. */
export async function markRead(tx: Tx, user_id: number, id: number, read_at: string): Promise<boolean> {
  const found = await tx
    .selectFrom('inbox_entries')
    .select('read_at')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (found?.read_at === null) {
    await tx.updateTable('inbox_entries').set({ read_at }).where('id', '=', id).execute()
  }
  return found !== undefined
}

export async function markAllRead(
  tx: Tx,
  user_id: number,
  { through, read_at }: { through: number; read_at: string },
): Promise<void> {
  await tx
    .updateTable('inbox_entries')
    .set({ read_at })
    .where('user_id', '=', user_id)
    .where('read_at', 'is', null)
    .where('id', '<=', through)
    .execute()
}

/** Compiled: each alert asks it of everybody who receives it. */
const firstBeyond = defineQuery((db, { user_id, kept }: { user_id: number; kept: number }) =>
  db
    .selectFrom('inbox_entries')
    .select('id')
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1),
)

/** Keeps a person's newest `kept` entries. */
export async function trimEntries(tx: Tx, user_id: number, kept: number): Promise<void> {
  const [oldest] = await firstBeyond(tx, { user_id, kept })
  if (!oldest) return
  await tx.deleteFrom('inbox_entries').where('user_id', '=', user_id).where('id', '<=', oldest.id).execute()
}

export async function deleteOlder(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('inbox_entries').where('created_at', '<', before).execute()
}
