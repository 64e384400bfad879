import type {
  NotRestorableReason,
  SettingsChange,
  SettingsChangeDetail,
} from '@foyer/contract/tool-access/settings-changes'
import type { Database, Db } from '#db/database.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { type LiveResource, readLive, stateOf } from './change-execution.ts'
import type { ChangeLog } from './change-log.ts'
import { currentState } from './comparison-rules.ts'
import { shownSpecification } from './custom-format-rules.ts'
import type { ManagedInstance, ManagedInstances } from './managed-instances.ts'
import { shownValue } from './profile-change-rules.ts'
import { blockedBy, hasItsDependencies, recordedLabel } from './restore-rules.ts'
import * as store from './settings-change-store.ts'
import type { ChangeRecord } from './settings-change-store.ts'

interface Parts {
  database: Database
  clock: Clock
  managers: ManagedInstances
  change_log: ChangeLog
}

type Comparison = Pick<SettingsChangeDetail, 'current_status' | 'current_error' | 'changes'>

/** What assistants changed in library managers: read, compared with how it is now, and restored (2:4.8). */
export function createSettingsHistory(parts: Parts) {
  const { database, clock, managers, change_log } = parts

  async function viewed(records: readonly ChangeRecord[]): Promise<SettingsChange[]> {
    const isUnchanged = await managers.unchangedAmong()
    const restores = await store.restoresOf(
      database.read,
      records.map(record => record.id),
    )
    return records.map(record =>
      viewOf(record, isUnchanged(record) && blockedBy(record, restores.get(record.id) ?? []) === null),
    )
  }

  /** What the record, its restores and its instance say; the manager itself is not read. */
  async function reasonAgainst(record: ChangeRecord): Promise<NotRestorableReason | null> {
    const restores = (await store.restoresOf(database.read, [record.id])).get(record.id) ?? []
    const isUnchanged = await managers.unchangedAmong()
    return blockedBy(record, restores) ?? (isUnchanged(record) ? null : 'instance_changed')
  }

  async function find(id: number): Promise<ChangeRecord> {
    const record = await store.findChange(database.read, id)
    if (!record) throw new Refusal('not_found')
    return record
  }

  async function compare(record: ChangeRecord, signal: AbortSignal | undefined): Promise<Comparison> {
    const unavailable = (current_error: string): Comparison => ({
      current_status: 'unavailable',
      current_error,
      changes: record.changes,
    })
    try {
      const managed = await managers.findSame(record)
      if (!managed) return unavailable('The instance was removed or has another address now.')
      return compared(managed, record, await readLive(managed, record, signal))
    } catch (error) {
      // Also a stored key that cannot be opened.
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      return unavailable(error.message)
    }
  }

  /** The profile and everything it depends on must still be as the change left them (C55). */
  async function assertUnchanged({ port, connection }: ManagedInstance, change: ChangeRecord): Promise<void> {
    const { before_document, after_document, resource_id } = change
    if (!before_document || !after_document) throw notRestorable('unsupported')
    const live = await port.findProfile(connection, resource_id ?? 0)
    if (!live || !port.isSameProfile(live.document, after_document)) throw notRestorable('drifted')
    const formats = ((await port.listFormats(connection)) ?? []).map(({ id, settings }) => ({
      id,
      name: settings.name,
    }))
    const older = port.profileFrom(before_document).settings
    if (!hasItsDependencies(older, { profile: live.settings, formats })) throw notRestorable('drifted')
  }

  async function assertNotBlocked(db: Db, change: ChangeRecord): Promise<void> {
    const restores = (await store.restoresOf(db, [change.id])).get(change.id) ?? []
    const reason = blockedBy(change, restores)
    if (reason) throw notRestorable(reason)
  }

  /** No other change of the profile may have begun since it was read. */
  async function assertNewest(db: Db, change: ChangeRecord, newest_id: number | null): Promise<void> {
    const newest = await store.newestChange(db, change)
    if (newest?.status === 'executing') throw notRestorable('executing')
    if ((newest?.id ?? null) !== newest_id) throw notRestorable('drifted')
  }

  return {
    async list(page: { limit: number; before_id?: number | undefined }) {
      const records = await store.listChanges(database.read, { ...page, limit: page.limit + 1 })
      const changes = await viewed(records.slice(0, page.limit))
      const last = changes.at(-1)
      return { changes, ...(records.length > page.limit && last && { next_before_id: last.id }) }
    },

    async detail(caller: Caller, id: number, signal?: AbortSignal): Promise<SettingsChangeDetail> {
      const record = await find(id)
      const comparison = await compare(record, signal)
      await assertStillMay(database.read, caller, 'instances:manage')
      const current = await find(id)
      const is_drifted = comparison.current_status === 'different'
      const reason = (await reasonAgainst(current)) ?? (is_drifted ? 'drifted' : null)
      return {
        ...viewOf(current, reason === null),
        ...comparison,
        ...(reason && { not_restorable_reason: reason }),
        recorded_label: recordedLabel(current.status),
      }
    },

    /** Restores the profile as it was before the change, once. */
    async revert(caller: Caller, id: number): Promise<SettingsChange> {
      const change = await find(id)
      await assertNotBlocked(database.read, change)
      const newest_id = (await store.newestChange(database.read, change))?.id ?? null
      const managed = await managers.findSame(change)
      if (!managed) throw notRestorable('instance_changed')
      await assertUnchanged(managed, change)
      await assertStillMay(database.read, caller, 'instances:manage')
      const begun = await change_log.begin(
        {
          ...managed.binding,
          parent_id: change.id,
          actor_user_id: caller.user_id,
          actor_name: caller.username,
          source: change.source,
          resource_type: change.resource_type,
          resource_id: change.resource_id,
          resource_name: change.resource_name,
          operation: 'revert',
          summary: `${change.resource_name}: restored to how it was before`,
          changes: change.changes.map(({ key, label, before, after }) => ({
            key,
            label,
            before: after,
            after: before,
          })),
          before_document: change.after_document,
          after_document: change.before_document,
          created_at: iso(clock.now()),
        },
        { newest_id },
        async tx => {
          await assertNotBlocked(tx, (await store.findChange(tx, id)) ?? change)
          await assertNewest(tx, change, newest_id)
        },
      )
      const ended = await change_log.run(managed, begun)
      await assertStillMay(database.read, caller, 'instances:manage')
      if (ended.status !== 'applied')
        throw new Refusal('upstream_failed', ended.error_text === null ? {} : { error: ended.error_text })
      return viewOf(ended, false)
    },
  }
}

