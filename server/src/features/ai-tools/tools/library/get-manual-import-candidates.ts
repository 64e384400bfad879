import { MediaType, mediaTypeOf } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { fitRows, fitText } from '../fit-result.ts'
import { TitleFields } from './library-results.ts'

const MAX_FILES = 60

const Candidate = z.object({
  name: z.string(),
  size_bytes: z.number(),
  ...TitleFields,
  episode_numbers: z.array(z.int()).optional(),
  quality: z.string().nullable(),
  languages: z.array(z.string()),
  release_group: z.string().nullable(),
  rejections: z.array(z.object({ reason: z.string(), permanent: z.boolean() })),
})

export const getManualImportCandidates = defineTool({
  name: 'get_manual_import_candidates',
  title: 'Show the files of a download that was not imported',
  description:
    'Shows the files of one finished download, what the library takes each for and what it has against importing it. ' +
    'queue_id comes from get_queue or diagnose_queue. Without rejections, execute_manual_import imports the files; ' +
    'with rejections only with force, which the person must want. It can take a minute.',
  permission: 'downloads:read',
  hint: 'read',
  input: z.object({ queue_id: z.int(), media_type: MediaType }),
  output: z.object({
    instance_id: z.string(),
    instance_name: z.string(),
    media_type: MediaType,
    queue_id: z.int(),
    release: z.string(),
    items: z.array(Candidate),
    total: z.int(),
    truncated: z.boolean(),
  }),
  async run({ queue_id, media_type }, { caller, operations, signal }) {
    const scope = { caller, queue_id, media_type, signal }
    const { manager, entry, candidates } = await operations.reads.importCandidates(scope)
    const { rows } = fitRows(
      candidates.slice(0, MAX_FILES).map(({ title, rejections, ...file }) => ({
        ...file,
        ...(title ?? { title: null }),
        name: fitText(file.name),
        rejections: rejections.map(({ reason, permanent }) => ({ reason: fitText(reason), permanent })),
      })),
    )
    return {
      instance_id: manager.id,
      instance_name: manager.name,
      media_type: mediaTypeOf(manager.service_type),
      queue_id,
      release: fitText(entry.release),
      items: rows,
      total: candidates.length,
      truncated: rows.length < candidates.length,
    }
  },
})
