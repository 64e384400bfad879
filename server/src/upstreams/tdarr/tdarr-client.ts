import type { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { isMissingPath, mismatch, probe } from '../probe/probe.ts'
import { TdarrLibraries, TdarrNodes, TdarrPies, TdarrStatistics, TdarrStatus } from './tdarr-wire.ts'

export const TDARR = 'Tdarr'

/** 2/4.11: for each read. */
const TIMEOUT_MS = 30_000
const MAX_BYTES = 16 * 1024 * 1024

/** `cruddb` can also write and delete: its bodies are these constants and nothing else (tdarr.md). */
const LIBRARIES = { data: { collection: 'LibrarySettingsJSONDB', mode: 'getAll', docID: '', obj: {} } }
const STATISTICS = {
  data: { collection: 'StatisticsJSONDB', mode: 'getById', docID: 'statistics', obj: {} },
}

/** The five reads of Tdarr, API v2, and no other call (2:4.11). */
export function createTdarrClient(internal: Transport) {
  function send<S extends z.core.$ZodType>(
    { url, api_key }: Connection,
    { path, schema, json }: { path: string; schema: S; json?: unknown },
    signal: AbortSignal,
  ): Promise<z.output<S>> {
    return probe(
      internal,
      {
        upstream: TDARR,
        url: `${url}/api/v2/${path}`,
        method: json === undefined ? 'GET' : 'POST',
        headers: { 'x-api-key': api_key ?? undefined },
        ...(json !== undefined && { json }),
        timeout_ms: TIMEOUT_MS,
        max_bytes: MAX_BYTES,
        signal,
      },
      schema,
    )
  }

  /** For what every supported version has: if it is missing or different, this is another version. */
  async function read<S extends z.core.$ZodType>(
    connection: Connection,
    call: { path: string; schema: S; json?: unknown },
    signal: AbortSignal,
  ): Promise<z.output<S>> {
    try {
      return await send(connection, call, signal)
    } catch (error) {
      throw isMisshapen(error) ? mismatch(TDARR, 'incompatible', error) : error
    }
  }

  return {
    /** The only one that can find another product at the address. */
    status: (connection: Connection, signal: AbortSignal) =>
      send(connection, { path: 'status', schema: TdarrStatus }, signal),
    nodes: (connection: Connection, signal: AbortSignal) =>
      read(connection, { path: 'get-nodes', schema: TdarrNodes }, signal),
    libraries: (connection: Connection, signal: AbortSignal) =>
      read(connection, { path: 'cruddb', schema: TdarrLibraries, json: LIBRARIES }, signal),
    statistics: (connection: Connection, signal: AbortSignal) =>
      read(connection, { path: 'cruddb', schema: TdarrStatistics, json: STATISTICS }, signal),
    /** An empty id stands for all libraries. */
    pies: (connection: Connection, libraryId: string, signal: AbortSignal) =>
      read(connection, { path: 'stats/get-pies', schema: TdarrPies, json: { data: { libraryId } } }, signal),
  }
}

function isMisshapen(error: unknown): boolean {
  return isMissingPath(error) || (error instanceof UpstreamFault && error.category === 'wrong_service')
}