export type SettingsHistory = ReturnType<typeof createSettingsHistory>

function notRestorable(reason: NotRestorableReason): Refusal {
  return new Refusal('not_restorable', { extra: { reason } })
}

/** Without the documents. */
export function viewOf(record: ChangeRecord, can_revert: boolean): SettingsChange {
  return {
    id: record.id,
    ...(record.parent_id !== null && { parent_id: record.parent_id }),
    actor_user_id: record.actor_user_id,
    actor_name: record.actor_name,
    source: record.source,
    service_type: record.service_type,
    instance_id: record.instance_id,
    instance_name: record.instance_name,
    resource_type: record.resource_type,
    resource_id: record.resource_id,
    resource_name: record.resource_name,
    operation: record.operation,
    status: record.status,
    summary: record.summary,
    changes: record.changes,
    ...(record.error_text !== null && { error_text: record.error_text }),
    created_at: record.created_at,
    ...(record.completed_at !== null && { completed_at: record.completed_at }),
    can_revert,
  }
}

function compared(managed: ManagedInstance, record: ChangeRecord, live: LiveResource | null): Comparison {
  const changes = record.changes.map(entry => {
    const current = live && (liveValue(managed, record, live, entry.key) ?? null)
    const current_state = live ? currentState(record.resource_type, entry, current) : 'missing'
    return { ...entry, ...(current_state !== 'missing' && { current }), current_state }
  })
  const isApplied = stateOf(managed, record, live) === 'as_recorded'
  return { current_status: isApplied ? 'matches_applied' : 'different', changes }
}

function liveValue(
  { port }: ManagedInstance,
  { resource_type }: ChangeRecord,
  live: LiveResource,
  key: string,
) {
  if (resource_type === 'quality_profile') return shownValue(port.profileFrom(live.document).settings, key)
  return shownSpecification(port.formatFrom(live.document).settings, key)
}
