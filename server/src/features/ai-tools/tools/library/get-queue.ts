import { MediaType } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import { progressOf } from '#features/library-operations/index.ts'
import { defineTool } from '../../define-tool.ts'
import { fitText } from '../fit-result.ts'
import { InstanceId, libraryOf, presentLibraries, TitleFields } from './library-results.ts'

const MAX_ROWS = 60
const MAX_MESSAGES = 3

const Row = z.object({
  queue_id: z.int(),
  ...TitleFields,
  release: z.string(),
  status: z.string(),
  state: z.string().nullable(),
  condition: z.enum(['ok', 'warning', 'error']),
  progress_percent: z.int().nullable(),
  size_bytes: z.number(),
  seconds_left: z.number().nullable(),
  quality: z.string().nullable(),
  protocol: z.string().nullable(),
  download_client: z.string().nullable(),
  indexer: z.string().nullable(),
  added_at: z.string().nullable(),
  messages: z.array(z.string()),
})

export const getQueue = defineTool({
  name: 'get_queue',
  title: 'Show the download queues',
  description:
    'Lists what the libraries are downloading: progress, status and messages of each row. A season pack has one row per episode. ' +
    'Use it to see what is on its way. To find out why something does not arrive, call diagnose_queue instead.',
  permission: 'library:read',
  hint: 'read',
  input: z.object({ media_type: MediaType.optional(), instance_id: InstanceId.optional() }),
  output: z.object({ libraries: z.array(libraryOf(Row)) }),
  async run({ media_type, instance_id }, { caller, operations, signal }) {
    const answers = await operations.reads.queue({ caller, media_type, instance_id, signal })
    return presentLibraries(answers, MAX_ROWS, ({ entries, total }) => ({
      total,
      items: entries.map(({ title, release, error, messages, ...entry }) => ({
        ...entry,
        ...(title ?? { title: null }),
        release: fitText(release),
        progress_percent: progressOf(entry),
        messages: [...(error === null ? [] : [error]), ...messages]
          .slice(0, MAX_MESSAGES)
          .map(text => fitText(text)),
      })),
    }))
  },
})
