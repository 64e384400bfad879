import { LIBRARY_MANAGERS, MediaType, mediaTypeOf } from '@foyer/contract/instances/instance-types'
import { getInstances } from '@foyer/contract/instances/instances'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'

const Instance = z.object({
  instance_id: z.string(),
  name: z.string(),
  service: z.enum(LIBRARY_MANAGERS),
  media_type: MediaType,
  is_default: z.boolean(),
})

export const listLibraryInstances = defineTool({
  name: 'list_library_instances',
  title: 'List the libraries',
  description:
    'Lists the configured libraries with the ids that other tools take as instance_id. is_default marks the one that movies and shows go to. ' +
    'service narrows the list to one kind.',
  permission: 'instances:manage',
  hint: 'read',
  input: z.object({ service: z.enum(LIBRARY_MANAGERS).optional() }),
  output: z.object({ instances: z.array(Instance) }),
  async run({ service }, { call }) {
    const instances = await call(getInstances, {})
    return {
      instances: instances.flatMap(({ id, name, service_type, is_default }) => {
        const kind = LIBRARY_MANAGERS.find(one => one === service_type)
        if (!kind || (service !== undefined && kind !== service)) return []
        return [{ instance_id: id, name, service: kind, media_type: mediaTypeOf(kind), is_default }]
      }),
    }
  },
})
