import { readFileSync } from 'node:fs'

/** Since this machine started, in ticks of all its processors. */
interface ProcessorTime {
  all: number
  /** Wanted by this machine, and given to another one on the same host. */
  stolen: number
}

/** From the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq and steal. */
export function processorTimeIn(stat: string): ProcessorTime | null {
  const ticks = /^cpu +([\d ]+)/.exec(stat)?.[1]?.split(' ').slice(0, 8).map(Number)
  const stolen = ticks?.[7]
  return ticks && stolen !== undefined ? { all: ticks.reduce((sum, some) => sum + some, 0), stolen } : null
}

/** Null on a system that does not count it. */
export function readProcessorTime(): ProcessorTime | null {
  return process.platform === 'linux' ? processorTimeIn(readFileSync('/proc/stat', 'utf8')) : null
}

/** The share of the time in between that other machines on the host took. */
export function stolenShare(before: ProcessorTime | null, after: ProcessorTime | null): number | null {
  if (!before || !after || after.all === before.all) return null
  return (after.stolen - before.stolen) / (after.all - before.all)
}
