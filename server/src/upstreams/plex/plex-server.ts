import { z } from 'zod'
import type { Outbound } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { MediaServerConnection } from '#ports/media-server.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import type { ItemIds } from '../media-server/title-ids.ts'
import { PLEX, plexHeaders, type PlexIdentity } from './plex-client.ts'
import { createPlexViewers, type PlexViewer } from './plex-viewers.ts'

const Identity = z.object({ MediaContainer: z.object({ machineIdentifier: z.string() }) })
const Sections = z.object({
  MediaContainer: z.object({
    Directory: z.array(z.object({ key: z.string(), type: z.string() })).default([]),
  }),
})
export const PlexItem = z.object({
  ratingKey: z.string(),
  guid: z.string().nullish(),
  Guid: z.array(z.object({ id: z.string() })).nullish(),
})
type PlexItem = z.output<typeof PlexItem>

/** An address that does not answer must leave time for the others. */
const IDENTITY_MS = 1500
const TIMEOUT_MS = 5000
/** Far more libraries than a server has. */
const LIST_SIZE = 1000
const MAX_BYTES = 32 * 1024 * 1024
/** The name of a library's type, and its number in queries. */
export const SECTION_TYPES = { movie: { type: 'movie', number: 1 }, tv: { type: 'show', number: 2 } } as const

/** Old agents put one id into `guid` and have no list (plex.md). */
const OLD_AGENTS: Readonly<Record<string, keyof ItemIds>> = { themoviedb: 'tmdb', thetvdb: 'tvdb' }

export function idsOf({ guid, Guid }: PlexItem): ItemIds {
  const ids: ItemIds = {}
  const [, agent = '', old_id] = /^com\.plexapp\.agents\.(\w+):\/\/(\d+)/.exec(guid ?? '') ?? []
  const old_name = OLD_AGENTS[agent]
  if (old_name) ids[old_name] = old_id
  for (const { id } of Guid ?? []) {
    const [, name, value] = /^(tmdb|tvdb):\/\/(.+)$/.exec(id) ?? []
    if (name === 'tmdb' || name === 'tvdb') ids[name] = value
  }
  return ids
}

interface PlexRead {
  token: string | null
  /** The most entries of a list. */
  size?: number
  ms?: number
  signal: AbortSignal
}

/** Reads a Plex server with the token of the person's own share. */
export function createPlexServer(outbound: Outbound, plex_tv: string, identity: PlexIdentity) {
  const { internal, external } = outbound
  const viewers = createPlexViewers(external, plex_tv, identity)

  /** Without a token nothing is sent that another server must not see. */
  function read(url: string, path: string, call: PlexRead) {
    return internal.send({
      method: 'GET',
      upstream: PLEX,
      url: `${url}${path}`,
      headers: {
        ...plexHeaders(identity, call.token),
        'x-plex-container-start': '0',
        'x-plex-container-size': String(call.size ?? LIST_SIZE),
      },
      credential: true,
      timeout_ms: call.ms ?? TIMEOUT_MS,
      max_bytes: MAX_BYTES,
      signal: call.signal,
    })
  }

  async function isThatServer(url: string, machine: string, signal: AbortSignal): Promise<boolean> {
    const answer = await read(url, '/identity', { token: null, ms: IDENTITY_MS, signal })
    return answer.json(Identity).MediaContainer.machineIdentifier === machine
  }

  /** The best address at which this very server answers. It receives no token before. Null: only others answered. */
  async function reach(
    connection: MediaServerConnection,
    machine: string,
    signal: AbortSignal,
  ): Promise<string | null> {
    const urls = await viewers.addresses(connection, signal)
    const checks = urls.map(url => isThatServer(url, machine, signal).catch((error: unknown) => error))
    let failure: unknown
    for (const [i, check] of checks.entries()) {
      const answer = await check
      if (answer === true) return urls[i] ?? null
      if (answer !== false) failure ??= answer
    }
    signal.throwIfAborted()
    if (failure === undefined) return null
    throw new UpstreamFault({ upstream: PLEX, kind: 'unreachable', cause: failure })
  }

  /** Keys of the libraries that are both shared and visible. */
  async function readSections(url: string, viewer: PlexViewer, kind: ScreenKind, signal: AbortSignal) {
    const { MediaContainer } = (await read(url, '/library/sections', { token: viewer.token, signal })).json(
      Sections,
    )
    return MediaContainer.Directory.filter(
      ({ key, type }) => type === SECTION_TYPES[kind].type && (viewer.section_keys?.includes(key) ?? true),
    ).map(({ key }) => key)
  }

  return { viewers, read, reach, readSections }
}

/** The token opens the server or the library no longer. */
export function isRefused(error: unknown): boolean {
  return error instanceof UpstreamFault && (error.kind === 'rejected_key' || error.status === 404)
}
