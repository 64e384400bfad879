import {
  type AgentAction,
  MAX_BATCH,
  type postAgentActionApproveBatch,
} from '@foyer/contract/remediation/agent-actions'
import type { RouteResult } from '@foyer/contract/route'

type Results = RouteResult<typeof postAgentActionApproveBatch>['results']

interface BatchOutcome {
  results: Results
  /** Why the rest was not decided. */
  failure?: unknown
}

/** What cannot be undone is asked about first, alone or among others. */
export function asksFirst({ risk, kind }: Pick<AgentAction, 'risk' | 'kind'>): boolean {
  return risk === 'high' || kind === 'delete_media_files'
}

/** As many at a time as the server takes. What was decided before a failure keeps its verdicts. */
export async function approveInBatches(
  ids: readonly number[],
  send: (ids: number[]) => Promise<{ results: Results }>,
): Promise<BatchOutcome> {
  const results: Results = []
  for (let at = 0; at < ids.length; at += MAX_BATCH) {
    try {
      results.push(...(await send(ids.slice(at, at + MAX_BATCH))).results)
    } catch (failure) {
      if (at === 0) throw failure
      return { results, failure }
    }
  }
  return { results }
}
