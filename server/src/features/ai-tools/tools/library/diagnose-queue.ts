import { MediaType } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import { QUEUE_PROBLEMS } from '#features/library-operations/index.ts'
import { defineTool } from '../../define-tool.ts'
import { fitText } from '../fit-result.ts'
import { InstanceId, libraryOf, presentLibraries, TitleFields } from './library-results.ts'

const MAX_DOWNLOADS = 40
const MAX_MESSAGES = 4

const Download = z.object({
  queue_id: z.int(),
  row_count: z.int(),
  ...TitleFields,
  episode_numbers: z.array(z.int()).optional(),
  release: z.string(),
  severity: z.enum(['none', 'waiting', 'problem']),
  summary: z.string(),
  problems: z.array(
    z.object({ problem: z.enum(QUEUE_PROBLEMS), sentence: z.string(), messages: z.array(z.string()) }),
  ),
  progress_percent: z.int().nullable(),
  age_minutes: z.int().nullable(),
  next_step: z
    .object({ tool: z.string(), input: z.record(z.string(), z.unknown()), why: z.string() })
    .nullable(),
})

export const diagnoseQueueTool = defineTool({
  name: 'diagnose_queue',
  title: 'Find out what is wrong with downloads',
  description:
    'Explains for each download of the libraries what is wrong with it, in words and as a problem code, with its age and progress, ' +
    'and which tool to call next with which input. Problems come first; severity "none" is on its way, "waiting" solves itself. ' +
    'Use it first when something does not arrive. Ask the person before you call a tool that changes something.',
  permission: 'library:read',
  hint: 'read',
  input: z.object({ media_type: MediaType.optional(), instance_id: InstanceId.optional() }),
  output: z.object({ libraries: z.array(libraryOf(Download)) }),
  async run({ media_type, instance_id }, { caller, operations, signal }) {
    const answers = await operations.reads.diagnose({ caller, media_type, instance_id, signal })
    return presentLibraries(answers, MAX_DOWNLOADS, ({ downloads, unread_rows }) => ({
      total: downloads.length + unread_rows,
      items: downloads.map(({ title, queue_ids, episode_numbers, problems, release, ...one }) => ({
        ...one,
        ...(title ?? { title: null }),
        row_count: queue_ids.length,
        ...(episode_numbers.length > 1 && { episode_numbers }),
        release: fitText(release),
        problems: problems.map(({ messages, ...problem }) => ({
          ...problem,
          messages: messages.slice(0, MAX_MESSAGES).map(text => fitText(text)),
        })),
      })),
    }))
  },
})
