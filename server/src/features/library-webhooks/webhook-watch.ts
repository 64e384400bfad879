import type { WebhookState } from '@foyer/contract/library-webhooks'
import type { Database, Tx } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ManagedWebhooks } from './managed-webhooks.ts'
import { isLoss, isRepairable } from './webhook-rules.ts'
import * as store from './webhook-store.ts'
import type { StateRow } from './webhook-store.ts'

/** What had been done about a loss when the admins were notified. */
export type LossAction = 'restored' | 'failed' | 'none'

export interface WebhookLoss {
  instance: InstanceRecord
  state: WebhookState
  action: LossAction
}

export interface WebhookWatchParts {
  database: Database
  clock: Clock
  /** Notifies the admins, in the transaction that stores the loss. */
  raiseLost(tx: Tx, loss: WebhookLoss): Promise<void>
}

/**
 * The states of our webhooks (C60). A loss is stored from the poll that noticed it until the webhook works again,
 * and admins are notified once: when it was repaired, when the repair failed, or immediately if only a person can
 * help. Every change is in one transaction with its alert, so that a crash repeats neither.
 */
export function createWebhookStates({ database, clock, raiseLost }: WebhookWatchParts) {
  async function report(tx: Tx, instance: InstanceRecord, row: StateRow, action: LossAction) {
    if (row.is_lost === 0 || row.is_reported === 1) return row
    await raiseLost(tx, { instance, state: row.state as WebhookState, action })
    return { ...row, is_reported: 1 as const }
  }

  return {
    /** It works: found by a poll, or because the manager has just accepted it. */
    async markWorking(tx: Tx, instance: InstanceRecord): Promise<void> {
      const row = await store.findState(tx, instance.id)
      if (!row) return
      await report(tx, instance, row, 'restored')
      await store.forgetState(tx, instance.id)
    },

    /** It does not work. It counts as a loss only if it worked before. */
    async markBroken(tx: Tx, instance: InstanceRecord, state: WebhookState): Promise<void> {
      const { id: instance_id } = instance
      const [before, stored] = [
        await store.findState(tx, instance_id),
        await store.findWebhook(tx, instance_id),
      ]
      const wasLost = before?.is_lost === 1
      const isLost = wasLost || (isLoss(state) && Boolean(stored?.accepted_at))
      const row: StateRow = {
        instance_id,
        state,
        is_lost: isLost ? 1 : 0,
        is_reported: before?.is_reported ?? 0,
        updated_at: iso(clock.now()),
      }
      await store.saveState(tx, isRepairable(state) ? row : await report(tx, instance, row, 'none'))
    },

    /** The repair failed for now. */
    repairFailed: (instance: InstanceRecord): Promise<void> =>
      database.transaction(async tx => {
        const row = await store.findState(tx, instance.id)
        if (row) await store.saveState(tx, await report(tx, instance, row, 'failed'))
      }),
  }
}

export type WebhookStates = ReturnType<typeof createWebhookStates>

/** Checks the webhook of one manager at each of its polls, and schedules a repair. */
export function createWebhookWatch(parts: {
  database: Database
  inventory: Pick<Inventory, 'find'>
  managed: Pick<ManagedWebhooks, 'inspect'>
  states: WebhookStates
  /** In the transaction that stores that it is missing or changed. */
  scheduleRepair(tx: Tx, instance: InstanceRecord): Promise<void>
}) {
  const { database, inventory, managed, states, scheduleRepair } = parts

  /** Null: the state is unknown right now, so nothing is changed. */
  async function readState(instance: InstanceRecord, signal: AbortSignal): Promise<WebhookState | null> {
    try {
      return await managed.inspect(instance, signal)
    } catch (error) {
      if (error instanceof UpstreamFault && error.kind === 'rejected_key') return 'credential_refused'
      // Another process is working on it.
      if (error instanceof Refusal && error.code === 'conflict') return null
      throw error
    }
  }

  return async (instance: InstanceRecord, signal: AbortSignal): Promise<void> => {
    const registered_before = await store.findWebhook(database.read, instance.id)
    const state = await readState(instance, signal)
    if (state === null) return
    const before = await store.findState(database.read, instance.id)
    if (state === '' && !before) return
    await database.withWriteLock(`webhook-state:${instance.id}`, async tx => {
      if (!(await inventory.find(tx, instance.id))) return
      // Put back after it was read as missing: that loss is over, and the next poll looks again.
      const registered = await store.findWebhook(tx, instance.id)
      if (registered?.accepted_at !== registered_before?.accepted_at) return
      if (state === '') return states.markWorking(tx, instance)
      await states.markBroken(tx, instance, state)
      if (isRepairable(state)) await scheduleRepair(tx, instance)
    })
  }
}
