import { once } from 'node:events'
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { serveHttp } from '#test/loopback-servers.ts'
import { PASSWORD } from '#test/app.ts'
import { afterTest, temporaryFolder } from '#test/engines.ts'
import {
  callProcess,
  expectReady,
  mainFile,
  runToEnd,
  type ServerProcess,
  spawnServer,
  startCommand,
  startProcess,
} from '#test/processes.ts'

/**
 * Defends the operator against a client, an upstream or a parent process that keeps a stopped server alive with its
 * folder locked. Everything should end within ten seconds; the tests assert that it ends at all, with exit code 0, and
 * that the next start on the same port and folder works. Without the bound these would wait for minutes. The tests run
 * in parallel, because most of their time is the five seconds that a server grants to running work.
 */
const OPTIONS = { concurrent: true }
beforeAll(async () => void (await mainFile()))

const CREDENTIALS = { username: 'ana', password: PASSWORD }

async function setUp(server: ServerProcess): Promise<string> {
  return (await callProcess(server, 'POST', '/api/auth/setup', { body: CREDENTIALS })).body.access_token
}

const portOf = ({ url }: ServerProcess) => Number(new URL(url).port)

async function open(server: ServerProcess, bytes: string): Promise<Socket> {
  const socket = connect(portOf(server), '127.0.0.1')
  afterTest(async () => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

const POST = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

describe('SIGTERM ends the server although', OPTIONS, () => {
  it('connections are idle, half sent or never read; the next start works at once', async () => {
    const env = { APP_DATA_DIR: temporaryFolder() }
    const first = await startProcess({ env })
    const token = await setUp(first)
    await open(first, '')
    await open(first, 'GET /ping HT')
    await open(first, 'GET /ping HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    await open(first, `${POST}Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n{"us`)
    await open(first, 'hello\r\n\r\n')
    const kept = await open(first, 'GET /ping HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(kept, 'data')
    const stream = await open(
      first,
      `GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
    await once(stream, 'data')
    stream.pause()
    const socket = new WebSocket(`${first.url.replace('http', 'ws')}/api/ws`, ['Bearer', token])
    socket.on('error', () => {})
    await once(socket, 'message')
    socket.pause()

    first.kill('SIGTERM')
    const end = await first.ended
    expect([end.code, end.signal, end.stderr]).toEqual([0, null, ''])
    const second = await startProcess({ env: { ...env, PORT: String(portOf(first)) } })
    expect((await callProcess(second, 'GET', '/api/auth/me', { token })).status).toBe(200)
  })

  it('an upstream does not answer a request and a job', async () => {
    const hanging = Promise.withResolvers<void>()
    await using manager = await serveHttp((req, res) => {
      if (req.url?.includes('/system/status')) {
        res.writeHead(200, { 'content-type': 'application/json' })
        return res.end('{"appName":"Radarr","version":"6.0.4.10291"}')
      }
      if (req.url?.includes('/api/v3/movie')) hanging.resolve()
      return undefined
    })
    const server = await startProcess({ env: { APP_DATA_DIR: temporaryFolder() } })
    const token = await setUp(server)
    const form = {
      service_type: 'movie_manager',
      name: 'Movies',
      url: manager.origin,
      api_key: 'key-of-manager',
    }
    const created = await callProcess(server, 'POST', '/api/admin/instances', { token, body: form })
    expect(created.status).toBe(201)
    const path = `/api/instances/${created.body.id}/proxy/api/v3/movie`
    const asked = callProcess(server, 'GET', path, { token }).catch((error: unknown) => error)
    await hanging.promise
    server.kill('SIGTERM')
    const end = await server.ended
    expect([end.code, end.stderr]).toEqual([0, ''])
    expect(end.stdout).not.toContain('key-of-manager')
    await asked
  })
})

describe('signals', OPTIONS, () => {
  it('that arrive twice, as from a terminal through npm, still let the running answer finish', async () => {
    const server = await startProcess({ env: { APP_DATA_DIR: temporaryFolder() } })
    const token = await setUp(server)
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/ws`, ['Bearer', token])
    await once(socket, 'message')
    const agent = new Agent({ keepAlive: true })
    const body = JSON.stringify(CREDENTIALS)
    const login = request(`${server.url}/api/auth/login`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    })
    const answered = once(login, 'response')
    login.flushHeaders()
    await once(login, 'continue')
    const closed = once(socket, 'close')
    server.kill('SIGINT')
    // Streams are closed first, so a closed stream shows that the first signal was handled.
    await closed
    server.kill('SIGINT')
    await fetch(`${server.url}/ping`).catch(() => {})
    login.end(body)
    const [answer] = await answered
    expect(answer.statusCode).toBe(200)
    answer.resume()
    expect((await server.ended).code).toBe(0)
    agent.destroy()
  })
})

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
const start: string = manifest.scripts.start

describe('npm', OPTIONS, () => {
  /** Starts the server through npm as in this repository, without the build. */
  async function startByNpm(env: Record<string, string>): Promise<ServerProcess> {
    const cwd = temporaryFolder()
    const script = start.replace('scripts/start.js', JSON.stringify(await mainFile()))
    expect(script).not.toBe(start)
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'foyer', scripts: { start: script } }))
    return startCommand('npm', ['start', '--offline', '--no-update-notifier'], { cwd, env })
  }

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'that gets %s takes the server with it; a start at once works',
    async signal => {
      const env = { APP_DATA_DIR: temporaryFolder(), HOME: temporaryFolder() }
      const first = await startByNpm(env)
      await open(first, 'GET /ping HT')
      first.kill(signal)
      const second = await startByNpm({ ...env, PORT: String(portOf(first)) })
      await expectReady(second)
      // The server shares the output of npm, which therefore ends when the server has ended.
      await first.ended
    },
  )
})

