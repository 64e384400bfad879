import { z } from 'zod'
import type { Outbound } from '#kit/outbound.ts'
import type { TitleLookup, TitleLookupResult, WantedTitle } from '#ports/title-lookup.ts'
import { isSameTitle, usableIds } from '../media-server/title-ids.ts'
import { PLEX, type PlexIdentity } from './plex-client.ts'
import { createPlexServer, idsOf, isRefused, PlexItem, SECTION_TYPES } from './plex-server.ts'
import type { PlexViewer } from './plex-viewers.ts'

const Candidates = z.object({
  MediaContainer: z.object({
    size: z.int(),
    totalSize: z.int().nullish(),
    Metadata: z.array(PlexItem).default([]),
  }),
})

/** 2:4.13.6: in all libraries together. */
const MAX_CANDIDATES = 1000
/** Plex cannot be searched by foreign ids: candidates of the years around, or by title, are compared (plex.md). */
function narrowingsOf({ year, title }: WantedTitle): Record<string, string>[] {
  if (year !== undefined) return [year - 1, year, year + 1].map(one => ({ year: String(one) }))
  return [title?.trim() ? { title: title.trim() } : {}]
}

/** Titles of a Plex server, seen with the token of the person's own share. */
export function createPlexTitles(outbound: Outbound, plex_tv: string, identity: PlexIdentity): TitleLookup {
  const { viewers, read, reach, readSections } = createPlexServer(outbound, plex_tv, identity)

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
        const { MediaContainer } = (
          await read(url, path, { token: viewer.token, size: MAX_CANDIDATES, signal })
        ).json(Candidates)
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
