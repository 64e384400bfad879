import { expect, it } from 'vitest'
import type { InstanceRecord } from '#features/instances/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import { instanceRow } from '#test/instance-row.ts'
import { createTestClock } from '#test/test-clock.ts'
import * as store from './webhook-store.ts'
import { createWebhookStates, createWebhookWatch } from './webhook-watch.ts'

const AT = '2026-11-15T09:00:00.000Z'
const LATER = '2026-11-15T09:01:00.000Z'
const instance = { id: 'in_a' } as InstanceRecord

describeEachEngine('a poll of a webhook (C60)', open => {
  it.each([
    ['is stored as missing', false, 1],
    ['is not a loss when it was put back while it was read', true, 0],
  ])('%s', async (_title, is_put_back, repairs) => {
    const database = await open()
    const credential_hash = 'new'
    await database.transaction(async tx => {
      await tx.insertInto('instances').values(instanceRow('in_a', 'movie_manager')).execute()
      await store.saveWebhook(tx, {
        instance_id: 'in_a',
        credential_hash,
        former_hash: null,
        pending_box: null,
        callback_url: 'http://f',
        accepted_at: AT,
        refused_at: null,
      })
    })
    let scheduled = 0
    const watch = createWebhookWatch({
      database,
      inventory: { find: async () => instance },
      managed: {
        async inspect() {
          const accepted = { instance_id: 'in_a', credential_hash, accepted_at: LATER }
          if (is_put_back) await database.transaction(tx => store.acceptCredential(tx, accepted))
          return 'missing'
        },
      },
      states: createWebhookStates({ database, clock: createTestClock(), raiseLost: async () => {} }),
      scheduleRepair: async () => {
        scheduled += 1
      },
    })
    await watch(instance, new AbortController().signal)
    expect(scheduled).toBe(repairs)
    expect(await store.findState(database.read, 'in_a')).toEqual(
      is_put_back ? undefined : expect.objectContaining({ state: 'missing', is_lost: 1 }),
    )
  })
})
