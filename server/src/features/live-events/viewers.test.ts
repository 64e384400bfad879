import { expect, it } from 'vitest'
import { createLocalBroadcast } from '#db/broadcast-local.ts'
import { createEvents } from '#events/events.ts'
import type { Caller } from '#kit/caller.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { openFresh } from '#test/engines.ts'
import { createEventHub } from './event-hub.ts'

const caller = (user_id: number): Caller => ({
  user_id,
  username: `user${user_id}`,
  role: 'user',
  device_id: `d_${user_id}`,
})

async function startHub(findViewers: (id: string, callers: readonly Caller[]) => Promise<Set<number>>) {
  const log = createTestLog()
  const broadcast = createLocalBroadcast(await openFresh('sqlite'), log)
  const findCallers = async () => new Map()
  const hub = createEventHub({
    broadcast,
    clock: createTestClock(),
    log,
    version: 'dev',
    findCallers,
    findViewers,
    canReceive: () => true,
  })
  hub.start()
  const heard: [number, string][] = []
  for (const id of [1, 2, 3]) {
    hub.join(caller(id), {
      send: ({ type }) => heard.push([id, type]),
      beat: () => {},
      close: () => {},
    })
  }
  heard.splice(0)
  const publish = () =>
    createEvents(broadcast).publish(
      null,
      { type: 'library_queue_changed', data: {} },
      { to: 'instance', instance_id: 'in_a' },
    )
  return { publish, heard, log }
}

it('1/6 an event of an instance reaches those who see it at that moment', async () => {
  const asked: unknown[] = []
  const { publish, heard } = await startHub(async (id, callers) => {
    asked.push([id, callers.map(one => one.user_id)])
    return new Set([1, 3])
  })
  await publish()
  await Promise.resolve()
  await expect
    .poll(() => heard)
    .toEqual([
      [1, 'library_queue_changed'],
      [3, 'library_queue_changed'],
    ])
  expect(asked).toEqual([['in_a', [1, 2, 3]]])
})

it('reaches nobody while it cannot be told who sees the instance', async () => {
  const { publish, heard, log } = await startHub(() => Promise.reject(new Error('storage')))
  await publish()
  await expect.poll(() => log.entries.length).toBe(1)
  expect(heard).toEqual([])
})
