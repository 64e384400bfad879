import { MediaType } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { fitText } from '../fit-result.ts'
import { InstanceId, libraryOf, presentLibraries } from './library-results.ts'

const MAX_ISSUES = 40

const Issue = z.object({ level: z.string(), source: z.string(), message: z.string() })

export const getLibraryHealth = defineTool({
  name: 'get_library_health',
  title: 'Check the condition of the libraries',
  description:
    'Lists what the libraries themselves report as wrong: indexers or download clients that fail, missing folders, and so on. ' +
    'An empty list means that the library reports no problem. Use it when searches find nothing or downloads do not begin.',
  permission: 'library:read',
  hint: 'read',
  input: z.object({ media_type: MediaType.optional(), instance_id: InstanceId.optional() }),
  output: z.object({ libraries: z.array(libraryOf(Issue)) }),
  async run({ media_type, instance_id }, { caller, operations, signal }) {
    const answers = await operations.reads.health({ caller, media_type, instance_id, signal })
    return presentLibraries(answers, MAX_ISSUES, ({ issues }) => ({
      items: issues.map(({ level, source, message }) => ({ level, source, message: fitText(message) })),
    }))
  },
})
