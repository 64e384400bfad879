import type { z } from 'zod'
import type { OutboundRequest, Transport } from '#kit/outbound.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { probe } from '../probe/probe.ts'

export const PLEX = 'Plex'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 16 * 1024 * 1024

/** Foyer's identity for Plex; the identifier must stay the same for the whole life of a pin. */
export interface PlexIdentity {
  client_identifier: string
  version: string
}

export function plexHeaders(
  { client_identifier, version }: PlexIdentity,
  token?: string | null,
): Record<string, string | undefined> {
  return {
    accept: 'application/json',
    'x-plex-client-identifier': client_identifier,
    'x-plex-product': 'Foyer',
    'x-plex-version': version,
    'x-plex-device-name': 'Foyer',
    // Header only, never in an address (plex.md).
    'x-plex-token': token ?? undefined,
  }
}

interface PlexTvCall
  extends Pick<OutboundRequest, 'method' | 'query' | 'json' | 'accept_statuses' | 'idempotent'> {
  path: string
  token?: string | null
  signal: AbortSignal | undefined
}

/** One call to plex.tv. */
export function createPlexTvCall(external: Transport, plex_tv: string, identity: PlexIdentity) {
  return ({ path, token, signal, ...rest }: PlexTvCall) =>
    external.send({
      ...rest,
      upstream: PLEX,
      url: `${plex_tv}${path}`,
      headers: plexHeaders(identity, token),
      credential: true,
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
      ...(signal && { signal }),
    })
}

/** Reads from the media server itself; `open` sends no token. */
export function readPlexServer<S extends z.core.$ZodType>(
  internal: Transport,
  identity: PlexIdentity,
  connection: Connection,
  call: { path: string; schema: S; signal: AbortSignal; open?: true },
): Promise<z.output<S>> {
  const { path, schema, signal, open } = call
  const headers = plexHeaders(identity, open ? null : connection.api_key)
  return probe(internal, { upstream: PLEX, url: `${connection.url}${path}`, headers, signal }, schema)
}
