import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { type BookRef, BookShelf } from '#features/books/shelf/shelf.ts'
import { ImageBase } from '#features/discover-screen/cards/image-base.ts'
import { type AlbumRef, MusicShelf } from '#features/music/shelf.ts'
import { QuickRequest } from '#features/requests/ask/quick-request.tsx'
import { fromServer } from '#lib/base-url.ts'
import { hasPermission } from '#lib/guard.ts'
import { librariesFor } from '#lib/libraries.ts'
import { MarkedTitles } from './-title-marks.tsx'

/** Around results of every medium: what their cards need, from the default library of each. */
export function SearchFrame({ children }: { children: ReactNode }) {
  const { data: config } = useQuery(configQuery())
  const book_id = librariesFor(config, 'book')[0]?.id
  const music_id = librariesFor(config, 'music')[0]?.id
  const can_request = hasPermission('media:request')
  const bookAction = useCallback(
    (book: BookRef) =>
      can_request && book_id ? <QuickRequest title={{ ...book, media_type: 'book' }} /> : null,
    [can_request, book_id],
  )
  const albumAction = useCallback(
    (album: AlbumRef) =>
      can_request && music_id ? <QuickRequest title={{ ...album, media_type: 'music' }} /> : null,
    [can_request, music_id],
  )
  const books = useMemo(
    () => ({ instance_id: undefined, usual_id: book_id, cardAction: bookAction }),
    [book_id, bookAction],
  )
  const music = useMemo(
    () => ({ instance_id: undefined, usual_id: music_id, cardAction: albumAction }),
    [music_id, albumAction],
  )
  return (
    <ImageBase value={config && fromServer(config.image_base_url)}>
      <MarkedTitles>
        <BookShelf value={books}>
          <MusicShelf value={music}>{children}</MusicShelf>
        </BookShelf>
      </MarkedTitles>
    </ImageBase>
  )
}
