import { z } from 'zod'
import type { Outbound } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { LatestTitles, ServerTitle } from '#ports/latest-titles.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import {
  NEW_EPISODES,
  type NewEpisode,
  newestFirst,
  tmdbId,
  withNewEpisodes,
} from '../media-server/latest.ts'
import { PLEX, type PlexIdentity } from './plex-client.ts'
import { createPlexServer, idsOf, isRefused, PlexItem, SECTION_TYPES } from './plex-server.ts'
import type { PlexViewer } from './plex-viewers.ts'

const Newest = z.object({
  MediaContainer: z.object({
    Metadata: z
      .array(
        PlexItem.extend({
          title: z.string(),
          addedAt: z.int().positive().nullish(),
          /** Of an episode: its show. */
          grandparentRatingKey: z.string().nullish(),
        }),
      )
      .default([]),
  }),
})
type NewItem = z.output<typeof Newest>['MediaContainer']['Metadata'][number]
const KINDS = ['movie', 'tv'] as const
/** The number of their type in queries. */
const EPISODES = 4

/**
 * New titles of a Plex server, seen with the token of the person's own share. Its own list of what is new names seasons
 * without their show's ids, so each library is read by date instead, and shows are dated by their newest episode.
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

  async function readItems(path: string, size: number, { url, viewer, signal }: Read): Promise<NewItem[]> {
    const answer = await server.read(url, path, { token: viewer.token, size, signal })
    return answer.json(Newest).MediaContainer.Metadata
  }

  function readNewest(key: string, type: number, size: number, read: Read): Promise<NewItem[]> {
    const query = new URLSearchParams({ type: String(type), includeGuids: '1', sort: 'addedAt:desc' })
    return readItems(`/library/sections/${encodeURIComponent(key)}/all?${query.toString()}`, size, read)
  }

  async function readMovies(key: string, read: Read): Promise<ServerTitle[]> {
    const items = await readNewest(key, SECTION_TYPES.movie.number, read.size, read)
    return items.flatMap(item => titleOf('movie', item, read.machine))
  }

  async function readShows(key: string, read: Read): Promise<ServerTitle[]> {
    const titlesOf = (items: readonly NewItem[]) => items.flatMap(item => titleOf('tv', item, read.machine))
    const shows = await readNewest(key, SECTION_TYPES.tv.number, read.size, read)
    const episodes = await readNewest(key, EPISODES, NEW_EPISODES, read)
    return withNewEpisodes(titlesOf(shows), episodes.flatMap(episodeOf), read.size, async ids => {
      const path = `/library/metadata/${ids.map(encodeURIComponent).join(',')}?includeGuids=1`
      return titlesOf(await readItems(path, ids.length, read).catch(noneLeft))
    })
  }

  async function readAll(read: Read): Promise<ServerTitle[]> {
    const titles: ServerTitle[] = []
    for (const kind of KINDS) {
      const keys = await server.readSections(read.url, read.viewer, kind, read.signal)
      for (const key of keys) titles.push(...(await (kind === 'movie' ? readMovies : readShows)(key, read)))
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

/** Not one of them is there any more. */
function noneLeft(error: unknown): [] {
  if (error instanceof UpstreamFault && error.status === 404) return []
  throw error
}

function addedAt({ addedAt: seconds }: NewItem): string | null {
  return seconds ? new Date(seconds * 1000).toISOString() : null
}

function titleOf(kind: ScreenKind, item: NewItem, machine: string): ServerTitle[] {
  const added_at = addedAt(item)
  if (added_at === null) return []
  const place = { item_id: item.ratingKey, server_id: machine }
  return [{ kind, ...place, title: item.title, ...tmdbId(idsOf(item)), added_at }]
}

function episodeOf(item: NewItem): NewEpisode[] {
  const added_at = addedAt(item)
  const show_id = item.grandparentRatingKey
  return show_id && added_at !== null ? [{ show_id, added_at }] : []
}
