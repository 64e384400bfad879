import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { bundle } from '../../../scripts/bundle.ts'
import { afterTest, temporaryFolder } from './engines.ts'
import { eventually } from './eventually.ts'
import { createSecretWatch, placeWatch, type SecretWatch, watchAt } from './secret-watch.ts'

const ROOT = join(import.meta.dirname, '../../..')
const READY = /^Foyer \S+ is ready: open (http:\/\/\S+)$/m

/** How a process ended, with all it said. */
export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface ServerProcess {
  /** `http://127.0.0.1:4711`, base path included, without the slash at its end. */
  url: string
  kill(signal: NodeJS.Signals): void
  ended: Promise<Ended>
}

export interface ProcessOptions {
  env?: Record<string, string>
  args?: readonly string[]
  /** No file may grow beyond this: what a full disk does to a process, without a disk to fill. */
  largest_file_kb?: number
  /** Which rights new files do not get; inherited unless given. */
  umask?: string
}

type Spawned = ChildProcess & { said: Ended; watch: SecretWatch; data_dir: string | undefined }

/** Variables that hold a secret; paths of files that do are none. */
const SECRET_VARIABLE = /^APP_(.*_(KEY|TOKEN|SECRET)|DATABASE_URL)$/

/** Bundles, and what Node has compiled of them: kept from one run to the next. */
const BUNDLES = join(ROOT, 'dist/test')

let bundled: Promise<string> | undefined

/** The program as one file, made once: it starts in a fraction of the time that hundreds of sources take. */
export function mainFile(): Promise<string> {
  bundled ??= bundleMain()
  return bundled
}

/** All that a bundle is made of; the lockfile stands for the packages. */
const SOURCES = ['server/src', 'contract/src', 'server/package.json', 'contract/package.json']
const MAKERS = ['package-lock.json', 'scripts/bundle.ts']

/** Its place follows from its sources, so that all workers, and the next run, find it made and compiled. */
async function bundleMain(): Promise<string> {
  const place = join(BUNDLES, fingerprintOfSources())
  const file = join(place, 'main.mjs')
  if (existsSync(file)) return file
  const made = join(BUNDLES, `${process.pid}`)
  await bundle(join(ROOT, 'server/src/main.ts'), join(made, 'main.mjs'))
  try {
    renameSync(made, place)
  } catch {
    // Another worker was first.
    rmSync(made, { recursive: true })
  }
  return file
}

function fingerprintOfSources(): string {
  const files = [...SOURCES, ...MAKERS].flatMap(source => filesAt(join(ROOT, source)))
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

function filesAt(place: string): string[] {
  if (statSync(place).isFile()) return [place]
  const entries = readdirSync(place, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && !entry.name.endsWith('.test.ts'))
  return files.map(entry => join(entry.parentPath, entry.name)).toSorted()
}

/** The real program. Nothing of this process's environment reaches it. */
async function spawnMain(options: ProcessOptions): Promise<Spawned> {
  const { env = {}, args = [], largest_file_kb, umask } = options
  const limits = [
    // POSIX counts in blocks of 512 bytes.
    ...(largest_file_kb === undefined ? [] : [`ulimit -f ${largest_file_kb * 2}`]),
    ...(umask === undefined ? [] : [`umask ${umask}`]),
    'exec "$0" "$@"',
  ]
  const command = ['-c', limits.join(' && '), process.execPath, await mainFile(), ...args]
  return spawnQuietly('sh', command, { env, cwd: temporaryFolder() })
}

function spawnQuietly(
  command: string,
  args: readonly string[],
  { env = {}, cwd }: Pick<ProcessOptions, 'env'> & { cwd: string },
): Spawned {
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: BUNDLES,
      PORT: '0',
      APP_BIND: '127.0.0.1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Ended = { code: null, signal: null, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  const watch = createSecretWatch()
  watch.keep(Object.entries(env).flatMap(([name, value]) => (SECRET_VARIABLE.test(name) ? [value] : [])))
  child.once('close', () => {
    watch.keepKeyOf(env['APP_DATA_DIR'])
    watch.lookAtLog(said.stdout + said.stderr, 'what a server printed')
  })
  return Object.assign(child, { said, watch, data_dir: env['APP_DATA_DIR'] })
}

function endOf(child: Spawned): Promise<Ended> {
  return new Promise(resolve => {
    child.once('close', (code, signal) => resolve({ ...child.said, code, signal }))
  })
}

/** Runs a command, or a start that is expected to fail, to its end. */
export async function runToEnd(options: ProcessOptions): Promise<Ended> {
  const child = await spawnMain(options)
  afterTest(async () => void child.kill('SIGKILL'))
  return endOf(child)
}

/** A start that is not waited for; the test's end kills it. */
export async function spawnServer(options: ProcessOptions): Promise<Omit<ServerProcess, 'url'>> {
  const child = await spawnMain(options)
  const ended = endOf(child)
  afterTest(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { kill: signal => void child.kill(signal), ended }
}

/** Resolves when the server says that it is ready; the test's end kills what still runs. */
export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
  return untilReady(await spawnMain(options))
}

/** The same for any program that ends in a server and passes on what it says. */
export function startCommand(
  command: string,
  args: readonly string[],
  options: ProcessOptions & { cwd: string },
) {
  return untilReady(spawnQuietly(command, args, options))
}

async function untilReady(child: Spawned): Promise<ServerProcess> {
  const ended = endOf(child)
  afterTest(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const ready = new Promise<string>(resolve => {
    child.stdout?.on('data', () => {
      const address = READY.exec(child.said.stdout)?.[1]
      if (address) resolve(address.replace(/\/$/, ''))
    })
  })
  const failed = ended.then(end => {
    throw new Error(`The server ended with ${end.code}: ${end.stderr}`)
  })
  const url = await Promise.race([ready, failed])
  child.watch.keepKeyOf(child.data_dir)
  void ended.then(placeWatch(url, child.watch))
  // From here on an end is what the test waits for, not a failure to start.
  failed.catch(() => {})
  return { url, kill: signal => void child.kill(signal), ended }
}

/** Ends it as an operator would, and waits. */
export async function stop(server: ServerProcess): Promise<Ended> {
  server.kill('SIGTERM')
  return server.ended
}

export interface RemoteAnswer {
  status: number
  body: ReturnType<typeof JSON.parse>
}

export async function callProcess(
  server: Pick<ServerProcess, 'url'>,
  method: string,
  path: string,
  options: { body?: unknown; token?: string } = {},
): Promise<RemoteAnswer> {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  const text = await answer.text()
  const body = JSON.parse(text)
  const watch = watchAt(server.url)
  watch?.learnFrom(options.body, 'form')
  watch?.learnFrom(body, 'answer')
  watch?.lookAtHeaders(answer.headers, `a header of the answer to ${method} ${path}`)
  watch?.lookAtAnswer(Buffer.from(text), `the answer to ${method} ${path}`)
  return { status: answer.status, body }
}

/** Asked again while it is not: where the machine has other work, a look at the disk may take longer than it is given. */
export async function expectReady(server: Pick<ServerProcess, 'url'>): Promise<void> {
  await eventually(async () => {
    expect((await callProcess(server, 'GET', '/api/health/ready')).status).toBe(200)
  })
}
