import { z } from 'zod'
import type { Outbound } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { LatestTitles, ServerTitle } from '#ports/latest-titles.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { newestFirst, tmdbId } from '../media-server/latest.ts'
import { PLEX, type PlexIdentity } from './plex-client.ts'
import { createPlexServer, idsOf, isRefused, PlexItem, SECTION_TYPES } from './plex-server.ts'
import type { PlexViewer } from './plex-viewers.ts'

const Newest = z.object({
  MediaContainer: z.object({
    Metadata: z
      .array(PlexItem.extend({ title: z.string(), addedAt: z.int().positive().nullish() }))
      .default([]),
  }),
})
const KINDS = ['movie', 'tv'] as const

/**
 * New titles of a Plex server, seen with the token of the person's own share. Its own list of what is new names seasons
 * without their show's ids, so each library is read by date instead.
 */
export function createPlexLatest(outbound: Outbound, plex_tv: string, identity: PlexIdentity): LatestTitles {
  const server = createPlexServer(outbound, plex_tv, identity)

  interface Read {
    url: string
    viewer: PlexViewer
    machine: string
    size: number
    signal: AbortSignal
  }

  async function readSection(kind: ScreenKind, key: string, { url, viewer, machine, size, signal }: Read) {
    const type = String(SECTION_TYPES[kind].number)
    const query = new URLSearchParams({ type, includeGuids: '1', sort: 'addedAt:desc' })
    const path = `/library/sections/${encodeURIComponent(key)}/all?${query.toString()}`
    const answer = await server.read(url, path, { token: viewer.token, size, signal })
    return answer.json(Newest).MediaContainer.Metadata.flatMap((item): ServerTitle[] => {
      if (!item.addedAt) return []
      const added_at = new Date(item.addedAt * 1000).toISOString()
      const place = { item_id: item.ratingKey, server_id: machine }
      return [{ kind, ...place, title: item.title, ...tmdbId(idsOf(item)), added_at }]
    })
  }

  async function readAll(read: Read): Promise<ServerTitle[]> {
    const titles: ServerTitle[] = []
    for (const kind of KINDS) {
      const keys = await server.readSections(read.url, read.viewer, kind, read.signal)
      for (const key of keys) titles.push(...(await readSection(kind, key, read)))
    }
    return titles
  }

  return {
    product: PLEX,
    async read(connection, account_id, limit, signal) {
      const machine = connection.machine_identifier
      const viewer = await server.viewers.find(connection, account_id, signal)
      if (!machine || !viewer) return null
      const url = await server.reach(connection, machine, signal)
      if (url === null) throw new UpstreamFault({ upstream: PLEX, kind: 'unreachable' })
      const titles = await readAll({ url, viewer, machine, size: limit, signal }).catch((error: unknown) => {
        if (isRefused(error)) return null
        throw error
      })
      const after = titles && (await server.viewers.find(connection, account_id, signal))
      return titles && JSON.stringify(after) === JSON.stringify(viewer) ? newestFirst(titles, limit) : null
    },
  }
}
