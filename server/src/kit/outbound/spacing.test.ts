import { describe, expect, test } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createSpacing } from './spacing.ts'

async function turns(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

function setUp() {
  const clock = createTestClock()
  const spacing = createSpacing(clock)
  const started: string[] = []
  const epoch = clock.now().getTime()
  const start = (
    name: string,
    key = 'musicbrainz',
    signal?: AbortSignal,
    lane?: string,
    max_wait_ms = Number.POSITIVE_INFINITY,
  ) =>
    spacing
      .wait({ key, interval_ms: 1000, max_wait_ms, ...(lane && { lane }) }, signal)
      .then(() => started.push(`${name}@${clock.now().getTime() - epoch}`))
  const advance = async (ms: number) => {
    clock.advance(ms)
    await turns()
  }
  return { started, start, advance }
}

describe('spacing', () => {
  test('starts are an interval apart, first come first served', async () => {
    const { started, start, advance } = setUp()
    const all = Promise.all([start('a'), start('b'), start('c')])
    await turns()
    expect(started).toEqual(['a@0'])
    await advance(999)
    expect(started).toEqual(['a@0'])
    await advance(1)
    await advance(1000)
    await all
    expect(started).toEqual(['a@0', 'b@1000', 'c@2000'])
  })

  test('one who comes after the interval does not wait', async () => {
    const { started, start, advance } = setUp()
    await start('a')
    await advance(1500)
    await start('b')
    expect(started).toEqual(['a@0', 'b@1500'])
  })

  test('keys do not wait for each other', async () => {
    const { started, start } = setUp()
    await Promise.all([start('a', 'one'), start('b', 'two')])
    expect(started).toEqual(['a@0', 'b@0'])
  })

  test('one who leaves the middle costs the others nothing and lets nobody pass', async () => {
    const { started, start, advance } = setUp()
    const leaving = new AbortController()
    const first = Promise.all([start('a'), start('b')])
    const gone = start('c', 'musicbrainz', leaving.signal)
    const last = start('d')
    leaving.abort(new Error('left'))
    await expect(gone).rejects.toThrow('left')
    await advance(1000)
    await advance(1000)
    await Promise.all([first, last])
    expect(started).toEqual(['a@0', 'b@1000', 'd@2000'])
  })

  test('one who leaves while sleeping hands the turn on', async () => {
    const { started, start, advance } = setUp()
    const leaving = new AbortController()
    await start('a')
    const gone = start('b', 'musicbrainz', leaving.signal)
    const next = start('c')
    await advance(500)
    leaving.abort(new Error('left'))
    await expect(gone).rejects.toThrow('left')
    await turns()
    await advance(500)
    await next
    expect(started).toEqual(['a@0', 'c@1000'])
  })

  test('lanes take turns: who asks once does not wait for all of who asks often', async () => {
    const { started, start, advance } = setUp()
    const all = Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map(name => start(name, 'musicbrainz', undefined, 'a')),
      ...['b1', 'b2'].map(name => start(name, 'musicbrainz', undefined, 'b')),
      start('c1', 'musicbrainz', undefined, 'c'),
    ])
    await turns()
    for (let i = 0; i < 6; i++) await advance(1000)
    await all
    expect(started.map(one => one.split('@')[0])).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
    expect(started.map(one => Number(one.split('@')[1]))).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000])
  })

  test('a lane whose last one left is gone', async () => {
    const { started, start, advance } = setUp()
    await start('a')
    const leaving = new AbortController()
    const gone = start('b', 'musicbrainz', leaving.signal, 'b')
    leaving.abort(new Error('left'))
    await expect(gone).rejects.toThrow('left')
    const next = start('c', 'musicbrainz', undefined, 'c')
    await advance(1000)
    await next
    expect(started).toEqual(['a@0', 'c@1000'])
  })

  test('who would have to wait too long is told at once, and when there is room again', async () => {
    const { started, start, advance } = setUp()
    const wait = (name: string, lane: string) => start(name, 'musicbrainz', undefined, lane, 3500)
    const served = Promise.all([wait('a1', 'a'), wait('a2', 'a'), wait('a3', 'a')])
    // Behind one of the other's turns, not behind all of them.
    const other = wait('b1', 'b')
    await expect(wait('a4', 'a')).rejects.toMatchObject({ name: 'QueueFull', after_ms: 1500 })
    for (let i = 0; i < 3; i++) await advance(1000)
    await Promise.all([served, other])
    expect(started).toEqual(['a1@0', 'a2@1000', 'b1@2000', 'a3@3000'])
  })

  test('who is overtaken is kept no longer than that either', async () => {
    const { started, start, advance } = setUp()
    await start('a')
    const wait = (name: string) => start(name, 'musicbrainz', undefined, 'b', 2500)
    const first = wait('b1')
    const left = wait('b2').catch((error: unknown) => error)
    const others = Promise.all(['c', 'd'].map(name => start(name, 'musicbrainz', undefined, name)))
    for (let i = 0; i < 3; i++) await advance(1000)
    await Promise.all([first, others])
    expect(await left).toMatchObject({ name: 'QueueFull' })
    expect(started).toEqual(['a@0', 'b1@1000', 'c@2000', 'd@3000'])
  })
})
