import { notifyManager, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

/** What is shown after a page was loaded once and then refused. */
async function shownAfter(refusal: Error): Promise<unknown> {
  const queries = createQueryClient()
  const queryKey = ['title']
  await queries.fetchQuery({ queryKey, queryFn: () => Promise.resolve('Paper Lanterns') })
  const again = { queryKey, queryFn: () => Promise.reject(refusal), staleTime: 0 }
  await expect(queries.fetchQuery(again)).rejects.toBe(refusal)
  expect(queries.getQueryState(queryKey)).toMatchObject({ status: 'error', error: refusal })
  const shown = queries.getQueryData(queryKey)
  queries.clear()
  return shown
}

describe('previously shown data', () => {
  it('is removed when it is outside the limits now (1:4.5, C9)', async () => {
    expect(await shownAfter(new ApiError(404, { error: 'not available' }))).toBeUndefined()
  })

  it.each([
    new ApiError(404, { error: 'There is nothing here.', code: 'not_found' }),
    new ApiError(502, { error: 'content limits could not be applied' }),
    new ApiError(503, { error: 'not available', code: 'unavailable' }),
  ])('stays after %o', async refusal => {
    expect(await shownAfter(refusal)).toBe('Paper Lanterns')
  })
})

describe('changed data', () => {
  it('reaches the page in the same task', async () => {
    const queries = createQueryClient()
    const queryKey = ['switch']
    const shown: unknown[] = []
    const observer = new QueryObserver(queries, { queryKey, enabled: false })
    // As `useQuery` does.
    observer.subscribe(notifyManager.batchCalls(({ data }) => shown.push(data)))
    const inTheNextTask = new Promise(resolve => setTimeout(() => resolve([...shown])))
    queries.setQueryData(queryKey, true)
    expect(await inTheNextTask).toEqual([true])
    queries.clear()
  })
})
