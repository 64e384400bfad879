import autocannon from 'autocannon'

export interface Load {
  per_second: number
  p50_ms: number
  p99_ms: number
  failures: number
}

export interface Target {
  url: string
  headers?: Record<string, string>
}

const CONNECTIONS = 32

/** Loopback only, bounded in time. */
export async function load({ url, headers = {} }: Target, seconds: number): Promise<Load> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds })
  return {
    per_second: result.requests.average,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

export interface Comparison {
  name: string
  ratio: number
  ours: Load
  bare: Load
}

export interface Effort {
  rounds: number
  seconds: number
}

const FULL: Effort = { rounds: 3, seconds: 4 }

/**
 * Both are sent the same request, headers included. Interleaved, so that a slow moment of the machine falls
 * on both; the middle round of each counts.
 */
export async function compare(
  name: string,
  ours: Target,
  bareUrl: string,
  { rounds: count, seconds }: Effort = FULL,
): Promise<Comparison> {
  const bare = { ...ours, url: bareUrl }
  await load(ours, 1)
  await load(bare, 1)
  const rounds: { ours: Load; bare: Load }[] = []
  for (let i = 0; i < count; i += 1) {
    rounds.push({ bare: await load(bare, seconds), ours: await load(ours, seconds) })
  }
  return middleOf(
    rounds.map(round => ({ name, ...round, ratio: round.ours.per_second / round.bare.per_second })),
  )
}

/** The one with the middle ratio. */
export function middleOf(comparisons: readonly Comparison[]): Comparison {
  const byRatio = comparisons.toSorted((a, b) => a.ratio - b.ratio)
  const middle = byRatio[Math.floor(byRatio.length / 2)]
  if (!middle) throw new Error('nothing was compared')
  return middle
}
