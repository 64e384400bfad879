import type { SettingsChange } from '@foyer/contract/tool-access/settings-changes'
import { ChangedSetting } from '@foyer/contract/tool-access/settings-changes'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { ManagerDocument } from '#ports/manager-configuration.ts'
import type { SettingsChangesTable } from './manager-configuration-tables.ts'

type Row = Selectable<SettingsChangesTable>
type Stored = 'changes' | 'before_document' | 'after_document'

/** A saved change, with the whole documents. */
export interface ChangeRecord extends Omit<Row, Stored> {
  changes: SettingsChange['changes']
  /** Null for something that was created. */
  before_document: ManagerDocument | null
  /** As it was to be; once applied, as the manager saved it. */
  after_document: ManagerDocument | null
}

/** Everything of a change that is known before the library manager is called. */
export type NewChange = Omit<ChangeRecord, 'id' | 'status' | 'error_text' | 'completed_at'>

const Changes = z.array(ChangedSetting)
const Document = z.record(z.string(), z.json())

function recordFrom(row: Row): ChangeRecord {
  const documentIn = (text: string | null) => (text === null ? null : Document.parse(JSON.parse(text)))
  return fromStorage(() => ({
    ...row,
    changes: Changes.parse(JSON.parse(row.changes)),
    before_document: documentIn(row.before_document),
    after_document: documentIn(row.after_document),
  }))
}

const textOf = (document: ManagerDocument | null) => document && JSON.stringify(document)

export async function insertChange(tx: Tx, change: NewChange): Promise<ChangeRecord> {
  const row = await tx
    .insertInto('settings_changes')
    .values({
      ...change,
      status: 'executing',
      changes: JSON.stringify(change.changes),
      before_document: textOf(change.before_document),
      after_document: textOf(change.after_document),
      error_text: null,
      completed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return recordFrom(row)
}

export async function findChange(db: Db, id: number): Promise<ChangeRecord | undefined> {
  const row = await db.selectFrom('settings_changes').selectAll().where('id', '=', id).executeTakeFirst()
  return row && recordFrom(row)
}

/** Newest first. */
export async function listChanges(
  db: Db,
  { limit, before_id }: { limit: number; before_id?: number | undefined },
): Promise<ChangeRecord[]> {
  const rows = await db
    .selectFrom('settings_changes')
    .selectAll()
    .$if(before_id !== undefined, query => query.where('id', '<', before_id ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(recordFrom)
}

/** The statuses of the restores of these changes. */
export async function restoresOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, SettingsChange['status'][]>> {
  const found = new Map<number, SettingsChange['status'][]>()
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('settings_changes')
    .select(['parent_id', 'status'])
    .where('parent_id', 'in', ids)
    .execute()
  for (const { parent_id, status } of rows)
    if (parent_id !== null) found.set(parent_id, [...(found.get(parent_id) ?? []), status])
  return found
}

/** A profile of an instance by its id, or a custom format by its name: one that is created has no id yet. */
export type Resource = Pick<Row, 'instance_id' | 'resource_type' | 'resource_id' | 'resource_name'>

/** The newest change of this profile or format. */
export async function newestChange(
  db: Db,
  { instance_id, resource_type, resource_id, resource_name }: Resource,
): Promise<{ id: number; status: SettingsChange['status'] } | null> {
  const row = await db
    .selectFrom('settings_changes')
    .select(['id', 'status'])
    .where('instance_id', '=', instance_id)
    .where('resource_type', '=', resource_type)
    .where(eb =>
      resource_type === 'quality_profile'
        ? eb('resource_id', '=', resource_id)
        : eb('resource_name', '=', resource_name),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Changes whose end was never saved. */
export async function executingChanges(db: Db, until: string): Promise<number[]> {
  const rows = await db
    .selectFrom('settings_changes')
    .select('id')
    .where('status', '=', 'executing')
    .where('created_at', '<=', until)
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

export interface ChangeEnd {
  status: Exclude<SettingsChange['status'], 'executing'>
  completed_at: string
  error_text?: string | undefined
  resource_id?: number | undefined
  after_document?: ManagerDocument | undefined
}

/** False: it has ended already. An unknown outcome can still become known. */
export async function endChange(tx: Tx, id: number, end: ChangeEnd): Promise<boolean> {
  const { status, completed_at, error_text = null, resource_id, after_document } = end
  const { numUpdatedRows } = await tx
    .updateTable('settings_changes')
    .set({
      status,
      completed_at,
      error_text,
      ...(resource_id && { resource_id }),
      ...(after_document && { after_document: JSON.stringify(after_document) }),
    })
    .where('id', '=', id)
    .where('status', 'in', ['executing', 'outcome_unknown'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
