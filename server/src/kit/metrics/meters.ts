import type { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Figure, Labels, Sample } from './prometheus-text.ts'

/** Seconds. Few, because there is a series for each, times routes, methods and classes. */
const BUCKETS = [0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export interface Answered {
  /** The pattern of the route, never an address: those name people and titles. */
  route: string
  method: string
  status: number
  /** Null for streams, which last as long as somebody listens. */
  seconds: number | null
}

/** Figures that are counted as they happen (C66). */
export interface Meters {
  countAnswer(answered: Answered): void
  countFault(fault: UpstreamFault): void
  figures(): Figure[]
}

interface AnswerSeries {
  labels: Labels
  total: number
  timed: number
  seconds: number
  /** By bucket, each answer in the first that holds it. */
  counts: number[]
}

export function createMeters(): Meters {
  const answers = new Map<string, AnswerSeries>()
  const faults = new Map<string, { labels: Labels; total: number }>()

  function seriesOf({ route, method, status }: Answered): AnswerSeries {
    const status_class = `${Math.floor(status / 100)}xx`
    const key = `${method} ${route} ${status_class}`
    const known = answers.get(key)
    if (known) return known
    const labels = { route, method, status: status_class }
    const series = { labels, total: 0, timed: 0, seconds: 0, counts: BUCKETS.map(() => 0) }
    answers.set(key, series)
    return series
  }

  return {
    countAnswer(answered) {
      const series = seriesOf(answered)
      series.total += 1
      const { seconds } = answered
      if (seconds === null) return
      series.timed += 1
      series.seconds += seconds
      const at = BUCKETS.findIndex(limit => seconds <= limit)
      if (at !== -1) series.counts[at] = (series.counts[at] ?? 0) + 1
    },

    countFault({ upstream, kind }) {
      const key = `${upstream} ${kind}`
      const series = faults.get(key) ?? { labels: { product: upstream, kind }, total: 0 }
      series.total += 1
      faults.set(key, series)
    },

    figures: () => [
      {
        name: 'foyer_http_requests_total',
        help: 'Answered requests by route, method and class of status.',
        type: 'counter',
        samples: [...answers.values()].map(({ labels, total }) => ({ labels, value: total })),
      },
      {
        name: 'foyer_http_request_seconds',
        help: 'How long answers took, without streams.',
        type: 'histogram',
        samples: [...answers.values()].filter(({ timed }) => timed > 0).flatMap(histogramSamples),
      },
      {
        name: 'foyer_upstream_faults_total',
        help: 'Calls to other products that failed, by product and kind of fault.',
        type: 'counter',
        samples: [...faults.values()].map(({ labels, total }) => ({ labels, value: total })),
      },
    ],
  }
}

function histogramSamples({ labels, timed, seconds, counts }: AnswerSeries): Sample[] {
  let below = 0
  const buckets = BUCKETS.map((limit, at): Sample => {
    below += counts[at] ?? 0
    return { suffix: '_bucket', labels: { ...labels, le: String(limit) }, value: below }
  })
  return [
    ...buckets,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: timed },
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: timed },
  ]
}
