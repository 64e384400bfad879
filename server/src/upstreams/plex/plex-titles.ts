import { z } from 'zod'
import type { Outbound } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { MediaServerConnection } from '#ports/media-server.ts'
import type { TitleLookup, TitleLookupResult, WantedTitle } from '#ports/title-lookup.ts'
import { type ItemIds, isSameTitle, usableIds } from '../media-server/title-ids.ts'
import { PLEX, plexHeaders, type PlexIdentity } from './plex-client.ts'
import { createPlexViewers, type PlexViewer } from './plex-viewers.ts'

const Identity = z.object({ MediaContainer: z.object({ machineIdentifier: z.string() }) })
const Sections = z.object({
  MediaContainer: z.object({
    Directory: z.array(z.object({ key: z.string(), type: z.string() })).default([]),
  }),
})
const Candidate = z.object({
  ratingKey: z.string(),
  guid: z.string().nullish(),
  Guid: z.array(z.object({ id: z.string() })).nullish(),
})
type Candidate = z.output<typeof Candidate>
const Candidates = z.object({
  MediaContainer: z.object({
    size: z.int(),
    totalSize: z.int().nullish(),
    Metadata: z.array(Candidate).default([]),
  }),
})

/** 2:4.13.6: in all libraries together. */
const MAX_CANDIDATES = 1000
/** An address that does not answer must leave time for the others. */
const IDENTITY_MS = 1500
const TIMEOUT_MS = 5000
const MAX_BYTES = 32 * 1024 * 1024
const SECTION_TYPES = { movie: { type: 'movie', number: 1 }, tv: { type: 'show', number: 2 } } as const

/** Old agents put one id into `guid` and have no list (plex.md). */
const OLD_AGENTS: Readonly<Record<string, keyof ItemIds>> = { themoviedb: 'tmdb', thetvdb: 'tvdb' }

function idsOf({ guid, Guid }: Candidate): ItemIds {
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

/** Plex cannot be searched by foreign ids: candidates of the years around, or by title, are compared (plex.md). */
function narrowingsOf({ year, title }: WantedTitle): Record<string, string>[] {
  if (year !== undefined) return [year - 1, year, year + 1].map(one => ({ year: String(one) }))
  return [title?.trim() ? { title: title.trim() } : {}]
}

/** Titles of a Plex server, seen with the token of the person's own share. */
export function createPlexTitles(outbound: Outbound, plex_tv: string, identity: PlexIdentity): TitleLookup {
  const { internal, external } = outbound
  const viewers = createPlexViewers(external, plex_tv, identity)

  /** Without a token nothing is sent that another server must not see. */
  function read(url: string, path: string, call: { token: string | null; ms?: number; signal: AbortSignal }) {
    return internal.send({
      method: 'GET',
      upstream: PLEX,
      url: `${url}${path}`,
      headers: {
        ...plexHeaders(identity, call.token),
        'x-plex-container-start': '0',
        'x-plex-container-size': String(MAX_CANDIDATES),
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
  async function readSections(
    url: string,
    viewer: PlexViewer,
    kind: WantedTitle['kind'],
    signal: AbortSignal,
  ) {
    const { MediaContainer } = (await read(url, '/library/sections', { token: viewer.token, signal })).json(
      Sections,
    )
    return MediaContainer.Directory.filter(
      ({ key, type }) => type === SECTION_TYPES[kind].type && (viewer.section_keys?.includes(key) ?? true),
    ).map(({ key }) => key)
  }

  /** Keys of all items with the ids; null: there are too many candidates to know. */
  async function findItems(
    url: string,
    viewer: PlexViewer,
    title: WantedTitle,
    signal: AbortSignal,
  ): Promise<Set<string> | null> {
    const ids = usableIds(title)
    if (!ids) return null
    const found = new Set<string>()
    let left = MAX_CANDIDATES
    for (const section of await readSections(url, viewer, title.kind, signal)) {
      for (const narrowing of narrowingsOf(title)) {
        const type = String(SECTION_TYPES[title.kind].number)
        const query = new URLSearchParams({ type, includeGuids: '1', ...narrowing })
        const path = `/library/sections/${encodeURIComponent(section)}/all?${query.toString()}`
        const { MediaContainer } = (await read(url, path, { token: viewer.token, signal })).json(Candidates)
        left -= MediaContainer.totalSize ?? MediaContainer.size
        if (left < 0) return null
        for (const item of MediaContainer.Metadata)
          if (isSameTitle(ids, idsOf(item))) found.add(item.ratingKey)
      }
    }
    return found
  }

  return {
    product: PLEX,
    /** Never `missing`: without a trusted match nothing is known (2:4.13.6). */
    async find(connection, account_id, title, signal): Promise<TitleLookupResult> {
      const machine = connection.machine_identifier
      if (!machine || !usableIds(title)) return { state: 'unverified' }
      const viewer = await viewers.find(connection, account_id, signal)
      if (!viewer) return { state: 'unverified' }
      const url = await reach(connection, machine, signal)
      if (url === null) return { state: 'unverified' }
      const items = await findItems(url, viewer, title, signal).catch((error: unknown) => {
        if (isRefused(error)) return null
        throw error
      })
      const [item_id, ...others] = items ?? []
      if (item_id === undefined || others.length > 0) return { state: 'unverified' }
      const after = await viewers.find(connection, account_id, signal)
      if (JSON.stringify(after) !== JSON.stringify(viewer)) return { state: 'unverified' }
      return { state: 'found', item_id, server_id: machine }
    },
  }
}

/** The token opens the server or the library no longer. */
function isRefused(error: unknown): boolean {
  return error instanceof UpstreamFault && (error.kind === 'rejected_key' || error.status === 404)
}
