import { SEND_STATES } from '@foyer/contract/operations/outbox'
import { DELIVERY_STATES } from '@foyer/contract/requests/requests'
import type { Database } from '#db/database.ts'
import { databaseBytes } from '#db/size.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Meters } from '#kit/metrics/meters.ts'
import { createProcessFigures, gauge } from '#kit/metrics/process-figures.ts'
import { type Figure, prometheusText } from '#kit/metrics/prometheus-text.ts'
import { type NamedCacheStats, readCaches } from '#kit/named-caches.ts'
import { countDeliveries, countJobs, countSends } from '../outbox/state-store.ts'

const JOB_STATES = ['ready', 'running', 'parked', 'attention'] as const

export interface MetricsParts {
  database: Database
  clock: Clock
  log: Log
  version: string
  meters: Meters
  openStreams: () => number
}

/** All figures of C66 as Prometheus reads them. Nothing names a person, a title or an address. */
export function createMetrics(parts: MetricsParts) {
  const { database, clock, log, meters } = parts
  const process_figures = createProcessFigures(parts)

  /** Everything else is still reported while the database cannot be read. */
  async function storedFigures(): Promise<Figure[]> {
    const readable = (value: 0 | 1) =>
      gauge('foyer_database_readable', 'Whether the database answered this read.', value)
    try {
      const { read } = database
      const [jobs, deliveries, sends, bytes] = await Promise.all([
        countJobs(read),
        countDeliveries(read),
        countSends(read),
        databaseBytes(database),
      ])
      return [
        byState('foyer_jobs', 'Saved jobs by state.', JOB_STATES, jobs),
        byState('foyer_deliveries', 'Deliveries by state.', DELIVERY_STATES, deliveries),
        byState('foyer_outbox', 'Alerts to one destination each, by state.', SEND_STATES, sends),
        gauge('foyer_database_bytes', 'Size of the database.', bytes, { engine: database.engine }),
        readable(1),
      ]
    } catch (error) {
      log.warn({ err: error }, 'the figures of the database could not be read')
      return [readable(0)]
    }
  }

  return {
    async read(): Promise<string> {
      const caches = readCaches(clock)
      return prometheusText([
        ...meters.figures(),
        ...(await storedFigures()),
        byCache('foyer_cache_hits_total', 'Reads that a cache answered.', caches, one => one.hits),
        byCache(
          'foyer_cache_misses_total',
          'Reads that a cache could not answer.',
          caches,
          one => one.misses,
        ),
        gauge('foyer_event_streams', 'Open event streams of this process.', parts.openStreams()),
        ...process_figures.figures(),
      ])
    },
    stop: process_figures.stop,
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** With every state, also those of which there are none: a series that comes and goes cannot be compared. */
function byState(
  name: string,
  help: string,
  states: readonly string[],
  counted: ReadonlyMap<string, number>,
): Figure {
  const samples = states.map(state => ({ labels: { state }, value: counted.get(state) ?? 0 }))
  return { name, help, type: 'gauge', samples }
}

function byCache(
  name: string,
  help: string,
  caches: readonly NamedCacheStats[],
  count: (cache: NamedCacheStats) => number,
): Figure {
  const samples = caches.map(cache => ({ labels: { cache: cache.name }, value: count(cache) }))
  return { name, help, type: 'counter', samples }
}
