import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { InstanceId, libraryOf, presentLibraries } from './library-results.ts'

const MAX_DISKS = 60

const Disk = z.object({
  path: z.string(),
  label: z.string(),
  free_bytes: z.number(),
  total_bytes: z.number(),
  free_percent: z.int().nullable(),
})

export const getDiskSpace = defineTool({
  name: 'get_disk_space',
  title: 'Show how much disk space is left',
  description:
    'Shows for each library the disks it sees, how large they are and how much is free. Libraries on one machine show the same disks. ' +
    'Use it when imports fail or before large requests.',
  permission: 'system:read',
  hint: 'read',
  input: z.object({ instance_id: InstanceId.optional() }),
  output: z.object({ libraries: z.array(libraryOf(Disk)) }),
  async run({ instance_id }, { caller, operations, signal }) {
    const answers = await operations.reads.disks({ caller, instance_id, signal })
    return presentLibraries(answers, MAX_DISKS, ({ disks }) => ({
      items: disks.map(disk => ({
        ...disk,
        free_percent: disk.total_bytes > 0 ? Math.floor((100 * disk.free_bytes) / disk.total_bytes) : null,
      })),
    }))
  },
})
