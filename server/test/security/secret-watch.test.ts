import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineRoute } from '@foyer/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Answer, bind } from '#http/bind.ts'
import { PASSWORD, startApp } from '#test/app.ts'
import { startChat } from '#test/chat.ts'
import { shareAmongTests, temporaryFolder } from '#test/engines.ts'
import { callProcess, mainFile, runToEnd, startProcess, stop } from '#test/processes.ts'
import { takeFoundSecrets, watchAt, watchKeys } from '#test/secret-watch.ts'
import { listen, rawExchange } from '#test/sockets.ts'
import { openSocket, openSse } from '#test/streams.ts'
import { startChild } from '../crash/spawn.ts'

/** Says what it is asked for, in its answer and in a header. */
const say = defineRoute({
  summary: 'For tests',
  spec: '0.3',
  method: 'GET',
  path: '/api/test/say',
  access: 'public',
  query: z.object({ body: z.string().optional(), header: z.string().optional() }),
  response: z.object({ said: z.string() }),
})
const saying = bind(say).to(
  ({ query: { body = '', header = '' } }) => new Answer({ said: body }, { headers: { 'x-said': header } }),
)
const asked = (what: Record<string, string>) => `/api/test/say?${new URLSearchParams(what).toString()}`

/** A key of a simulated service, as a test that has one would watch it. */
const KEY = 'planted-key-of-a-service-0123456789'
watchKeys([KEY])

/** A secret that is said on purpose, and found, must not fail the test; one that is found unexpectedly still does. */
const found = () => [...new Set(takeFoundSecrets())].toSorted((a, b) => a.localeCompare(b))

describe('a planted secret is found', () => {
  const shared = shareAmongTests(async () => {
    const app = await startApp({ overrides: { extra: { routes: [say], bindings: [saying] } } })
    const session = await app.setUp()
    const port = await listen(app)
    return { app, session, port, url: `http://127.0.0.1:${port}` }
  })

  it('and nothing else is', async () => {
    const { app, port, url, session } = shared()
    await app.call('GET', asked({ body: 'good morning', header: 'hello' }))
    await rawExchange(
      port,
      `GET ${asked({ body: 'hello' })} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    const socket = await openSocket(url, session.access_token)
    await app.events.publish(null, { type: 'happened', data: { said: 'hello' } }, { to: 'everyone' })
    await socket.received('happened')
    expect(found()).toEqual([])
  })

  it.each([
    [PASSWORD, 'a secret'],
    [KEY, 'a key of a service'],
    ['$argon2id$v=19$m=64', 'the hash of a password'],
  ])('in an answer, its headers and a line of the log: %s', async (secret, name) => {
    const { app } = shared()
    await app.call('GET', asked({ body: `so ${secret} it is` }))
    expect(found()).toEqual([`${name} in the answer to GET /api/test/say`])
    await app.call('GET', asked({ header: secret }))
    expect(found()).toEqual([`${name} in a header of the answer to GET /api/test/say`])
    app.log.error({ words: ['so', secret] }, 'it happened')
    expect(found()).toEqual([`${name} in a line of the log`])
  })

  it('in what is written to a connection, a header included, and in parts', async () => {
    const { app, port } = shared()
    const exchange = (path: string) =>
      rawExchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    await exchange(asked({ body: PASSWORD }))
    expect(found()).toEqual(['a secret in what was written to a connection'])
    await exchange(asked({ header: KEY }))
    expect(found()).toEqual(['a key of a service in what was written to a connection'])
    app.http.server.once('connection', socket => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nso correct')
      socket.end(' horse it is')
    })
    await rawExchange(port, '')
    expect(found()).toEqual(['a secret in what was written to a connection'])
  })

  it.each([
    ['a frame of a WebSocket', openSocket],
    ['a stream of events', openSse],
  ] as const)('in %s, a token too', async (where, open) => {
    const { app, url, session } = shared()
    const listener = await open(url, session.access_token)
    const publish = async (type: string, said: string) => {
      await app.events.publish(null, { type, data: { said } }, { to: 'everyone' })
      await listener.received(type)
    }
    await publish('password', `so ${PASSWORD} it is`)
    const wire = 'in what was written to a connection'
    expect(found()).toEqual([`a secret in ${where}`, `a secret ${wire}`])
    await publish('key', KEY)
    expect(found()).toEqual([`a key of a service in ${where}`, `a key of a service ${wire}`])
    // An answer may hold one, so it is not looked for on the wire.
    await publish('token', session.refresh_token)
    expect(found()).toEqual([`a token in ${where}`])
    listener.leave()
    await listener.closed
  })
})

describe('a planted secret in chat is found', () => {
  it('in what the model writes, whole and in parts', async () => {
    const chat = await startChat()
    const uma = chat.addPerson()
    chat.models.script({ text: `It is ${PASSWORD}.` })
    await (await chat.open(uma, 'Hello')).ended
    expect(found()).toEqual([
      'a secret in a stream of chat',
      'a secret in what chat wrote',
      'a secret in what was written to a connection',
    ])
    chat.models.script({ text: ['It is correct', ' horse.'] })
    await (await chat.open(uma, 'Hello')).ended
    expect(found()).toEqual(['a secret in what chat wrote'])
  })
})

describe('a planted secret of a killed child is found', () => {
  it.each([
    ['a key of a service', 'console.log', KEY],
    ['a secret', 'console.log', PASSWORD],
    ['a secret', 'in the middle of a line: process.stdout.write', PASSWORD],
    ['a secret', 'as an error: console.error', PASSWORD],
  ])('%s, said by %s', async (name, how, secret) => {
    const script = join(temporaryFolder(), 'child.cjs')
    const say = how.split(': ').at(-1)
    writeFileSync(
      script,
      `${say}('so ' + JSON.parse(process.argv[2]).secret); process.kill(process.pid, 'SIGKILL')`,
    )
    expect(await startChild(script, { secret }).ended).toBe('SIGKILL')
    expect(found()).toEqual([`${name} in what a child printed`])
  })
})

describe('a planted secret of a started server is found', () => {
  beforeAll(async () => void (await mainFile()))

  it('in what it prints, its answers and its streams', async () => {
    await runToEnd({ args: [PASSWORD] })
    expect(found()).toEqual(['a secret in what a server printed'])

    const name = 'Foyer-of-ana-2026'
    // What it shows to everybody is given to it as a secret, too.
    const env = { APP_DATA_DIR: temporaryFolder(), APP_SERVER_NAME: name }
    const server = await startProcess({ env: { ...env, APP_METRICS_TOKEN: name } })
    const setup = { username: 'ana', password: PASSWORD }
    const { body } = await callProcess(server, 'POST', '/api/auth/setup', { body: setup })
    expect(found()).toEqual([])
    await callProcess(server, 'GET', '/api/auth/status')
    expect(found()).toEqual(['a secret in the answer to GET /api/auth/status'])

    // What it writes is another process's, so streams are looked at where they are read: here, for a word of the first event.
    watchAt(server.url)?.keep(['"server_time"'])
    await openSse(server.url, body.access_token)
    expect(found()).toEqual(['a secret in a stream of events'])
    await openSocket(server.url, body.access_token)
    expect(found()).toEqual(['a secret in a frame of a WebSocket'])
    await stop(server)
  })
})
