import { DeliveryDefaults } from '@foyer/contract/instances/delivery-defaults'
import type { ServiceType } from '@foyer/contract/instances/instance-types'
import { PathMapping, ServerConfig } from '@foyer/contract/instances/instances'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery } from '#db/compiled-query.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { InstancesTable } from './instances-tables.ts'

/** A stored instance; the key is still encrypted. */
export interface InstanceRecord {
  id: string
  service_type: ServiceType
  name: string
  name_key: string
  url: string
  api_key_box: string | null
  is_default: boolean
  sort_order: number
  media_path_mappings: PathMapping[]
  server_config: ServerConfig | null
  /** Empty when nothing is set, and for services that are not library managers (C59). */
  delivery_defaults: DeliveryDefaults
  created_at: string
  updated_at: string
}

type Row = Selectable<InstancesTable>

const Mappings = z.array(PathMapping)

/** 1:4.13 rule 3: only lists saved by an admin enable downloads; the single word that was stored before means off. */
function readMappings(stored: unknown): PathMapping[] {
  return Array.isArray(stored) ? Mappings.parse(stored) : []
}

function fromRow(row: Row): InstanceRecord {
  return {
    ...row,
    is_default: row.is_default === 1,
    media_path_mappings: readMappings(JSON.parse(row.media_path_mappings)),
    server_config: row.server_config === null ? null : ServerConfig.parse(JSON.parse(row.server_config)),
    delivery_defaults: DeliveryDefaults.parse(JSON.parse(row.delivery_defaults ?? '{}')),
  }
}

/** 0.6: an invalid row makes the whole inventory unreadable. */
function readRow(row: Row): InstanceRecord {
  return fromStorage(() => fromRow(row))
}

function toRow(record: InstanceRecord): Row {
  return {
    ...record,
    is_default: record.is_default ? 1 : 0,
    media_path_mappings: JSON.stringify(record.media_path_mappings),
    server_config: record.server_config && JSON.stringify(record.server_config),
    delivery_defaults: toText(record.delivery_defaults),
  }
}

function toText(defaults: DeliveryDefaults): string | null {
  return Object.keys(defaults).length === 0 ? null : JSON.stringify(defaults)
}

const allInstances = defineQuery(db => db.selectFrom('instances').selectAll())

export async function listInstances(db: Db): Promise<InstanceRecord[]> {
  return (await allInstances(db, {})).map(readRow)
}

export async function findInstance(db: Db, id: string): Promise<InstanceRecord | undefined> {
  const row = await db.selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirst()
  return row && readRow(row)
}

export async function insertInstance(tx: Tx, record: InstanceRecord): Promise<void> {
  await tx.insertInto('instances').values(toRow(record)).execute()
}

export async function updateInstance(tx: Tx, record: InstanceRecord): Promise<void> {
  const { id, service_type: _type, created_at: _created, ...fields } = toRow(record)
  await tx.updateTable('instances').set(fields).where('id', '=', id).execute()
}

/** One default per type: the others lose the flag. */
export async function clearOtherDefaults(tx: Tx, { id, service_type }: InstanceRecord): Promise<void> {
  await tx
    .updateTable('instances')
    .set({ is_default: 0 })
    .where('service_type', '=', service_type)
    .where('id', '!=', id)
    .execute()
}

/** Also deletes its grants, pins and webhook credential. */
export async function deleteInstance(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('instances').where('id', '=', id).execute()
}
