import type { z } from 'zod'
import type { Clock } from '#kit/clock.ts'
import { iso } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import { isRecord } from '#kit/is-record.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { Database, Db, Tx } from '#db/database.ts'
import { defineQuery } from '#db/compiled-query.ts'

/** A typed setting with a default; `secret` values are sealed at rest and never returned. */
export interface Setting<T> {
  key: string
  schema: z.ZodType<T>
  default: T
  secret: boolean
}

const defined = new Map<string, Setting<never>>()

/** Names are unique across the program; a duplicate is detected when the module loads. */
export function defineSetting<S extends z.ZodType>(definition: {
  key: string
  schema: S
  default: z.infer<S>
  secret?: boolean
}): Setting<z.infer<S>> {
  if (defined.has(definition.key)) throw new Error(`The setting "${definition.key}" is defined twice`)
  const setting = { secret: false, ...definition } as Setting<z.infer<S>>
  defined.set(setting.key, setting as Setting<never>)
  return setting
}

/** Objects merge field by field, so an omitted field survives; anything else is replaced. */
export type Change<T> = T extends readonly unknown[] ? T : T extends object ? Partial<T> : T

export interface Settings {
  /** A value that cannot be opened or parsed throws StorageFault: 503, never the default (0.3). */
  read<T>(db: Db, setting: Setting<T>): Promise<T>
  /** Whether a value is saved, as opposed to being the default. */
  isSaved(db: Db, setting: Setting<unknown>): Promise<boolean>
  /** Merges the change into the stored value; call it under the write lock so that nothing is lost. */
  update<T>(tx: Tx, setting: Setting<T>, change: Change<T>): Promise<T>
  remove(tx: Tx, setting: Setting<unknown>): Promise<void>
  /** Takes the common lock of all settings writes. */
  lock: <R>(run: (tx: Tx) => Promise<R>) => Promise<R>
}

export function createSettings(deps: {
  database: Pick<Database, 'withWriteLock'>
  clock: Clock
  box: SecretBox
}): Settings {
  const { database, clock, box } = deps

  async function stored(db: Db, key: string) {
    const [row] = await settingByKey(db, { key })
    return row
  }

  async function read<T>(db: Db, setting: Setting<T>): Promise<T> {
    const row = await stored(db, setting.key)
    if (!row) return setting.default
    return fromStorage(() => {
      const text = row.encrypted ? box.open(row.value, setting.key) : row.value
      return setting.schema.parse(JSON.parse(text))
    })
  }

  return {
    read,
    isSaved: async (db, setting) => (await stored(db, setting.key)) !== undefined,
    async update(tx, setting, change) {
      const next = setting.schema.parse(merge(await read(tx, setting), change))
      const text = JSON.stringify(next)
      const row = {
        value: setting.secret ? box.seal(text, setting.key) : text,
        encrypted: setting.secret ? (1 as const) : (0 as const),
        updated_at: iso(clock.now()),
      }
      await tx
        .insertInto('settings')
        .values({ key: setting.key, ...row })
        .onConflict(conflict => conflict.column('key').doUpdateSet(row))
        .execute()
      return next
    },
    async remove(tx, setting) {
      await tx.deleteFrom('settings').where('key', '=', setting.key).execute()
    },
    lock: run => database.withWriteLock('settings', run),
  }
}

const settingByKey = defineQuery((db, { key }: { key: string }) =>
  db.selectFrom('settings').selectAll().where('key', '=', key),
)

/** A field set to `undefined` counts as omitted. */
function merge(current: unknown, change: unknown): unknown {
  if (!isRecord(current) || !isRecord(change)) return change
  const named = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(named) }
}
