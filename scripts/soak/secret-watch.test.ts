import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createAsk } from './household.ts'
import { startKilledServer } from './killed-server.ts'
import { openStreams } from './live-streams.ts'
import { createSecretWatch } from './secret-watch.ts'

const KEY = '0123456789abcdef-planted'
const TOKEN = 'token-of-somebody-0123'
const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

async function serve(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, up: async () => {} }
}

function watchFor(...secrets: string[]) {
  const watch = createSecretWatch()
  watch.keep(secrets)
  return watch
}

const ANA = { name: 'ana', user_id: 1, token: TOKEN, kind: 'admin', from: '198.18.0.1' } as const

describe('in a soak a planted secret is found', () => {
  it('in an answer and in a header; a token may be in an answer', async () => {
    const watch = watchFor(KEY)
    const server = await serve((req, res) => {
      if (req.url === '/header') res.setHeader('x-said', KEY)
      res.end(JSON.stringify(req.url === '/answer' ? { said: `so ${KEY}` } : { access_token: TOKEN }))
    })
    const ask = createAsk(server, watch)
    await ask(null, 'GET', '/nothing')
    expect(watch.problems()).toEqual([])
    await ask(null, 'GET', '/answer')
    await ask(ANA, 'GET', '/header')
    expect(watch.problems()).toEqual(['There is a secret in an answer.', 'There is a secret in a header.'])
  })

  it('that a form told, and the hash of a password', async () => {
    const watch = createSecretWatch()
    const server = await serve((req, res) => {
      res.end(JSON.stringify({ said: req.url === '/hash' ? '$argon2id$v=19' : 'long-password' }))
    })
    const ask = createAsk(server, watch)
    await ask(null, 'GET', '/before')
    expect(watch.problems()).toEqual([])
    await ask(null, 'POST', '/password', { username: 'ana', password: 'long-password' })
    await ask(null, 'GET', '/hash')
    expect(watch.problems()).toEqual(['There is a secret in an answer.'])
  })

  it.each([
    ['a key', KEY],
    ['a token', TOKEN],
  ])('in a stream, in parts: %s', async (_what, secret) => {
    const watch = watchFor(KEY)
    watch.learnFrom({ access_token: TOKEN }, 'answer')
    const server = await serve((_req, res) => {
      const { socket } = res
      socket?.write(`HTTP/1.1 200 OK\r\n\r\ndata: ${secret.slice(0, 9)}`)
      setImmediate(() => socket?.write(secret.slice(9)))
    })
    const streams = openStreams(server, [ANA], watch)
    await expect.poll(() => watch.problems()).toEqual(['There is a secret in a stream.'])
    streams.close()
  })

  it.each(['stdout', 'stderr'])('in what the server prints: %s', async place => {
    const watch = watchFor(KEY)
    const program = `
      console.log('Foyer is ready: open http://127.0.0.1:1')
      process.${place}.write('it is ${KEY.slice(0, 9)}', () => process.${place}.write('${KEY.slice(9)}'))
      setInterval(() => {}, 1000)`
    const server = await startKilledServer({ args: ['-e', program], env: {} }, watch)
    await expect.poll(() => watch.problems()).toEqual(['There is a secret in what the server printed.'])
    await server.stop()
  })
})

describe('the watch of a soak', () => {
  it('finds a secret across two parts of one stream, and none across two streams', () => {
    const watch = watchFor(KEY)
    const looks = [watch.follow('a stream'), watch.follow('a stream')]
    looks[0]?.(KEY.slice(0, 5))
    looks[1]?.(KEY.slice(5))
    expect(watch.problems()).toEqual([])
    looks[0]?.(KEY.slice(5))
    expect(watch.problems()).toEqual(['There is a secret in a stream.'])
    expect(watch.looked('a stream')).toBe(3)
  })

  it('keeps nothing that is said for other reasons', () => {
    const watch = watchFor('', 'ana')
    watch.learnFrom({ username: 'ana', password: 'short' }, 'form')
    watch.lookAt('ana has a short name', 'an answer')
    expect(watch.problems()).toEqual([])
  })
})
