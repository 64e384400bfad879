import type { RequestRow } from '@foyer/contract/requests/requests'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bookStatusQuery } from '#features/books/shelf/library-api.ts'
import { albumStatusQuery } from '#features/music/library-api.ts'
import { useTitleMark } from '#features/title-status/use-title-mark.ts'

interface WithShareProps {
  row: RequestRow
  children: (share?: number) => ReactNode
}

/** The progress of a row that is downloading or partly available; nothing is fetched for the others. */
export function WithShare({ row, children }: WithShareProps) {
  const { media_type, tmdb_id, instance_id, status } = row
  const moves = status === 'downloading' || status === 'partial'
  const screen = media_type === 'movie' || media_type === 'tv'
  const mark = useTitleMark(moves && screen && tmdb_id ? { media_type, tmdb_id, instance_id } : null)
  const shelf = useShelfShare(row, status === 'downloading' && !screen)
  return children(mark?.share ?? shelf)
}

function useShelfShare({ media_type, foreign_id = '', title, instance_id }: RequestRow, moves: boolean) {
  const book = useQuery({
    ...bookStatusQuery({ foreign_id, title }, instance_id),
    enabled: moves && media_type === 'book',
  })
  const album = useQuery({
    ...albumStatusQuery(foreign_id, instance_id),
    enabled: moves && media_type === 'music',
  })
  const answer = book.data ?? album.data
  return answer?.status === 'downloading' ? answer.progress / 100 : undefined
}
