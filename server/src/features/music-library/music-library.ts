import { type AccessParts, createMusicAccess } from './music-access.ts'
import { createMusicLists, type ListParts } from './music-lists.ts'
import { createMusicReader } from './music-reader.ts'
import { createMusicShelf } from './music-shelf.ts'
import { createMusicStatus, type SavedMusic } from './music-status.ts'
import { createMusicSnapshots } from './music-snapshot.ts'
import type { LearnTitle } from '#features/library-status/index.ts'
import type { Log } from '#kit/log.ts'

export interface MusicLibraryParts extends Omit<ListParts, 'shelf' | 'inventory'>, AccessParts {
  log: Log
  inventory: AccessParts['inventory'] & ListParts['inventory']
  saved: SavedMusic
  learnTitle: LearnTitle
}

/** Music in its libraries: contents, latest arrivals, and the status of albums. */
export function createMusicLibrary(parts: MusicLibraryParts) {
  const access = createMusicAccess(parts)
  const shelf = createMusicShelf(parts)
  const lists = createMusicLists({ ...parts, shelf })
  const snapshots = createMusicSnapshots({ ...parts, shelf })
  return {
    snapshots,
    reader: createMusicReader({ ...parts, access, lists }),
    status: createMusicStatus({ ...parts, access, snapshots }),
    close() {
      lists.close()
      shelf.close()
    },
  }
}