describe('npm killed', OPTIONS, () => {
  it('while the server is being built leaves no server behind', async () => {
    const cwd = temporaryFolder()
    const scripts = join(import.meta.dirname, '../../../scripts')
    mkdirSync(join(cwd, 'scripts'))
    for (const file of ['start.js', 'node-version.js']) {
      copyFileSync(join(scripts, file), join(cwd, 'scripts', file))
    }
    // A build that kills npm, followed by a server that would stay behind.
    writeFileSync(
      join(cwd, 'scripts/stamp.js'),
      `import { spawn, spawnSync } from 'node:child_process'
       export function ensureBuilt() {
         const parent = process.ppid
         process.kill(parent, 'SIGKILL')
         while (process.ppid === parent) spawnSync('true')
       }`,
    )
    mkdirSync(join(cwd, 'dist/server'), { recursive: true })
    writeFileSync(join(cwd, 'dist/server/main.js'), `console.log('started'); setInterval(() => {}, 1000)`)
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ type: 'module', scripts: { start } }))
    const ended = spawnSync('npm', ['start', '--offline', '--no-update-notifier'], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: temporaryFolder() },
      encoding: 'utf8',
    })
    // The output ends when the last process that shares it has ended.
    expect([ended.signal, ended.stdout.includes('started')]).toEqual(['SIGKILL', false])
  })
})

it('what the server still does when it is stopped may wait for time alone, and ends all the same', async () => {
  const kit = (file: string) => JSON.stringify(new URL(`../../src/kit/${file}`, import.meta.url).href)
  const code = `
    import { systemClock as clock } from ${kit('clock.ts')}
    import { stopOnSignals } from ${kit('process-end.ts')}
    // As a call that waits for its turn at a provider does.
    const stop = () => new Promise(resolve => clock.after(200, resolve)).then(() => console.log('closed'))
    stopOnSignals({ clock, stop, with_parent: false })
    const open = setInterval(() => {}, 1000)
    process.once('SIGTERM', () => clearInterval(open))
    process.kill(process.pid, 'SIGTERM')
    await new Promise(() => {})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  const [exit] = await once(child, 'close')
  expect([exit, Buffer.concat(said).toString()]).toEqual([0, 'closed\n'])
})

describe('an error that nobody caught', OPTIONS, () => {
  const SECRET = 'f2a9c1d07b6e4385a1b2c3d4e5f60718'

  it.each([
    ['thrown', `throw new Error('lost https://x/?api_key=${SECRET}')`],
    ['rejected', `Promise.reject(new Error('lost ${SECRET}'))`],
    ['no error at all', `throw 'lost ${SECRET}'`],
  ])('(%s) leaves through the scrubbed log, in one line, with exit code 1', async (_how, code) => {
    const file = join(temporaryFolder(), 'crash.mjs')
    writeFileSync(file, `process.on('SIGUSR2', () => { ${code} })`)
    const server = await startProcess({
      env: {
        APP_DATA_DIR: temporaryFolder(),
        APP_TMDB_API_KEY: SECRET,
        NODE_OPTIONS: `--import=${file}`,
      },
    })
    server.kill('SIGUSR2')
    const end = await server.ended
    expect([end.code, end.signal, end.stderr]).toEqual([1, null, ''])
    expect(end.stdout).not.toContain(SECRET)
    const [line = '', ...rest] = end.stdout.trimEnd().split('\n').toReversed()
    expect(JSON.parse(line)).toMatchObject({ level: 'error', msg: expect.stringContaining('unexpected') })
    expect(rest.filter(one => one.includes('"error"'))).toEqual([])
  })
})

describe('a signal during the start', OPTIONS, () => {
  /** Makes the server send itself the signal when this method first runs, in the middle of its start. */
  function signalAt(file: string, code: string): string {
    const path = join(temporaryFolder(), file)
    writeFileSync(path, code)
    return `--import=${path}`
  }

  it.each(['SIGTERM', 'SIGINT'] as const)('(%s) closes what was opened and ends with 0', async signal => {
    const env = { APP_DATA_DIR: temporaryFolder() }
    const NODE_OPTIONS = signalAt(
      'early.mjs',
      `import { DatabaseSync } from 'node:sqlite'
       const { exec } = DatabaseSync.prototype
       DatabaseSync.prototype.exec = function (sql) {
         const result = exec.call(this, sql)
         if (sql.includes('journal_mode = WAL')) process.kill(process.pid, '${signal}')
         return result
       }`,
    )
    const end = await runToEnd({ env: { ...env, NODE_OPTIONS } })
    expect([end.code, end.signal, end.stderr]).toEqual([0, null, ''])
    expect(end.stdout).not.toContain('is ready')
    // Nothing stays half open: closing the database merges its journal into it.
    expect(readdirSync(env.APP_DATA_DIR)).toContain('foyer.db')
    expect(readdirSync(env.APP_DATA_DIR)).not.toContain('foyer.db-wal')
    const next = await startProcess({ env })
    await expectReady(next)
  })

  it('ends the wait for a PostgreSQL that does not answer', async () => {
    const asked = Promise.withResolvers<void>()
    const silent = createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => asked.resolve())
    }).listen(0, '127.0.0.1')
    afterTest(async () => void silent.close())
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const server = await spawnServer({
      env: { APP_DATA_DIR: temporaryFolder(), APP_DATABASE_URL: `postgres://x:y@127.0.0.1:${port}/z` },
    })
    await asked.promise
    server.kill('SIGTERM')
    const end = await server.ended
    expect([end.code, end.signal, end.stderr]).toEqual([0, null, ''])
  })
})
