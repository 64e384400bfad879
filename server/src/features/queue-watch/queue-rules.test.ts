import { describe, expect, it } from 'vitest'
import { backOffMs, compareQueues, groupByTitle, percentOf } from './queue-rules.ts'

const row = (record_id: number, id: string, left = 1000, size = 1000) => ({
  record_id,
  tmdb_id: record_id * 10,
  download: { id, size, left },
})
const queue = (...rows: ReturnType<typeof row>[]) => groupByTitle(rows)

describe('changes of a queue (1/6)', () => {
  const ids = (titles: readonly { record_id: number }[]) => titles.map(one => one.record_id)

  it('groups the rows of a title, and counts a pack once', () => {
    const one = queue(row(1, 'pack', 400), row(1, 'pack', 400), row(2, 'x'))
    expect([...one.values()].map(percentOf)).toEqual([60, 0])
  })

  it('reports downloads that were added, removed or moved', () => {
    const before = queue(row(1, 'a'), row(2, 'b', 500), row(3, 'c', 500))
    const change = compareQueues(before, queue(row(2, 'b', 499), row(3, 'c', 400), row(4, 'd')))
    expect(ids(change.entered)).toEqual([4])
    expect(ids(change.left)).toEqual([1])
    // A progress bar cannot show half a percent.
    expect(ids(change.moved)).toEqual([3])
    expect(change.is_changed_set).toBe(true)
  })

  it('is unchanged while downloads only progress, and changed when a title gets another download', () => {
    const before = queue(row(1, 'a'))
    expect(compareQueues(before, queue(row(1, 'a', 100)))).toMatchObject({ is_changed_set: false })
    expect(compareQueues(before, queue(row(1, 'b')))).toMatchObject({
      is_changed_set: true,
      entered: [],
      left: [],
    })
  })

  it('reports nothing for an unchanged queue', () => {
    const same = queue(row(1, 'a'), row(2, 'b'))
    expect(compareQueues(same, same)).toEqual({ entered: [], left: [], moved: [], is_changed_set: false })
  })
})

it('waits longer after each failure of a library, up to a quarter of an hour', () => {
  expect([1, 2, 3, 9].map(failures => backOffMs(failures) / 1000)).toEqual([30, 60, 120, 900])
  expect(backOffMs(1, 3_600_000)).toBe(3_600_000)
})
