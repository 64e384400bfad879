import * as routes from '@foyer/contract/music-library'
import { type Binding, bind } from '#http/bind.ts'
import type { createMusicReader } from './music-reader.ts'
import type { createMusicStatus } from './music-status.ts'

export function musicLibraryRoutes({
  reader,
  status,
}: {
  reader: ReturnType<typeof createMusicReader>
  status: ReturnType<typeof createMusicStatus>
}): Binding[] {
  return [
    bind(routes.getMusicLibrary).to(
      async ({ caller, query }) => (await reader.titles(caller, query.instance_id)) ?? { titles: [] },
    ),
    bind(routes.getRecentMusic).to(
      async ({ caller, query }) => (await reader.recent(caller, query)) ?? { items: [] },
    ),
    bind(routes.getLibraryArtists).to(
      async ({ caller, query }) => (await reader.artists(caller, query)) ?? { artists: [], total: 0 },
    ),
    bind(routes.getLibraryArtist).to(({ caller, query }) => reader.artist(caller, query)),
    bind(routes.getMusicStatus).to(({ caller, query }) => status.status(caller, query)),
    bind(routes.getSavedMusic).to(({ caller, query }) => status.receipts(caller, query.instance_id)),
  ]
}
