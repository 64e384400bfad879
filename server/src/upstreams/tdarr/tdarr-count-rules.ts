import type { TranscoderCount, TranscoderCounts } from '#ports/transcoder.ts'
import type { TdarrPies, TdarrStatistics } from './tdarr-wire.ts'

type Table = Exclude<keyof TdarrStatistics, 'totalFileCount'>

/** tdarr.md, "Buckets": two tables hold more than their name says, and the labels say so (2/4.11). */
const TRANSCODES: readonly [label: string, Table][] = [
  ['Queued', 'table1Count'],
  ['Success / not required', 'table2Count'],
  ['Errors / cancelled', 'table3Count'],
  ['Held', 'table0Count'],
]
const HEALTH_CHECKS: readonly [label: string, Table][] = [
  ['Queued', 'table4Count'],
  ['Success', 'table5Count'],
  ['Errors / cancelled', 'table6Count'],
]

export function totalsOf(statistics: TdarrStatistics): TranscoderCounts {
  const count = ([label, table]: readonly [string, Table]) => ({ label, value: statistics[table] ?? null })
  return {
    total_files: statistics.totalFileCount ?? null,
    transcodes: TRANSCODES.map(count),
    health_checks: HEALTH_CHECKS.map(count),
  }
}

/** 2:4.11: the labels of one library stay apart and as they are, also those that are new. */
export function countsOfPies({ pieStats: { totalFiles, status } }: TdarrPies): TranscoderCounts {
  return {
    total_files: totalFiles ?? null,
    transcodes: countsOf(status?.transcode),
    // Clients disagree about the spelling of this one.
    health_checks: countsOf(status?.healthcheck ?? status?.healthCheck),
  }
}

type Slices = NonNullable<TdarrPies['pieStats']['status']>['transcode']

function countsOf(slices: Slices): TranscoderCount[] {
  return (slices ?? []).map(({ name, value }) => ({ label: name, value: value ?? null }))
}
