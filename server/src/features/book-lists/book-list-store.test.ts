import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/engines.ts'
import { instanceRow } from '#test/instance-row.ts'
import * as store from './book-list-store.ts'

const AT = '2026-11-15T09:00:00.000Z'
const LATER = '2026-11-15T09:00:05.000Z'

function connection(id: string) {
  return {
    id,
    method: 'oauth' as const,
    secret_box: 'v1.sealed',
    expires_at: AT,
    generation: 1,
    renewal_began_at: null,
    reconnect_required: 0 as const,
    created_at: AT,
    updated_at: AT,
  }
}

const FLOW: store.FlowRow = {
  id: 'fl_1',
  instance_id: 'in_a',
  revision: 0,
  device_code_box: 'v1.sealed',
  status: 'pending',
  error: null,
  connection_id: null,
  interval_seconds: 5,
  next_poll_at: AT,
  expires_at: LATER,
  created_at: AT,
}

describeEachEngine('book lists', open => {
  async function begin() {
    const database = await open()
    await database.transaction(async tx => {
      for (const id of ['in_a', 'in_b']) {
        await tx.insertInto('instances').values(instanceRow(id, 'book_manager')).execute()
      }
    })
    return database
  }

  it('keeps a shared connection while anybody uses it, and no longer', async () => {
    const database = await begin()
    const select = (instance_id: string, connection_id: string | null, revision: number) =>
      database.transaction(async tx => {
        await store.saveSelection(tx, { instance_id, connection_id, revision, updated_at: AT })
        await store.deleteUnusedConnections(tx)
      })
    await database.transaction(tx => store.insertConnection(tx, connection('bl_1')))
    await select('in_a', 'bl_1', 1)
    await select('in_b', 'bl_1', 1)
    await select('in_a', null, 2)
    expect((await store.findSelected(database.read, 'in_b'))?.id).toBe('bl_1')
    expect(await store.findSelected(database.read, 'in_a')).toBeUndefined()
    await database.transaction(async tx => {
      await tx.deleteFrom('instances').where('id', '=', 'in_b').execute()
      await store.deleteUnusedConnections(tx)
    })
    expect(await store.findConnection(database.read, 'bl_1')).toBeUndefined()
    expect((await store.findSelection(database.read, 'in_a'))?.revision).toBe(2)
  })

  it('writes over the generation that was seen, and over no other', async () => {
    const database = await begin()
    await database.transaction(tx => store.insertConnection(tx, connection('bl_1')))
    const seen = { id: 'bl_1', generation: 1 }
    const write = (change: object) => database.transaction(tx => store.updateConnection(tx, seen, change))
    expect(await write({ generation: 2, secret_box: 'v1.new' })).toBe(true)
    expect(await write({ reconnect_required: 1 })).toBe(false)
    expect(await store.findConnection(database.read, 'bl_1')).toMatchObject({
      secret_box: 'v1.new',
      reconnect_required: 0,
    })
  })

  it('lets one ask about a link at a time, and ends it once', async () => {
    const database = await begin()
    await database.transaction(tx => store.insertFlow(tx, FLOW))
    const claim = () =>
      database.transaction(tx => store.claimPoll(tx, 'fl_1', { now: AT, next_poll_at: LATER }))
    expect((await Promise.all([claim(), claim(), claim()])).filter(Boolean)).toHaveLength(1)
    expect(await store.findFlow(database.read, 'fl_1', 'in_b')).toBeUndefined()
    const end = (status: 'cancelled' | 'connected') =>
      database.transaction(tx => store.endFlow(tx, 'fl_1', { status }))
    expect([await end('cancelled'), await end('connected')]).toEqual([true, false])
    await database.transaction(tx => store.supersedeFlows(tx, 'in_a'))
    expect((await store.findFlow(database.read, 'fl_1', 'in_a'))?.status).toBe('cancelled')
    await database.transaction(tx => store.deleteFlowsBefore(tx, LATER))
    expect(await store.findFlow(database.read, 'fl_1', 'in_a')).toBeUndefined()
  })
})
