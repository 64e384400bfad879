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

/** Below the limit of a result, with room for the rest of it. */
const LIST_BYTES = 24 * 1024

/** As many as fit into a result. */
export function thoseThatFit<T>(items: readonly T[], max_bytes = LIST_BYTES): T[] {
  let bytes = 0
  const tooMuch = items.findIndex(item => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1
    return bytes > max_bytes
  })
  return tooMuch === -1 ? [...items] : items.slice(0, tooMuch)
}
