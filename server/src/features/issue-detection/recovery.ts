import type { MediaType } from '@foyer/contract/instances/instance-types'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { QueueViews } from './queue-views.ts'
import type { IssueScope } from './rules/scope-rules.ts'
import { isReplacing } from './rules/sighting-rules.ts'

/** Whether a library is already fetching a replacement of all that a report is about (C50). */
export interface Recovery {
  /** Throws UpstreamFault when the queue cannot be read to its end: unknown is not absent. */
  isRecovering(
    scope: IssueScope & { instance_id: string; media_type: MediaType },
    signal?: AbortSignal,
  ): Promise<boolean>
}

export function createRecovery({ views }: { views: Pick<QueueViews, 'one'> }): Recovery {
  return {
    async isRecovering({ instance_id, media_type, ...scope }, signal) {
      const view = await views.one({ instance_id, media_type }, signal)
      if (view && isReplacing(view.active, scope)) return true
      if (!view?.is_complete) throw new UpstreamFault({ upstream: 'The library', kind: 'bad_answer' })
      return false
    },
  }
}
