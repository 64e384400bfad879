import { expect, it } from 'vitest'
import { buildOutbox, MINUTE, openWithPeople } from '#test/build-outbox.ts'
import { createScriptedQueue } from '#test/build-ordered.ts'
import { describeEachEngine } from '#test/engines.ts'

describeEachEngine('alerts to a place that takes them in order', open => {
  async function buildRoom() {
    const room = createScriptedQueue()
    const outbox = await buildOutbox(await openWithPeople(open), { channels: [], ordered: [room.channel] })
    const report = (request_id: number) =>
      outbox.database.transaction(tx =>
        outbox.queue.raiseTo(
          tx,
          { type: 'request_pending', data: { request_id, title: `Movie ${request_id}` } },
          { channel: 'chat_webhook', destination: 'room', user_id: null, receipt: `request:${request_id}` },
        ),
      )
    const latest = () => outbox.queue.latest(outbox.database.read, 'chat_webhook', 20)
    return { ...outbox, ...room, report, latest }
  }

  it('go out oldest first, each once, however often the fact is reported (2:4.10)', async () => {
    const room = await buildRoom()
    for (const id of [1, 2, 1, 3]) await room.report(id)
    await room.settle()
    await room.report(2)
    await room.settle()
    expect(room.posted.map(one => one.alert.data.request_id)).toEqual([1, 2, 3])
    expect((await room.latest()).map(one => [one.request_id, one.status])).toEqual([
      [3, 'sent'],
      [2, 'sent'],
      [1, 'sent'],
    ])
  })

  it('wait for a receiver that asks for time, all of them', async () => {
    const room = await buildRoom()
    room.nextPost({ kind: 'retry', reason: 'rate_limited', after_ms: 5 * MINUTE })
    await room.report(1)
    await room.report(2)
    await room.settle(5 * MINUTE - 1)
    expect(room.posted).toHaveLength(1)
    await room.settle(1)
    expect(room.posted.map(one => one.alert.data.request_id)).toEqual([1, 1, 2])
  })
})
