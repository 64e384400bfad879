import { readFileSync, writeFileSync } from 'node:fs'
import {
  GROWTH_AT_MOST_MB_PER_LIFE,
  GROWTH_AT_MOST_MB_PER_MINUTE,
  LOOP_P99_AT_MOST_MS,
  type SoakFigures,
} from './figures.ts'
import type { SoakResult } from './run.ts'

const PAGE = 'docs/soak.md'
const BEGIN = '<!-- figures: written by npm run soak -->'
const END = '<!-- end of figures -->'

export interface Machine {
  day: string
  cores: number
  node: string
  /** The load average of a minute, when it began and when it ended. */
  load: readonly [number, number]
  /** The share of processor time that other machines on the same host took; null: not counted here. */
  stolen: number | null
}

const whole = (value: number) => String(Math.round(value))

/** The figures of one run, as lines of the page. */
export function describeRun(result: SoakResult, figures: SoakFigures, machine: Machine): string[] {
  const { plan, problems, ledger, counts, tricks, seconds } = result
  const accepted = ledger.asked.filter(({ outcome }) => typeof outcome === 'object' && 'status' in outcome)
  const cut = ledger.asked.filter(({ outcome }) => outcome === 'cut')
  const acts = [...ledger.acts.values()].reduce((sum, times) => sum + times, 0)
  const [before, after] = machine.load
  const { loop_p99_ms, resident_mb, kept_mb } = figures
  const rows: [string, string][] = [
    ['people, each with an open stream', whole(plan.people)],
    ['acts', `${acts} in ${seconds} s, set-up and settling included`],
    ['requests that were answered as accepted', whole(accepted.length)],
    [
      'requests, decisions and reads whose answer was cut off',
      `${ledger.cut}, ${cut.length} of them requests`,
    ],
    ['kills', `${figures.kills}; ready again in ${whole(figures.started_ms)} ms (middle)`],
    [
      'rows at the end',
      `${counts.requests} requests, ${counts.charges} charges, ${counts.alerts} alerts, ${counts.inbox_entries} inbox entries`,
    ],
    ['lost, doubled or half there', whole(problems.length)],
    [
      `event-loop delay, p99 of a life (at most ${LOOP_P99_AT_MOST_MS} ms)`,
      `${whole(loop_p99_ms.worst)} ms in the worst life, ${whole(loop_p99_ms.middle)} ms in the middle one`,
    ],
    [
      `kept in memory, in the last life (at most ${GROWTH_AT_MOST_MB_PER_MINUTE} MB a minute more)`,
      `${figures.growth_mb_per_minute.toFixed(2)} MB a minute; ${whole(kept_mb.first)} MB after its first minute, ` +
        `${whole(kept_mb.last)} MB at its end, ${kept_mb.collections} collections between`,
    ],
    [
      'memory with garbage, in the last life',
      `${whole(resident_mb.first)} MB after its first minute, ${whole(resident_mb.last)} MB at its end`,
    ],
    [
      `memory at the same age (at most ${GROWTH_AT_MOST_MB_PER_LIFE} MB a life)`,
      `${figures.growth_mb_per_life.toFixed(2)} MB from one life to the next; ${whole(resident_mb.most)} MB at most`,
    ],
  ]
  const played = [...tricks]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, times]) => `${name} (${times})`)
  const stolen =
    machine.stolen === null
      ? ''
      : ` Other machines on its host took ${(machine.stolen * 100).toFixed(1)} % of its time.`
  return [
    `${machine.day}, ${machine.cores} cores, Node ${machine.node}, seed \`${plan.seed}\`. The load of the machine, other programs`,
    `included, was ${before.toFixed(1)} when it began and ${after.toFixed(1)} when it ended; delays are those of a machine that busy.${stolen}`,
    '',
    '| | |',
    '|---|---|',
    ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    '',
    `What the managers did: ${played.join('; ')}.`,
  ]
}

export function writePage(lines: readonly string[]): void {
  const page = readFileSync(PAGE, 'utf8')
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (before === -1 || after === -1) throw new Error(`${PAGE} has no place for figures.`)
  writeFileSync(PAGE, `${page.slice(0, before)}${BEGIN}\n\n${lines.join('\n')}\n\n${page.slice(after)}`)
}
