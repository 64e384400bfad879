import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { actionContext, actionOutput, QueueId, QueueMediaType } from './action-parts.ts'

export const removeQueueItem = defineTool({
  name: 'remove_queue_item',
  title: 'Remove a download',
  description:
    'Removes a download from the queue and deletes it in the download client. A season pack has one row per episode; removing one removes the whole download. With blocklist, its release is never grabbed again and the manager may search for another one; to prevent that search, use remediate_queue_item with blocklist_only. Ask the person before removing.',
  permission: 'downloads:manage',
  hint: 'destructive',
  input: z.strictObject({
    queue_id: QueueId,
    media_type: QueueMediaType,
    blocklist: z.boolean().optional().describe('Never grab this release again. Default false.'),
  }),
  output: z.object(actionOutput),
  run: (input, call) => call.operations.actions.removeQueueItem(input, actionContext(call)),
})
