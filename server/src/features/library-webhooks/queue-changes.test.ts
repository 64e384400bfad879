import { expect, test } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import type { LibraryEvent } from './library-events.ts'
import { createQueueChanges, TOGETHER_MS } from './queue-changes.ts'

const eventOf = (instance_id: string): LibraryEvent => ({
  instance_id,
  service_type: 'tv_manager',
  event_type: 'Grab',
})

function changes() {
  const clock = createTestClock()
  const published: string[] = []
  const publish = createQueueChanges({
    clock,
    log: createTestLog(),
    publish: async ({ instance_id }) => void published.push(instance_id),
  })
  return { clock, published, change: (id: string) => publish(eventOf(id)) }
}

test('the first change is published at once, those that follow it closely together', async () => {
  const { clock, published, change } = changes()
  for (let i = 0; i < 20; i++) await change('in_a')
  expect(published).toEqual(['in_a'])
  clock.advance(TOGETHER_MS)
  expect(published).toEqual(['in_a', 'in_a'])
  await change('in_a')
  expect(published).toHaveLength(2)
  clock.advance(TOGETHER_MS)
  expect(published).toHaveLength(3)
})

test('a change alone is published once, and the next one at once again', async () => {
  const { clock, published, change } = changes()
  await change('in_a')
  clock.advance(TOGETHER_MS * 3)
  expect(published).toEqual(['in_a'])
  await change('in_a')
  expect(published).toHaveLength(2)
})

test('instances do not wait for each other', async () => {
  const { published, change } = changes()
  await change('in_a')
  await change('in_b')
  expect(published).toEqual(['in_a', 'in_b'])
})
