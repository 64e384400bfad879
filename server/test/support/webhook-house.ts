import type { InboxEntry } from '@foyer/contract/inbox'
import type { Instance } from '@foyer/contract/instances/instances'
import type { World } from '@foyer/simulators'
import { expect, vi } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { managerForm, openWorld } from './managers.ts'
import { listen } from './sockets.ts'

export const PRODUCTS = ['radarr', 'sonarr', 'lidarr', 'chaptarr', 'readarr'] as const
export type Product = (typeof PRODUCTS)[number]

export const TYPE_OF = {
  radarr: 'movie_manager',
  sonarr: 'tv_manager',
  lidarr: 'music_manager',
  chaptarr: 'book_manager',
  readarr: 'book_manager',
} as const satisfies Record<Product, string>

const API_OF = { radarr: 'v3', sonarr: 'v3', lidarr: 'v1', chaptarr: 'v1', readarr: 'v1' } as const

/** As long as a busy machine may take; what is waited for comes by itself. */
export const eventually = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000 })

export interface Foyer {
  app: TestApp
  host: string
  ask(method: string, path: string, body?: unknown): ReturnType<TestApp['call']>
  /** Saves a manager, and waits until it has our webhook. */
  connect(product: Product): Promise<string>
  instance(id: string): Promise<Instance>
  /** Comes to the next poll of every manager. */
  poll(): void
  /** Polls until it holds: one that comes while the former is still at work is left out. */
  pollUntil(check: () => Promise<void> | void): Promise<void>
  inbox(type: string): Promise<InboxEntry[]>
}

/** A world that keeps the time of the first Foyer in it, or is this far behind it. */
export async function openManagers({ behind_ms = 0 }: { behind_ms?: number } = {}) {
  let now = () => Date.parse('2026-11-15T09:00:00.000Z')
  const world = await openWorld({ products: PRODUCTS, now: () => now() })

  async function openFoyer(env: Record<string, string> = {}): Promise<Foyer> {
    const app = await startApp({ env })
    now = () => app.clock.now().getTime() - behind_ms
    const host = `127.0.0.1:${await listen(app)}`
    const session = await app.setUp()
    let minted_ms = app.clock.now().getTime()
    /** Polls take time, and a token ends after an hour of it. */
    const refresh = async () => {
      if (app.clock.now().getTime() - minted_ms < 1_800_000) return
      const { refresh_token } = session
      const answer = await app.call('POST', '/api/auth/refresh', { body: { refresh_token } })
      session.access_token = answer.body.access_token
      minted_ms = app.clock.now().getTime()
    }
    const ask: Foyer['ask'] = async (method, path, body) => {
      await refresh()
      const { access_token: token } = session
      return app.call(method, path, { token, headers: { host }, ...(body !== undefined && { body }) })
    }
    return {
      app,
      host,
      ask,
      async connect(product) {
        const answer = await ask(
          'POST',
          '/api/admin/instances',
          managerForm(TYPE_OF[product], `My ${product}`, world[product]),
        )
        expect(answer.status).toBe(201)
        await app.jobs.settle()
        return answer.body.id
      },
      instance: async id => (await ask('GET', `/api/admin/instances/${id}`)).body,
      poll: () => app.clock.advance(300_000),
      pollUntil: check =>
        vi.waitFor(
          async () => {
            app.clock.advance(300_000)
            await vi.waitFor(check, { timeout: 200, interval: 10 })
          },
          { timeout: 20_000, interval: 1 },
        ),
      async inbox(type) {
        app.clock.advance(3_000)
        await app.jobs.settle()
        const { body } = await ask('GET', '/api/notifications/inbox?limit=100')
        return (body.entries as InboxEntry[]).filter(entry => entry.type === type)
      },
    }
  }
  return { world, openFoyer }
}

type Managers = World<Product>

/** As somebody does who works in the manager itself. */
export function inManager(world: Managers, product: Product) {
  const manager = world[product]
  const base = `${manager.url}/api/${API_OF[product]}/notification`
  const headers = { 'x-api-key': manager.api_key, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    expect(answer.ok, `${method} ${path} answered ${answer.status}`).toBe(true)
    return answer.status === 200 && method === 'DELETE' ? null : answer.json()
  }
  const records = () => manager.notifications.all()
  return {
    records,
    names: () => records().map(record => record.name),
    removeAll: async () => {
      for (const { id } of records()) await send('DELETE', `/${id}`)
    },
    /** Saved without the call that tests it. */
    async edit(id: number, change: (record: Record<string, unknown>) => Record<string, unknown>) {
      const record = (await send('GET', `/${id}`)) as Record<string, unknown>
      await send('PUT', `/${id}?forceSave=true`, change(record))
    },
    add: (body: object) => send('POST', '', body),
  }
}

export function withField(record: Record<string, unknown>, name: string, value: unknown) {
  const fields = record['fields'] as { name: string }[]
  return { ...record, fields: fields.map(field => (field.name === name ? { ...field, value } : field)) }
}

export function switchedOff(record: Record<string, unknown>) {
  const flags = Object.keys(record).filter(name => /^on[A-Z]/.test(name))
  return { ...record, ...Object.fromEntries(flags.map(flag => [flag, false])) }
}
