import { EventFrame } from '@foyer/contract/events'
import { StatusOk } from '@foyer/contract/primitives'
import { defineRoute } from '@foyer/contract/route'
import { type App, compose } from '../../server/src/compose/index.ts'
import { configFromProcess } from '../../server/src/config.ts'
import { bind } from '../../server/src/http/bind.ts'
import { createCache } from '../../server/src/kit/cache.ts'
import { systemClock } from '../../server/src/kit/clock.ts'
import type { Ready } from '../../server/src/kit/ready.ts'

/**
 * The whole server with three routes more. Two answer the bytes the bare server sends from the real cache: one for
 * everyone and one behind the session check. The third publishes an event about an instance.
 */
const body: Ready = {
  bytes: Buffer.alloc(Number(process.argv[2]), 'x'),
  content_type: 'application/json; charset=utf-8',
}
const cache = createCache({ name: 'bench', max_bytes: 1_000_000, clock: systemClock })
const keep = { ttl_ms: 3_600_000 }
const answer = () => cache.getReady('bench') ?? cache.get('bench', keep, async () => body)

const common = { method: 'GET', summary: 'Measured', spec: 'bench', kind: 'verbatim' } as const
const open = defineRoute({ ...common, path: '/api/bench/open', access: 'public' })
const guarded = defineRoute({ ...common, path: '/api/bench/guarded', access: 'user' })
const publish = defineRoute({
  method: 'POST',
  path: '/api/bench/event',
  summary: 'Publishes an event',
  spec: 'bench',
  access: 'admin',
  body: EventFrame,
  response: StatusOk,
})

// Requests are named by their provider (C69), and nobody is measured by asking the internet.
process.env['APP_MUSICBRAINZ_URL'] ??= 'http://127.0.0.1:9/ws/2'

const app: App = await compose(configFromProcess(), {
  extra: {
    routes: [open, guarded, publish],
    bindings: [
      bind(open).to(answer),
      bind(guarded).to(answer),
      bind(publish).to(async ({ body: event }) => {
        const instance_id = String(event.data['instance_id'])
        await app.events.publish(null, event, { to: 'instance', instance_id })
        return { status: 'ok' }
      }),
    ],
  },
})
await app.http.listen({ port: 0, host: '127.0.0.1' })
await app.start()
const address = app.http.server.address()
process.stdout.write(`listening ${typeof address === 'object' ? address?.port : ''}\n`)
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
