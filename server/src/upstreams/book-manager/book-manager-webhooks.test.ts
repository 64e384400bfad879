import { afterEach, describe, expect, it } from 'vitest'
import { createTestClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { type LoopbackServer, readBody, serveHttp } from '#kit/outbound/loopback-servers.ts'
import { createServarrWebhooks } from '../servarr/servarr-webhooks.ts'
import { BOOK_MANAGER } from './book-manager-product.ts'

interface Saved {
  id?: number
  name: string
  fields: { name: string; value?: unknown }[]
  [flag: string]: unknown
}

const FLAGS = ['onGrab', 'onReleaseImport', 'onUpgrade', 'onAuthorAdded', 'onHealthIssue']
const form = (fields: Saved['fields']): Omit<Saved, 'name'> => ({
  ...Object.fromEntries(FLAGS.map(flag => [flag, false])),
  implementation: 'Webhook',
  configContract: 'WebhookSettings',
  tags: [],
  fields,
})
const FIELDS = ['url', 'method', 'username', 'password']

const servers: LoopbackServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]()
})

/** Chaptarr's notification routes as chaptarr.md, 8 tells: the address is masked and private ones warn. */
async function serveChaptarr() {
  const records: Saved[] = []
  const server = await serveHttp((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://chaptarr')
    const answer = (status: number, body: unknown) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const masked = (record: Saved) => ({
      ...record,
      fields: record.fields.map(field =>
        ['url', 'password'].includes(field.name) && field.value ? { ...field, value: '********' } : field,
      ),
    })
    if (pathname === '/api/v1/notification/schema') return answer(200, [form(FIELDS.map(name => ({ name })))])
    if (req.method === 'GET') return answer(200, records.map(masked))
    if (searchParams.get('forceSave') !== 'true') {
      return answer(400, [{ propertyName: 'Url', errorMessage: 'resolves to a private address' }])
    }
    return void readBody(req).then(text => {
      const saved = JSON.parse(text) as Saved
      const id = saved.id ?? 1
      records.splice(0, 1, { ...saved, id })
      return answer(req.method === 'PUT' ? 202 : 201, { id })
    })
  })
  servers.push(server)
  return { records, server, connection: { url: server.origin, api_key: 'key' } }
}

describe('the webhook of a book manager', () => {
  const outbound = createOutbound({
    clock: createTestClock(),
    external_proxy: () => null,
    user_agent: 'test',
  })
  const webhooks = createServarrWebhooks(outbound.internal, BOOK_MANAGER)
  const values = { url: 'http://192.168.1.5:5454/hook', username: 'foyer-1', password: 'w_1' }

  it('is saved by force, because private addresses only warn (C34)', async () => {
    const { records, server, connection } = await serveChaptarr()
    expect(await webhooks.find(connection, 'Foyer')).toBeNull()
    await webhooks.save(connection, 'Foyer', values)
    expect(records).toMatchObject([
      { name: 'Foyer', onGrab: true, onReleaseImport: true, onAuthorAdded: true },
    ])
    expect(records[0]).toMatchObject({ onHealthIssue: false })
    expect(records[0]?.['onBookAdded']).toBeUndefined()
    expect(Object.fromEntries(records[0]?.fields.map(field => [field.name, field.value]) ?? [])).toEqual({
      ...values,
      method: 1,
    })
    await webhooks.save(connection, 'Foyer', { ...values, username: 'foyer-2', password: 'w_2' })
    expect(server.seen.at(-1)).toBe('PUT /api/v1/notification/1?forceSave=true')
    expect(records).toHaveLength(1)
  })

  it('is known by its name, and its hidden address is not held against it', async () => {
    const { connection } = await serveChaptarr()
    await webhooks.save(connection, 'Foyer', values)
    expect(await webhooks.find(connection, 'Foyer')).toEqual({
      url: null,
      username: 'foyer-1',
      is_complete: true,
    })
  })
})
