import type { Life } from './killed-server.ts'
import type { SoakResult } from './run.ts'

/** What `monitorEventLoopDelay` calls delay holds the time between two looks, which an idle process shows, too. */
const LOOKS_EVERY_MS = 20
export const LOOP_P99_AT_MOST_MS = 50
/** Of the last life, once its caches are warm. */
const WARM_MS = 60_000
export const GROWTH_AT_MOST_MB_PER_MINUTE = 2
/** Lives are compared at this age. */
const AGE_MS = 8000
export const GROWTH_AT_MOST_MB_PER_LIFE = 1

export interface SoakFigures {
  kills: number
  started_ms: number
  /** How late timers were: 99 of a hundred by less. The worst life, and the one in the middle. */
  loop_p99_ms: { worst: number; middle: number }
  /** Of what is kept after a collection, in the last life from its first minute on. */
  growth_mb_per_minute: number
  kept_mb: { first: number; last: number; collections: number }
  /** Of memory at the same age, from one life to the next. */
  growth_mb_per_life: number
  resident_mb: { first: number; last: number; most: number }
}

interface Point {
  x: number
  y: number
}

/** Of the line that fits best; 0 for fewer than two points. */
export function slopeOf(points: readonly Point[]): number {
  const n = points.length
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / n
  const [x, y] = [mean(point => point.x), mean(point => point.y)]
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  if (n < 2 || spread === 0) return 0
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Its memory at that age; undefined: it did not get that old. */
function residentAt({ memory }: Life, age_ms: number): number | undefined {
  return memory.find(one => one.at_ms >= age_ms)?.resident_mb
}

export function figuresOf({ lives }: Pick<SoakResult, 'lives'>): SoakFigures {
  const delays = lives.flatMap(life => life.loop_p99_ms ?? []).map(ms => Math.max(0, ms - LOOKS_EVERY_MS))
  const last = lives.at(-1)
  const warm = (last?.memory ?? []).filter(one => one.at_ms >= WARM_MS)
  const kept = (last?.kept ?? []).filter(one => one.at_ms >= WARM_MS)
  // The first life is another kind: it also creates everybody.
  const young = lives.slice(1).flatMap((life, x) => {
    const y = residentAt(life, AGE_MS)
    return y === undefined ? [] : [{ x, y }]
  })
  const all = lives.flatMap(life => life.memory.map(one => one.resident_mb))
  return {
    kills: lives.filter(life => life.killed).length,
    started_ms: middleOf(lives.map(life => life.started_ms)),
    loop_p99_ms: { worst: Math.max(...delays), middle: middleOf(delays) },
    growth_mb_per_minute: slopeOf(kept.map(({ at_ms, mb }) => ({ x: at_ms / 60_000, y: mb }))),
    kept_mb: {
      first: kept[0]?.mb ?? Number.NaN,
      last: kept.at(-1)?.mb ?? Number.NaN,
      collections: kept.length,
    },
    growth_mb_per_life: slopeOf(young),
    resident_mb: {
      first: warm[0]?.resident_mb ?? Number.NaN,
      last: warm.at(-1)?.resident_mb ?? Number.NaN,
      most: Math.max(...all),
    },
  }
}

/** Sentences about figures that are beyond their bounds. Only the run of ten minutes asks. */
export function beyondBounds(figures: SoakFigures): string[] {
  const { loop_p99_ms, growth_mb_per_minute, growth_mb_per_life, kept_mb } = figures
  return [
    ...(loop_p99_ms.worst < LOOP_P99_AT_MOST_MS
      ? []
      : [`In one life, the event loop was late by ${loop_p99_ms.worst.toFixed(0)} ms (p99).`]),
    ...(growth_mb_per_minute < GROWTH_AT_MOST_MB_PER_MINUTE
      ? []
      : [`What is kept in memory grew by ${growth_mb_per_minute.toFixed(2)} MB a minute.`]),
    ...(kept_mb.collections > 1 ? [] : ['There were too few collections to judge what is kept in memory.']),
    ...(growth_mb_per_life < GROWTH_AT_MOST_MB_PER_LIFE
      ? []
      : [`Memory grew by ${growth_mb_per_life.toFixed(2)} MB from one life to the next.`]),
  ]
}
