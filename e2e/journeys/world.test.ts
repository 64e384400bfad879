import { expect, test } from '@playwright/test'
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { watchPages } from '../support/secrets.ts'
import { buildWorld, createCalls } from '../support/world.ts'

/** Child processes and listening servers of this worker. */
function running(): string[] {
  return process.getActiveResourcesInfo().filter(one => one === 'ProcessWrap' || one === 'TCPServerWrap')
}

test('a world that cannot be built closes what it started', async () => {
  const before = running()
  // Fails at the last step, once the server is up: only an admin can add an instance.
  const building = buildWorld({ admin: false, instances: ['movies'], stocked: false })
  await expect(building).rejects.toThrow('without an admin')
  // Node lists what is closed for a moment longer.
  await expect.poll(running).toEqual(before)
})

const KEY = 'the-key-of-a-service'

/** Answers the port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test('a secret in an answer that a page reads, or in its headers, is found', async ({ page, context }) => {
  const found = await watchPages(context, [KEY])
  await page.route('**/*', route => route.fulfill({ body: 'nothing to tell' }))
  await page.route('**/told', route => route.fulfill({ body: `{"api_key":"${KEY}"}` }))
  await page.route('**/header', route => route.fulfill({ headers: { 'x-said': KEY }, body: '' }))
  await page.goto('http://foyer.test/')
  const read = (path: string) => page.evaluate(async at => (await fetch(at)).text(), path)
  await read('/other')
  expect(found()).toBe(0)
  await read('/told')
  await expect.poll(found).toBe(1)
  await read('/header')
  await expect.poll(found).toBe(2)
})

test('a secret in an answer to a call of a journey itself, or in its headers, is found', async () => {
  const said: Record<string, { header: string; body: string }> = {
    '/api/nothing': { header: 'nothing', body: '{}' },
    '/api/header': { header: KEY, body: '{}' },
    '/api/body': { header: 'nothing', body: JSON.stringify({ api_key: KEY }) },
  }
  const server = createServer(({ url = '' }, res) => {
    const { header = '', body = '' } = said[url] ?? {}
    res.setHeader('x-said', header).end(body)
  })
  const call = createCalls({ url: `http://127.0.0.1:${await listen(server)}/` }, new Set([KEY]))
  expect(await call(null, 'GET', 'nothing')).toEqual({})
  await expect(call(null, 'GET', 'header')).rejects.toThrow(
    'a secret in a header of the answer to GET header',
  )
  await expect(call(null, 'GET', 'body')).rejects.toThrow('a secret in the answer to GET body')
  server.closeAllConnections()
  server.close()
})

test('a secret in a stream that a page reads is found, also in parts', async ({ page, context }) => {
  const found = await watchPages(context, [KEY])
  await page.route('**/*', route => route.fulfill({ body: 'nothing to tell' }))
  await page.goto('http://foyer.test/')
  const read = (parts: string[]) =>
    page.evaluate(async said => {
      const bytes = said.map(part => new TextEncoder().encode(part))
      const stream = new ReadableStream({
        pull: controller => {
          const part = bytes.shift()
          if (part) controller.enqueue(part)
          else controller.close()
        },
      })
      const reader = stream.getReader()
      while (!(await reader.read()).done);
    }, parts)
  await read(['data: the-key-', '\n\n', 'of-a-service'])
  expect(found()).toBe(0)
  await read(['data: the-key-', 'of-a-', 'service'])
  await expect.poll(found).toBeGreaterThan(0)
})

test('a secret in a frame of a WebSocket is found', async ({ page, context }) => {
  const server = createServer((_req, res) => res.end())
  server.on('upgrade', (request, socket) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    )
    const text = request.url === '/told' ? KEY : 'nothing'
    socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]))
  })
  const port = await listen(server)
  const found = await watchPages(context, [KEY])
  await page.goto(`http://127.0.0.1:${port}/`)
  const hear = (url: string) =>
    page.evaluate(async at => {
      const socket = new WebSocket(at)
      await new Promise(resolve => socket.addEventListener('message', resolve))
    }, url)
  await hear(`ws://127.0.0.1:${port}/other`)
  expect(found()).toBe(0)
  await hear(`ws://127.0.0.1:${port}/told`)
  await expect.poll(found).toBe(1)
  server.closeAllConnections()
  server.close()
})
