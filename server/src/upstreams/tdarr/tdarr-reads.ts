import type { Transport } from '#kit/outbound.ts'
import type { Transcoder } from '#ports/transcoder.ts'
import { presentNodes } from './tdarr-activity-rules.ts'
import { createTdarrClient } from './tdarr-client.ts'
import { countsOfPies, totalsOf } from './tdarr-count-rules.ts'

/** What Tdarr is doing, in our words (2:4.11). */
export function createTdarrReads(internal: Transport): Transcoder {
  const client = createTdarrClient(internal)
  return {
    nodes: async (connection, signal) => presentNodes(await client.nodes(connection, signal)),
    libraries: async (connection, signal) =>
      (await client.libraries(connection, signal)).map(({ _id, name }) => ({ id: _id, name: name || _id })),
    totals: async (connection, signal) => totalsOf(await client.statistics(connection, signal)),
    countsOf: async (connection, library_id, signal) =>
      countsOfPies(await client.pies(connection, library_id, signal)),
  }
}
