import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const RELEASES = 'docs/bench/releases'
export const LATEST = 'docs/bench/latest.json'

/** What was measured, part by part, as docs/bench keeps it. An earlier version may lack parts. */
export type Measured = Record<string, object>

interface Figure {
  name: string
  value: number
  unit: 'ms' | 'MB' | 'of bare'
}

interface Earlier {
  name: string
  measured: Measured
}

/** Two runs of the same program differ by this much; a tenth more is worth a look. */
const WORTH_A_LOOK = 1.1

const numberIn = (part: object | undefined, key: string): number | undefined => {
  const value = part && Object.entries(part).find(([name]) => name === key)?.[1]
  return typeof value === 'number' ? value : undefined
}

function ofCases(part: object | undefined): Figure[] {
  const cases = part && 'cases' in part && Array.isArray(part.cases) ? part.cases : []
  return cases.flatMap((one: { name?: unknown; ratio?: unknown }) =>
    typeof one.name === 'string' && typeof one.ratio === 'number'
      ? [{ name: one.name, value: one.ratio, unit: 'of bare' as const }]
      : [],
  )
}

function ofStart(part: object | undefined): Figure[] {
  const processor = numberIn(part, 'processor_ms')
  const times = part && 'first_answer_ms' in part ? part.first_answer_ms : undefined
  const [cold, ...warm] = Array.isArray(times) ? times.map(Number) : []
  return [
    ...(cold === undefined ? [] : [{ name: 'first answer, cold', value: cold, unit: 'ms' as const }]),
    ...(warm.length === 0 ? [] : [{ name: 'first answer', value: Math.min(...warm), unit: 'ms' as const }]),
    ...(processor === undefined
      ? []
      : [{ name: 'processor until then', value: processor, unit: 'ms' as const }]),
  ]
}

/** What must not become slower or larger from one release to the next. */
export function figuresOf(measured: Measured): Figure[] {
  const { start, reads } = measured
  const sizes = { 'idle memory': numberIn(start, 'idle_mb'), 'after the load': numberIn(reads, 'loaded_mb') }
  return [
    ...ofStart(start),
    ...Object.entries(sizes).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value, unit: 'MB' as const }],
    ),
    ...Object.entries(measured).flatMap(([name, part]) => {
      const value = numberIn(part, 'ratio')
      return value === undefined ? [] : [{ name, value, unit: 'of bare' as const }]
    }),
    ...ofCases(reads),
  ]
}

const shown = ({ value, unit }: Figure) =>
  unit === 'of bare' ? `${value.toFixed(2)} ${unit}` : `${Math.round(value)} ${unit}`

/** Each figure beside the earlier one; what is a tenth worse says so. Nothing is judged by it: machines differ. */
export function describeComparison(measured: Measured, earlier: Earlier | null): string[] {
  const now = figuresOf(measured)
  if (!earlier || now.length === 0) return []
  const before = new Map(figuresOf(earlier.measured).map(figure => [figure.name, figure]))
  return [
    `beside ${earlier.name}:`,
    ...now.map(figure => {
      const other = before.get(figure.name)
      if (!other) return `  ${figure.name}: ${shown(figure)}, not measured then`
      const worse = figure.unit === 'of bare' ? other.value / figure.value : figure.value / other.value
      return `  ${figure.name}: ${shown(figure)}, then ${shown(other)}${worse > WORTH_A_LOOK ? ', worse' : ''}`
    }),
  ]
}

/** `1.10.0` comes after `1.9.0`. */
const byVersion = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

/** The last release or, before the first one, the run that was recorded last. */
export function readEarlier(folder = '.'): Earlier | null {
  const releases = join(folder, RELEASES)
  const [last] = existsSync(releases) ? readdirSync(releases).toSorted(byVersion).toReversed() : []
  const file = last ? join(releases, last) : join(folder, LATEST)
  if (!existsSync(file)) return null
  const name = last
    ? `release ${last.replace(/\.json$/, '')}`
    : 'the last recorded run (there is no release yet)'
  return { name, measured: JSON.parse(readFileSync(file, 'utf8')) as Measured }
}
