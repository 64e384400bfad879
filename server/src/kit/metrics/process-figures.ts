import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Clock, iso } from '#kit/clock.ts'
import type { Figure, Labels } from './prometheus-text.ts'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6

/** Figures of this process, under the names that dashboards for Node expect. `stop` ends the measuring. */
export function createProcessFigures({ clock, version }: { clock: Clock; version: string }) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const started_at = Date.parse(iso(clock.now())) / 1000 - process.uptime()

  function read(): Figure[] {
    const memory = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const files = countOpenFiles()
    return [
      gauge('foyer_build_info', 'The version that runs, as a label.', 1, { version, node: process.version }),
      {
        name: 'process_cpu_seconds_total',
        help: 'Time on the processor, of the user and of the system.',
        type: 'counter',
        samples: [{ value: (user + system) / MICROSECONDS }],
      },
      gauge('process_start_time_seconds', 'When this process began.', started_at),
      gauge('process_resident_memory_bytes', 'Memory that this process holds.', memory.rss),
      ...(files === null ? [] : [gauge('process_open_fds', 'Open files and connections.', files)]),
      gauge('nodejs_heap_size_used_bytes', 'Memory of objects.', memory.heapUsed),
      gauge('nodejs_heap_size_total_bytes', 'Memory kept for objects.', memory.heapTotal),
      gauge('nodejs_external_memory_bytes', 'Memory outside the heap, such as buffers.', memory.external),
      gauge('nodejs_eventloop_lag_mean_seconds', 'Mean delay of timers since the last read.', mean()),
      gauge('nodejs_eventloop_lag_p99_seconds', '99 % of timers were late by less.', ninetyNinth()),
    ]
  }

  // Without a measurement yet the mean is not a number.
  const mean = () => (Number.isNaN(delay.mean) ? 0 : delay.mean / NANOSECONDS)
  const ninetyNinth = () => delay.percentile(99) / NANOSECONDS

  return {
    /** Delays are those since the last call. */
    figures(): Figure[] {
      const figures = read()
      delay.reset()
      return figures
    },
    stop: () => void delay.disable(),
  }
}

export function gauge(name: string, help: string, value: number, labels?: Labels): Figure {
  return { name, help, type: 'gauge', samples: [{ value, ...(labels && { labels }) }] }
}

/** Linux only; null elsewhere. */
function countOpenFiles(): number | null {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return null
  }
}
