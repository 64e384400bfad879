import { type Running, startProcess } from '../bench/processes.ts'
import { choosePort } from './ports.ts'
import type { SecretWatch } from './secret-watch.ts'

const READY = /is ready: open http:\/\/[^:]+:(\d+)/
/** A line of V8 about a full garbage collection: the size of all objects before and after it. */
const COLLECTED = /Mark-Compact[^>]*-> ([\d.]+) \(/g
const METRICS_TOKEN = 'soak-soak-soak-soak'

/** One process, from its start to its end. */
export interface Life {
  started_ms: number
  /** Since the start. */
  lasted_ms: number
  killed: boolean
  /** The worst value that `/metrics` reported in this life; null: it ended before it could be asked. */
  loop_p99_ms: number | null
  memory: { at_ms: number; resident_mb: number }[]
  /** The size of the live objects after each full garbage collection. */
  kept: { at_ms: number; mb: number }[]
}

export interface KilledServer {
  readonly port: number
  readonly lives: readonly Life[]
  /** Resolves when the server answers. */
  up(): Promise<void>
  /** Ends it as a power cut would, after `delay_ms`, and starts it again. */
  kill(delay_ms: number): Promise<void>
  /** The current values of `/metrics`. */
  figures(): Promise<Record<string, number>>
  /** Records those values in the current life. */
  look(): Promise<void>
  /** Records the memory of the process, as the system reports it. */
  weigh(): Promise<void>
  stop(): Promise<void>
}

interface Program {
  /** For Node: flags and a file. */
  args: string[]
  env: Record<string, string>
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** The samples of `/metrics` that have no labels. */
function readFigures(text: string): Record<string, number> {
  const samples = text.matchAll(/^(\w+) (\S+)$/gm)
  return Object.fromEntries(Array.from(samples, ([, name, value]) => [name, Number(value)]))
}

/** One server at a fixed address, through as many processes as there are kills. */
export async function startKilledServer({ args, env }: Program, watch: SecretWatch): Promise<KilledServer> {
  watch.keep([METRICS_TOKEN])
  const port = await choosePort()
  const url = `http://127.0.0.1:${port}`
  const lives: Life[] = []
  let began = 0
  let running: Promise<Running>

  function start(): Promise<Running> {
    return startProcess(
      ['--trace-gc', ...args],
      {
        ...env,
        PORT: String(port),
        APP_BIND: '127.0.0.1',
        APP_LOG_LEVEL: 'error',
        APP_METRICS_TOKEN: METRICS_TOKEN,
        APP_LIBRARY_CALLBACK_URL: url,
        // Each person comes from an address of their own.
        APP_TRUSTED_PROXIES: '127.0.0.1',
      },
      READY,
      text => {
        for (const [, mb] of text.matchAll(COLLECTED)) life().kept.push({ at_ms: age(), mb: Number(mb) })
      },
      watch.follow('what the server printed'),
    ).then(started => {
      began = performance.now()
      lives.push({
        started_ms: Math.round(started.started_ms),
        lasted_ms: 0,
        killed: false,
        loop_p99_ms: null,
        memory: [],
        kept: [],
      })
      return started
    })
  }

  const life = () => lives.at(-1) as Life
  const age = () => Math.round(performance.now() - began)

  async function figures(): Promise<Record<string, number>> {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    return readFigures(await answer.text())
  }

  async function look(): Promise<void> {
    const now = life()
    const said = await figures()
    const p99_ms = (said['nodejs_eventloop_lag_p99_seconds'] ?? 0) * 1000
    // Each read of the metrics begins a new measuring period; the worst period is what counts.
    now.loop_p99_ms = Math.max(now.loop_p99_ms ?? 0, p99_ms)
  }

  running = start()
  await running
  return {
    port,
    lives,
    up: async () => void (await running),
    figures,
    look,
    async weigh() {
      const alive = await running
      life().memory.push({ at_ms: age(), resident_mb: alive.resident_mb() })
    },
    async kill(delay_ms) {
      const doomed = await running
      await look().catch(() => {})
      await pause(delay_ms)
      Object.assign(life(), { lasted_ms: age(), killed: true })
      const dead = doomed.kill()
      running = dead.then(start)
      await running
    },
    async stop() {
      const last = await running
      life().lasted_ms = age()
      await last.stop()
    },
  }
}
