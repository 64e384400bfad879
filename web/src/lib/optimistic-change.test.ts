import { CancelledError, MutationObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { optimisticChange, underChanges } from './optimistic-change.ts'

interface Settings {
  a: boolean
  b: boolean
}
type Change = Partial<Settings>

const KEY = ['settings']

/** A page with two switches, and a server that answers when the test says so. */
function openPage() {
  const queries = new QueryClient()
  let stored: Settings = { a: false, b: false }
  queries.setQueryData(KEY, stored)
  const waiting: { change: Change; answer: () => void; refuse: () => void }[] = []
  const save = (change: Change) =>
    new Promise<Settings>((resolve, reject) =>
      waiting.push({
        change,
        answer: () => resolve((stored = { ...stored, ...change })),
        refuse: () => reject(new Error('no')),
      }),
    )
  const changed = {
    queryKey: KEY,
    applied: (saved: Settings, change: Change) => ({ ...saved, ...change }),
  }
  const observer = new MutationObserver(
    queries,
    optimisticChange(queries, { ...changed, save, stales: ['other'] }),
  )
  queries.setQueryData(['other'], 1)
  return {
    shown: () => queries.getQueryData<Settings>(KEY),
    isStale: (key: readonly string[]) => queries.getQueryState(key)?.isInvalidated,
    /** How the switch looks right after the press. */
    press: async (change: Change) => {
      const saved = observer.mutate(change).catch(() => undefined)
      await expect.poll(() => queries.getQueryData<Settings>(KEY)).toMatchObject(change)
      return { saved }
    },
    waiting,
    /** A live event invalidates the query; the test decides when its answer arrives. */
    read: (arrives: Promise<unknown> = Promise.resolve()) => {
      const answer = stored
      return queries
        .fetchQuery({
          queryKey: KEY,
          queryFn: async () => arrives.then(() => underChanges(queries, changed, answer)),
        })
        .catch((error: unknown) => {
          if (!(error instanceof CancelledError)) throw error
        })
    },
    next: async (how: 'answer' | 'refuse') => {
      await expect.poll(() => waiting.length).toBe(1)
      waiting.shift()?.[how]()
    },
  }
}

describe('an optimistic switch', () => {
  it('shows what was saved', async () => {
    const { press, next, shown, isStale } = openPage()
    const { saved } = await press({ a: true })
    expect(shown()).toEqual({ a: true, b: false })
    expect(isStale(['other'])).toBe(false)
    await next('answer')
    await saved
    expect([shown(), isStale(['other'])]).toEqual([{ a: true, b: false }, true])
  })

  it('is not moved back by the answer to an earlier press, and presses are saved in their order', async () => {
    const { press, next, shown, waiting } = openPage()
    const first = await press({ a: true })
    const second = await press({ a: false })
    const third = await press({ b: true })
    expect(waiting.map(one => one.change)).toEqual([{ a: true }])
    await next('answer')
    await first.saved
    expect(shown()).toEqual({ a: false, b: true })
    await next('answer')
    await second.saved
    expect(shown()).toEqual({ a: false, b: true })
    await next('answer')
    await third.saved
    expect(shown()).toEqual({ a: false, b: true })
  })

  it('is not moved back by a refetch while changes are being saved', async () => {
    const { press, next, shown, read } = openPage()
    const first = await press({ a: true })
    const second = await press({ a: false })
    const third = await press({ a: true })
    await next('answer')
    await first.saved
    await next('answer')
    await second.saved
    await read()
    expect(shown()).toEqual({ a: true, b: false })
    let arrive = () => {}
    const late = read(new Promise<void>(resolve => (arrive = resolve)))
    await next('answer')
    await third.saved
    arrive()
    await late
    expect(shown()).toEqual({ a: true, b: false })
  })

  it('is rolled back and refetched after a failure', async () => {
    const { press, next, shown, isStale } = openPage()
    const { saved } = await press({ a: true })
    await next('refuse')
    await saved
    expect([shown(), isStale(KEY)]).toEqual([{ a: false, b: false }, true])
  })

  it('keeps a later change when an earlier one fails; the last answer wins', async () => {
    const { press, next, shown } = openPage()
    const first = await press({ a: true })
    const second = await press({ b: true })
    await next('refuse')
    await first.saved
    expect(shown()).toMatchObject({ b: true })
    await next('answer')
    await second.saved
    expect(shown()).toEqual({ a: false, b: true })
  })
})
