import { expect, it } from 'vitest'
import { createTaskRunner, spreadCalls } from './spread-calls.ts'

function begin() {
  const tasks: (() => void)[] = []
  const started: string[] = []
  const call = spreadCalls(
    async url => {
      started.push(url)
      return Response.json(url)
    },
    run => void tasks.push(run),
  )
  const runTask = async () => {
    tasks.shift()?.()
    await Promise.resolve()
  }
  return { call, started, tasks, runTask }
}

it('one call starts at once, the others in later tasks, in their order', async () => {
  const { call, started, tasks, runTask } = begin()
  const answers = ['a', 'b', 'c'].map(url => call(url, {}))
  expect(started).toEqual(['a'])
  await runTask()
  expect(started).toEqual(['a', 'b'])
  await runTask()
  expect(started).toEqual(['a', 'b', 'c'])
  expect(await Promise.all(answers.map(async answer => (await answer).json()))).toEqual(['a', 'b', 'c'])
  await runTask()
  expect(tasks).toEqual([])
})

it('none overtakes one that waits, and after a pause one starts at once again', async () => {
  const { call, started, runTask } = begin()
  for (const url of ['a', 'b']) void call(url, {})
  await runTask()
  void call('c', {})
  expect(started).toEqual(['a', 'b'])
  await runTask()
  await runTask()
  void call('d', {})
  expect(started).toEqual(['a', 'b', 'c', 'd'])
})

it('a task begins after what runs now', async () => {
  const run = createTaskRunner()
  const order: string[] = []
  const ended = new Promise<void>(resolve => {
    run(() => order.push('first'))
    run(() => resolve(void order.push('second')))
  })
  order.push('now')
  await ended
  expect(order).toEqual(['now', 'first', 'second'])
})
