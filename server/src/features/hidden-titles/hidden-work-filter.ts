import { z } from 'zod'
import { notAvailable } from '#features/kids/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type MaybeAsync, whenReady } from '#kit/maybe-async.ts'
import type { Ready } from '#kit/ready.ts'
import { shown } from './hidden-filter.ts'
import type { CurrentHidden } from './hidden-set.ts'
import {
  type HiddenWorkKey,
  type HiddenWorks,
  withoutHiddenAlbums,
  withoutHiddenFound,
  withoutHiddenTrending,
} from './hidden-work-rules.ts'

const Album = z.object({ foreign_id: z.string() })

/** Lists of books and albums without hidden ones, for everybody; a page opens for admins, who show it again. */
export function createWorkFilter(current: CurrentHidden) {
  function assertAlbum(caller: Caller, ...ids: readonly string[]): MaybeAsync<void> {
    return whenReady(current(), ({ isWorkHidden }) => {
      if (caller.role === 'admin') return
      if (ids.some(foreign_id => isWorkHidden({ media_type: 'music', foreign_id }))) throw notAvailable()
    })
  }

  return {
    albums: (feed: Ready): MaybeAsync<Ready> =>
      whenReady(current(), hidden =>
        shown(hidden, feed, 'albums', body => withoutHiddenAlbums(body, hidden.isWorkHidden)),
      ),

    assertAlbum,

    /** C12: the provider may have redirected to another id. */
    album: (caller: Caller, id: string, album: Ready): MaybeAsync<Ready> =>
      whenReady(current(), ({ isEmpty }) => {
        if (isEmpty || caller.role === 'admin') return album
        const { foreign_id } = Album.parse(JSON.parse(album.bytes.toString('utf8')))
        return whenReady(assertAlbum(caller, id, foreign_id), () => album)
      }),

    trending: (list: Ready): MaybeAsync<Ready> =>
      whenReady(current(), hidden =>
        shown(hidden, list, 'trending', body => withoutHiddenTrending(body, hidden.isWorkHidden)),
      ),

    /** For the lists of a library, which its slice makes and keeps itself. */
    inLibrary: (media_type: HiddenWorkKey['media_type']): MaybeAsync<HiddenWorks> =>
      whenReady(current(), ({ works_version, isWorkHidden }) => ({
        version: works_version,
        isHidden: foreign_id => isWorkHidden({ media_type, foreign_id }),
      })),

    /** For the rows of a book manager's lookup. */
    async found(): Promise<(rows: unknown) => unknown> {
      const { isEmpty, isWorkHidden } = await current()
      return rows => (isEmpty ? rows : withoutHiddenFound(rows, isWorkHidden))
    },
  }
}

export type WorkFilter = ReturnType<typeof createWorkFilter>
