import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { openSqlite } from '../../server/src/db/sqlite.ts'
import { instanceRow } from '../../server/test/support/instance-row.ts'
import { PEOPLE, REQUESTS, seedRequests } from '../../server/test/support/seed-requests.ts'
import type { Load } from './load.ts'
import { caller, invite, signUp } from './people.ts'
import { type Running, startProcess } from './processes.ts'

const CONNECTIONS = 32
const LISTENING = /listening (\d+)/
const READS = 15
const MUSIC = 'in_bench_music'

export interface RequestMeasures {
  created: Load
  /** A server that does nothing but insert one row per request, as safely. */
  bare_insert: Load
  ratio: number
  /** Middle time of an answer over ten thousand requests, in milliseconds. */
  lists_ms: Record<string, number>
}

/** Somebody who asks, a library to ask of, and years of requests by two hundred others. */
async function prepare(start: () => Promise<Running>, data: string) {
  const first = await start()
  const { access_token: admin } = await signUp(first)
  const asAdmin = caller(first, admin)
  const bob = await invite(first, asAdmin, 'bob')
  await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
  await first.stop()
  await seed(join(data, 'foyer.db'), bob.user.id)
  return { admin, bob: bob.access_token }
}

async function seed(file: string, bob: number): Promise<void> {
  const database = openSqlite(file)
  await seedRequests(database)
  await database.transaction(async tx => {
    const at = '2026-11-15T09:00:00.000Z'
    await tx
      .insertInto('instances')
      .values(instanceRow(MUSIC, 'music_manager', { name: 'Music' }))
      .execute()
    await tx
      .insertInto('instance_grants')
      .values({ user_id: bob, instance_id: MUSIC, created_at: at })
      .execute()
    await tx.updateTable('requests').set({ user_id: bob }).where('id', '<=', 200).execute()
    const own = Array.from({ length: 200 }, (_, i) => ({
      request_id: i + 1,
      user_id: bob,
      format: '' as const,
    }))
    await tx
      .insertInto('request_subscribers')
      .values(own.map(row => ({ ...row, created_at: at, cancelled_at: null })))
      .execute()
  })
  await database.close()
}

/** Each call asks for another album, so each is a whole acceptance. */
async function post(url: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        setupRequest: request => ({
          ...request,
          body: JSON.stringify({ media_type: 'music', foreign_id: randomUUID(), title: 'An album' }),
        }),
      },
    ],
  })
  return {
    per_second: result.requests.average,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

/** `write` comes before each read, so that no kept answer is measured. */
async function middleTime(write: () => Promise<unknown>, read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < READS; i += 1) {
    await write()
    const began = performance.now()
    await read()
    times.push(performance.now() - began)
  }
  return Number((times.sort((a, b) => a - b)[Math.floor(READS / 2)] ?? Number.NaN).toFixed(1))
}

/** Accepting requests with full sync against one bare insert, and lists over many of them. */
export async function measureRequests(
  start: () => Promise<Running>,
  data: string,
  seconds = 5,
): Promise<RequestMeasures> {
  const { admin, bob } = await prepare(start, data)
  const foyer = await start()
  const bare = await startProcess(
    ['scripts/bench/bare-insert-server.ts', join(data, 'bare.db')],
    {},
    LISTENING,
  )
  try {
    const [asAdmin, asBob] = [caller(foyer, admin), caller(foyer, bob)]
    const write = () => asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
    const lists_ms = {
      'approval queue': await middleTime(write, () => asAdmin('GET', '/api/admin/requests')),
      'waiting list': await middleTime(write, () => asAdmin('GET', '/api/admin/requests/waiting')),
      history: await middleTime(write, () => asAdmin('GET', '/api/admin/requests/history')),
      'history, searched in vain': await middleTime(write, () =>
        asAdmin('GET', '/api/admin/requests/history?q=nothing'),
      ),
      'own requests': await middleTime(write, () => asBob('GET', '/api/requests')),
    }
    const headers = { authorization: `Bearer ${bob}` }
    const address = (server: Running) => `http://127.0.0.1:${server.port}/api/requests`
    await post(address(foyer), headers, 1)
    const bare_insert = await post(address(bare), headers, seconds)
    const created = await post(address(foyer), headers, seconds)
    return { created, bare_insert, ratio: created.per_second / bare_insert.per_second, lists_ms }
  } finally {
    await bare.stop()
    await foyer.stop()
  }
}

export function describeRequests({ created, bare_insert, ratio, lists_ms }: RequestMeasures): string[] {
  const lists = Object.entries(lists_ms).map(([name, ms]) => `${name} ${ms} ms`)
  return [
    `create request: ${Math.round(created.per_second)} per second with ${CONNECTIONS} clients, ${ratio.toFixed(2)} of a bare ` +
      `insert (${Math.round(bare_insert.per_second)}), p50 ${created.p50_ms} ms, p99 ${created.p99_ms} ms, ${created.failures} failures`,
    `over ${REQUESTS} requests by ${PEOPLE} people: ${lists.join(', ')}`,
  ]
}
