import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refuseSecrets } from './secrets.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY = /open (http:\/\/\S+)/
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}

export interface Foyer {
  /** With a trailing slash, base path included. */
  url: string
  /** Ends the process as a crash would, or starts it again on the same data and port. */
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

/** The built server as its users run it, on a data folder of its own. Closing it fails when it printed one of the secrets. */
export async function startFoyer(
  env: Record<string, string> = {},
  secrets: ReadonlySet<string> = new Set(),
  /** By what npm types, rather than the built program alone, which starts sooner. */
  as_npm_start = false,
): Promise<Foyer> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-e2e-'))
  let child: ChildProcess | undefined
  let port = '0'
  let printed = ''
  // For a worker that ends before anybody could close this, such as one whose time is up.
  const endWithWorker = () => child?.kill('SIGKILL')
  process.on('exit', endWithWorker)

  async function start(): Promise<string> {
    const command = as_npm_start ? scripts.start : 'exec node dist/server/main.js'
    child = spawn('sh', ['-c', command], {
      cwd: ROOT,
      env: {
        PATH: dirname(process.execPath) + delimiter + process.env['PATH'],
        // As `npm start` does: what one has compiled, the next need not.
        NODE_COMPILE_CACHE: join(ROOT, '.cache/compile'),
        APP_DATA_DIR: folder,
        APP_BIND: '127.0.0.1',
        APP_LOG_LEVEL: 'warn',
        PORT: port,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      process.stderr.write(chunk)
    })
    const url = await readyAddress(child)
    port = new URL(url).port
    return url
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return
    await new Promise(resolve => {
      running.on('exit', resolve)
      running.kill(signal)
    })
  }

  async function close(): Promise<void> {
    await stop('SIGTERM')
    process.off('exit', endWithWorker)
    const key = readIfThere(join(folder, 'encryption.key'))
    rmSync(folder, { recursive: true, force: true })
    refuseSecrets(printed, [...secrets, ...key], 'what the server printed')
  }

  const url = await start().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    url,
    kill: () => stop('SIGKILL'),
    restart: async () => {
      await stop('SIGTERM')
      await start()
    },
    close,
  }
}

/** Nothing when a start failed before the key was made, or the key came by the environment. */
function readIfThere(file: string): string[] {
  try {
    return [readFileSync(file, 'utf8').trim()]
  } catch {
    return []
  }
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.on('exit', code => reject(new Error(`Foyer ended with ${code}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = READY.exec(output)
      if (found?.[1]) resolve(found[1])
    })
  })
}
