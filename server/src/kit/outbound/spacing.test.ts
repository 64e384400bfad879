import { describe, expect, test } from 'vitest'
import { createTestClock } from '#kit/clock.ts'
import { createSpacing } from './spacing.ts'

async function turns(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

function setUp() {
  const clock = createTestClock()
  const spacing = createSpacing(clock)
  const started: string[] = []
  const epoch = clock.now().getTime()
  const start = (name: string, key = 'musicbrainz', signal?: AbortSignal) =>
    spacing.wait(key, 1000, signal).then(() => started.push(`${name}@${clock.now().getTime() - epoch}`))
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
})
