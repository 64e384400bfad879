import type { InboxEntry } from '@foyer/contract/inbox'
import type { Instance } from '@foyer/contract/instances/instances'
import { expect, vi } from 'vitest'
import type { TestApp } from './app.ts'
import type { Call } from './calls.ts'
import { eventually } from './eventually.ts'
import { managerForm } from './managers.ts'
import { listen } from './sockets.ts'
import type { World } from './world.ts'

export const MANAGERS = ['radarr', 'sonarr', 'lidarr', 'chaptarr', 'readarr'] as const
export type ManagerName = (typeof MANAGERS)[number]
export type ManagerWorld = World<ManagerName>

const TYPE_OF = {
  radarr: 'movie_manager',
  sonarr: 'tv_manager',
  lidarr: 'music_manager',
  chaptarr: 'book_manager',
  readarr: 'book_manager',
} as const satisfies Record<ManagerName, string>

const API_OF = { radarr: 'v3', sonarr: 'v3', lidarr: 'v1', chaptarr: 'v1', readarr: 'v1' } as const

/** A server at an address that managers reach. */
export interface ReachableServer {
  app: TestApp
  host: string
  asAdmin: Call
  /** Connects a manager, and waits until it has our webhook. */
  connect(product: ManagerName): Promise<string>
  instance(id: string): Promise<Instance>
  /** Moves the clock to the next poll of every manager. */
  poll(): void
  /** Polls until the check passes; a poll that falls due while another runs is skipped. */
  pollUntil(check: () => Promise<void> | void): Promise<void>
  inbox(type: string): Promise<InboxEntry[]>
}

export async function openServer(world: ManagerWorld): Promise<ReachableServer> {
  const { app } = world
  const host = `127.0.0.1:${await listen(app)}`
  const session = { ...world.admin }
  let minted_ms = app.clock.now().getTime()
  /** Polls take time, and an access token expires after an hour. */
  const refresh = async () => {
    if (app.clock.now().getTime() - minted_ms < 1_800_000) return
    const { refresh_token } = session
    const answer = await app.call('POST', '/api/auth/refresh', { body: { refresh_token } })
    session.access_token = answer.body.access_token
    minted_ms = app.clock.now().getTime()
  }
  const asAdmin: Call = async (method, path, body) => {
    await refresh()
    const { access_token: token } = session
    return app.call(method, path, { token, headers: { host }, ...(body !== undefined && { body }) })
  }
  return {
    app,
    host,
    asAdmin,
    async connect(product) {
      const form = managerForm(TYPE_OF[product], `My ${product}`, world[product])
      const answer = await asAdmin('POST', '/api/admin/instances', form)
      expect(answer.status).toBe(201)
      await app.jobs.settle()
      return answer.body.id
    },
    instance: async id => (await asAdmin('GET', `/api/admin/instances/${id}`)).body,
    poll: () => app.clock.advance(300_000),
    pollUntil: check =>
      eventually(async () => {
        app.clock.advance(300_000)
        await vi.waitFor(check, { timeout: 200, interval: 10 })
      }),
    async inbox(type) {
      app.clock.advance(3_000)
      await app.jobs.settle()
      const { body } = await asAdmin('GET', '/api/notifications/inbox?limit=100')
      return (body.entries as InboxEntry[]).filter(entry => entry.type === type)
    },
  }
}

/** Changes to webhooks made in the manager itself. */
export function inManager(world: ManagerWorld, product: ManagerName) {
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
    /** Saves without the manager's test call. */
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
