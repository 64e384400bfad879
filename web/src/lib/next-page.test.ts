import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type PagedList, readNextPage } from './next-page.ts'
import { refetchStale } from './refetch-stale.ts'

/** A shown list of two pages, the first of which is read; `answer` ends the reading that waits. */
async function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const waiting: { page: number; end: (failed?: Error) => void }[] = []
  const asked: number[] = []
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: ['inbox', 'list'],
    queryFn: ({ pageParam, signal }) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        asked.push(pageParam)
        const text = `page ${pageParam}, reading ${asked.length}`
        waiting.push({ page: pageParam, end: failed => (failed ? reject(failed) : resolve(text)) })
      }),
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => (pages.length < 2 ? pages.length + 1 : undefined),
  })
  const leave = observer.subscribe(() => {})
  onTestFinished(leave)
  const answer = async (failed?: Error) => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    for (const { end } of waiting.splice(0)) end(failed)
  }
  const pages = () => observer.getCurrentResult().data?.pages
  await answer()
  await expect.poll(() => pages()?.length).toBe(1)
  const more = () => readNextPage(observer.getCurrentResult().fetchNextPage, 1, () => observer.hasListeners())
  const changed = () => refetchStale(queries, { queryKey: ['inbox'] })
  return { answer, asked, pages, more, changed, leave }
}

it('reads the next page after the list that is being read again, and keeps what that brings', async () => {
  const { answer, asked, pages, more, changed } = await show()
  changed()
  const read = more()
  await answer()
  await expect.poll(() => asked).toEqual([1, 1, 2])
  await answer()
  await read
  expect(pages()).toEqual(['page 1, reading 2', 'page 2, reading 3'])
})

it('reads the next page though an event ends its reading at once', async () => {
  const { answer, asked, pages, more, changed } = await show()
  const read = more()
  changed()
  expect(asked).toEqual([1, 2, 1])
  await answer()
  await expect.poll(() => asked).toEqual([1, 2, 1, 2])
  await answer()
  await read
  expect(pages()).toEqual(['page 1, reading 3', 'page 2, reading 4'])
})

it('leaves a page that could not be read to the person', async () => {
  const { answer, asked, pages, more } = await show()
  const read = more()
  await answer(new Error('gone'))
  await read
  expect(asked).toEqual([1, 2])
  expect(pages()).toHaveLength(1)
})

it('does not begin again for somebody who has left', async () => {
  const { asked, more, leave } = await show()
  const read = more()
  leave()
  await read
  expect(asked).toEqual([1, 2])
})

it('does not ask without end for a list that never grows', async () => {
  const fetchNextPage = vi.fn<PagedList['fetchNextPage']>(() =>
    Promise.resolve({ data: { pages: [1] }, isError: false, hasNextPage: true }),
  )
  await readNextPage(fetchNextPage, 1, () => true)
  expect(fetchNextPage).toHaveBeenCalledTimes(5)
})
