import { compare, type Effort, type Target } from './load.ts'

/** The hottest check of all may cost this much of a cached answer. */
export const SESSION_CHECK_AT_MOST = 0.1

export interface SessionCheckCost {
  /** Time spent on the check, as a share of the time of the same answer without it. */
  share: number
  guarded_per_second: number
  open_per_second: number
}

/** The same bytes with and without the check, from one server and with the same headers, in turns. */
export async function measureSessionCheck(
  guarded: Target,
  openUrl: string,
  effort?: Effort,
): Promise<SessionCheckCost> {
  const { ratio, ours, bare } = await compare('session check', guarded, openUrl, effort)
  return {
    // Below nothing is noise of the machine.
    share: Math.max(0, 1 / ratio - 1),
    guarded_per_second: Math.round(ours.per_second),
    open_per_second: Math.round(bare.per_second),
  }
}
