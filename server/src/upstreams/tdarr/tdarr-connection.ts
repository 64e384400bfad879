import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { Connection, ConnectionTester } from '#ports/instance-connection.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { isMissingPath, mismatch, probe } from '../probe/probe.ts'

const TDARR = 'Tdarr'

const Status = z.object({ status: z.string(), version: z.string() })
const Nodes = z.union([z.record(z.string(), z.looseObject({})), z.array(z.looseObject({}))])
const Libraries = z.array(z.object({ _id: z.string() }))
const Statistics = z.object({ totalFileCount: z.number() })
const Pies = z.object({ pieStats: z.looseObject({}) })

/** `cruddb` can also write and delete: its bodies are these constants and nothing else (tdarr.md). */
const LIBRARIES = { data: { collection: 'LibrarySettingsJSONDB', mode: 'getAll', docID: '', obj: {} } }
const STATISTICS = {
  data: { collection: 'StatisticsJSONDB', mode: 'getById', docID: 'statistics', obj: {} },
}
const PIES = { data: { libraryId: '' } }

/** Tdarr, API v2, read only. 1/I: the test uses every read shape, because they differ between versions. */
export function createTdarrConnection(internal: Transport): ConnectionTester {
  function read<S extends z.core.$ZodType>(
    { url, api_key }: Connection,
    call: { path: string; schema: S; signal: AbortSignal; json?: unknown },
  ): Promise<z.output<S>> {
    const { path, schema, signal, json } = call
    return probe(
      internal,
      {
        upstream: TDARR,
        url: `${url}/api/v2/${path}`,
        method: json === undefined ? 'GET' : 'POST',
        headers: { 'x-api-key': api_key ?? undefined },
        ...(json !== undefined && { json }),
        signal,
      },
      schema,
    )
  }

  return {
    product: TDARR,
    async test(connection, signal) {
      const { version } = await read(connection, { path: 'status', schema: Status, signal })
      const reads = [
        read(connection, { path: 'get-nodes', schema: Nodes, signal }),
        read(connection, { path: 'cruddb', schema: Libraries, json: LIBRARIES, signal }),
        read(connection, { path: 'cruddb', schema: Statistics, json: STATISTICS, signal }),
        read(connection, { path: 'stats/get-pies', schema: Pies, json: PIES, signal }),
      ]
      await Promise.all(reads).catch((error: unknown) => {
        // It is Tdarr, so a missing or different read means another version.
        throw isMisshapen(error) ? mismatch(TDARR, 'incompatible', error) : error
      })
      return { version }
    },
  }
}

function isMisshapen(error: unknown): boolean {
  return isMissingPath(error) || (error instanceof UpstreamFault && error.category === 'wrong_service')
}
