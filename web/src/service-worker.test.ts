import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const SOURCE = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
const SCOPE = 'https://foyer.example/home/'

interface Shown {
  title: string
  body: string
  tag?: string
  renotify?: boolean
  data: { path: string }
}

/** The worker in a browser that has nothing but a tray of notices. */
function startWorker() {
  const shown: Shown[] = []
  const badges: number[] = []
  const listeners = new Map<string, (event: object) => void>()
  const self = {
    registration: {
      scope: SCOPE,
      showNotification: async (title: string, options: Omit<Shown, 'title'>) =>
        void shown.push({ title, ...options }),
    },
    navigator: { setAppBadge: async (badge: number) => void badges.push(badge) },
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
  }
  runInNewContext(SOURCE, { self, URL })

  /** What a push service brings. */
  async function push(text: string): Promise<void> {
    let work: Promise<unknown> = Promise.resolve()
    const data = { json: () => JSON.parse(text) as unknown }
    const waitUntil = (promise: Promise<unknown>) => void (work = promise)
    listeners.get('push')?.({ data, waitUntil })
    await work
  }

  return { shown, badges, push }
}

const news = { type: 'new_movie', title: 'New movie', body: 'Heat', path: '/movies/949', tag: 'alert:7:x' }

describe('push messages in a browser (docs/adr/0009)', () => {
  it('replaces itself silently when it arrives twice', async () => {
    const worker = startWorker()
    await worker.push(JSON.stringify({ ...news, badge: 3 }))
    await worker.push(JSON.stringify(news))
    const once = { title: 'New movie', body: 'Heat', tag: 'alert:7:x', renotify: false }
    expect(worker.shown).toMatchObject([once, once])
    expect(worker.badges).toEqual([3])
  })

  it('alerts each time when it is a test', async () => {
    const worker = startWorker()
    await worker.push(JSON.stringify({ ...news, type: 'test', tag: 'test-now' }))
    expect(worker.shown).toMatchObject([{ tag: 'test-now', renotify: true }])
  })

  it('shows a notification even if the message is invalid', async () => {
    const worker = startWorker()
    await worker.push('no json')
    await worker.push('{"title":1}')
    const something = { title: 'Foyer', data: { path: '/inbox' } }
    expect(worker.shown).toMatchObject([something, something])
    // A browser refuses `renotify` without a tag.
    for (const one of worker.shown) expect(one).not.toHaveProperty('renotify')
  })
})
