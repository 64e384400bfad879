import { writeSync } from 'node:fs'
import { compose } from '#compose/index.ts'
import { readConfig } from '#config'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import type { RequestOrders } from './request-orders.ts'

/** What changes the database: between two of these a crash can be seen. */
const WRITE = /^(insert|update|delete|commit)\b/i

/** The whole server, which takes one order over HTTP and dies before the write that it was told to. */
async function main(): Promise<void> {
  const { data, order, kill_at }: RequestOrders = JSON.parse(process.argv[2] ?? '')
  let writes: number | null = null
  const observe = (text: string) => {
    if (writes === null || !WRITE.test(text)) return
    writes += 1
    if (writes === kill_at) process.kill(process.pid, 'SIGKILL')
  }
  const overrides = { clock: createTestClock(), log: createTestLog(), observe }
  const app = await compose(readConfig({ APP_DATA_DIR: data }), overrides)
  writes = 0
  const { method, path, token, body } = order
  const answer = await app.http.inject({
    method,
    url: path,
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { payload: body }),
  })
  writeSync(1, `ack ${answer.statusCode}\n`)
  await app.close()
}

void main()
