import { LIBRARY_MANAGERS, mediaTypeOf } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import { SETTINGS_SECTIONS } from '#ports/manager-reads.ts'
import { defineTool } from '../../define-tool.ts'
import { libraryOf, presentLibraries } from './library-results.ts'

const MAX_ROWS = 60

export const getServiceConfig = defineTool({
  name: 'get_service_config',
  title: 'Show settings of the libraries',
  description:
    'Shows one part of the settings of the libraries of one kind: indexers, delay_profiles, release_profiles, download_clients or remote_path_mappings. ' +
    'Keys, passwords and addresses of indexers are never included. Use it when diagnose_queue points to it.',
  permission: 'library:read',
  hint: 'read',
  input: z.object({ service: z.enum(LIBRARY_MANAGERS), section: z.enum(SETTINGS_SECTIONS) }),
  output: z.object({ libraries: z.array(libraryOf(z.record(z.string(), z.unknown()))) }),
  async run({ service, section }, { caller, operations, signal }) {
    const scope = { caller, media_type: mediaTypeOf(service), section, signal }
    return presentLibraries(await operations.reads.settings(scope), MAX_ROWS, ({ rows }) => ({ items: rows }))
  },
})
