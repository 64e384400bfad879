import { LIBRARY_MANAGERS } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'

/** The library manager that a tool speaks to. */
export const ManagerInput = {
  service: z.enum(LIBRARY_MANAGERS).describe('The kind of library manager: movies, series, books or music.'),
  instance_id: z
    .string()
    .min(1)
    .optional()
    .describe('Which one, from list_library_instances. Left out: the default of this kind.'),
}

export const ManagerOutput = { instance_id: z.string(), instance_name: z.string() }
