import type { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { probe } from '../probe/probe.ts'

export const JELLYFIN = 'Jellyfin'

/** jellyfin.md: the only form that works everywhere; `X-Emby-Token` is refused by newer servers. */
export function jellyfinAuthorization(token: string | null, device_id = 'foyer'): string {
  const parts = [`Client="Foyer"`, `Device="server"`, `DeviceId="${device_id}"`, `Version="1.0.0"`]
  if (token !== null) parts.push(`Token="${encodeURIComponent(token)}"`)
  return `MediaBrowser ${parts.join(', ')}`
}

/** Reads one JSON response; `open` sends no key. */
export function readJellyfin<S extends z.core.$ZodType>(
  internal: Transport,
  connection: Connection,
  call: { path: string; schema: S; signal: AbortSignal; open?: true },
): Promise<z.output<S>> {
  const { path, schema, signal, open } = call
  const headers = open ? {} : { authorization: jellyfinAuthorization(connection.api_key) }
  const url = `${connection.url}${path}`
  return probe(internal, { upstream: JELLYFIN, url, headers, signal }, schema)
}
