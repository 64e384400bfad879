import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { refetchStale } from './refetch-stale.ts'

/** A shown query whose answers the test gives. */
function show(queries: QueryClient) {
  const answers: ((value: number) => void)[] = []
  const observer = new QueryObserver(queries, {
    queryKey: ['inbox', 'unread'],
    queryFn: () => new Promise<number>(resolve => answers.push(resolve)),
  })
  onTestFinished(observer.subscribe(() => {}))
  return { answers, data: () => observer.getCurrentResult().data }
}

it('loads again what was being loaded for the first time when the event came', async () => {
  const queries = new QueryClient()
  const { answers, data } = show(queries)
  expect(answers).toHaveLength(1)
  refetchStale(queries, { queryKey: ['inbox'] })
  answers[0]?.(0)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(1)
  await expect.poll(data).toBe(1)
})

it('loads again at once what was loaded before, and leaves other queries alone', async () => {
  const queries = new QueryClient()
  const { answers, data } = show(queries)
  answers[0]?.(0)
  await expect.poll(data).toBe(0)
  refetchStale(queries, { queryKey: ['requests'] })
  expect(answers).toHaveLength(1)
  refetchStale(queries)
  expect(answers).toHaveLength(2)
  answers[1]?.(1)
  await expect.poll(data).toBe(1)
  expect(answers).toHaveLength(2)
})
