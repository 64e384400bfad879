import type { Transport } from '#kit/outbound.ts'
import type { ConnectionTester } from '#ports/instance-connection.ts'
import { createTdarrClient, TDARR } from './tdarr-client.ts'

/** 1/I: the test uses every read shape, because they differ between versions. */
export function createTdarrConnection(internal: Transport): ConnectionTester {
  const client = createTdarrClient(internal)
  return {
    product: TDARR,
    async test(connection, signal) {
      const { version } = await client.status(connection, signal)
      await Promise.all([
        client.nodes(connection, signal),
        client.libraries(connection, signal),
        client.statistics(connection, signal),
        client.pies(connection, '', signal),
      ])
      return { version }
    },
  }
}
