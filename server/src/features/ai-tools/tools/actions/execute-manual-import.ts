import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { fitRows } from '../fit-result.ts'
import { actionContext, QueueId, QueueMediaType, startedOutput } from './action-parts.ts'

const LIST_BYTES = 12 * 1024

export const executeManualImport = defineTool({
  name: 'execute_manual_import',
  title: 'Import a finished download',
  description:
    'Imports the files of a finished download that waits in the queue, under the titles that the library manager recognised. Call get_manual_import_candidates first. It refuses while the manager rejects any file; with force it imports rejected files too, which may replace better ones, so use it only after the person agreed. Files that belong to no known title are never imported.',
  permission: 'downloads:manage',
  hint: 'destructive',
  input: z.strictObject({
    queue_id: QueueId,
    media_type: QueueMediaType,
    force: z.boolean().optional().describe('Import although the manager rejects files. Default false.'),
  }),
  output: z.object({
    ...startedOutput,
    imported: z.array(z.string()).describe('Names of the files.'),
    imported_total: z.int(),
    skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
    skipped_total: z.int(),
  }),
  async run(input, call) {
    const result = await call.operations.actions.executeManualImport(input, actionContext(call))
    return {
      ...result,
      imported: fitRows(result.imported, LIST_BYTES).rows,
      imported_total: result.imported.length,
      skipped: fitRows(result.skipped, LIST_BYTES).rows,
      skipped_total: result.skipped.length,
    }
  },
})
