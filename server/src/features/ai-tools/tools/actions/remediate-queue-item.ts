import { z } from 'zod'
import { REMEDIATIONS } from '#features/library-operations/index.ts'
import { defineTool } from '../../define-tool.ts'
import { actionContext, actionOutput, QueueId, QueueMediaType } from './action-parts.ts'

export const remediateQueueItem = defineTool({
  name: 'remediate_queue_item',
  title: 'Fix a stuck download',
  description:
    'Clears a failed or stuck download. remove: delete it. blocklist_search: delete it, never grab that release again and let the manager search for another one. blocklist_only: the same without a new search. change_category: keep the files in the download client and hand them over to its category for imported downloads; only where the client has one. Call diagnose_queue first to know what is wrong, and ask the person before acting.',
  permission: 'downloads:manage',
  hint: 'destructive',
  input: z.strictObject({
    queue_id: QueueId,
    media_type: QueueMediaType,
    action: z.enum(REMEDIATIONS),
  }),
  output: z.object(actionOutput),
  run: (input, call) => call.operations.actions.remediateQueueItem(input, actionContext(call)),
})
