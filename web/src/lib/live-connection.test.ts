import { afterEach, expect, test, vi } from 'vitest'
import { keepLive } from './live-connection.ts'

const sockets: EventTarget[] = []

class FakeSocket extends EventTarget {
  constructor() {
    super()
    sockets.push(this)
  }
  close() {
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1000 }))
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  sockets.length = 0
})

test('1/6: reports a gap on every open, and marks the first one', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('WebSocket', FakeSocket)
  const gaps: boolean[] = []
  const end = keepLive({
    url: () => 'ws://foyer.test/api/ws',
    freshToken: async () => 'token',
    refresh: async () => undefined,
    onFrame: () => undefined,
    onGap: first => gaps.push(first),
  })
  await expect.poll(() => sockets.length).toBe(1)
  expect(gaps).toEqual([])
  sockets[0]?.dispatchEvent(new Event('open'))
  expect(gaps).toEqual([true])

  page.dispatchEvent(new Event('offline'))
  page.dispatchEvent(new Event('online'))
  await expect.poll(() => sockets.length).toBe(2)
  sockets[1]?.dispatchEvent(new Event('open'))
  expect(gaps).toEqual([true, false])
  end()
})
