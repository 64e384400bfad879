import type { MusicTitle } from '@foyer/contract/music-library'
import { shownStatus } from '#lib/request-status.ts'
import type { Status, StatusFacts } from '#ui/status.ts'

const RANK = ['available', 'partial', 'downloading', 'requested'] as const

function rankOf({ status }: MusicTitle): number {
  const rank = RANK.findIndex(one => one === status)
  return rank === -1 ? RANK.length : rank
}

/** The library may have two records of one release group (1/4.11); a card shows the better status. */
export function byAlbum(titles: readonly MusicTitle[]): Map<string, MusicTitle> {
  const found = new Map<string, MusicTitle>()
  for (const title of titles) {
    const before = found.get(title.foreign_album_id)
    if (!before || rankOf(title) < rankOf(before)) found.set(title.foreign_album_id, title)
  }
  return found
}

export interface AlbumMark {
  status: Status
  facts: StatusFacts
}

/** Of an album that the library may have: it could not be read. */
export const UNKNOWN: AlbumMark = { status: 'unknown', facts: {} }

type Marked = Pick<MusicTitle, 'status' | 'status_known' | 'progress'>

/** The status on an album's card; an unmonitored album has none. */
export function markOf(title: Marked | undefined): AlbumMark | undefined {
  if (!title) return undefined
  const facts = title.status === 'downloading' ? { share: title.progress / 100 } : {}
  return { status: shownStatus(title), facts }
}
