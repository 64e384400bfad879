import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { bookStatusQuery } from '#features/books/shelf/library-api.ts'
import { showQuery } from '#features/discover-screen/api.ts'
import { albumStatusQuery } from '#features/music/library-api.ts'
import {
  type RequestTarget,
  isScreen,
  type ScreenTarget,
  type ShelfTarget,
} from '#features/requests/ask/request-sheet-context.ts'
import { RequestSheet } from '#features/requests/ask/request-sheet.tsx'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { librariesFor } from '#lib/libraries.ts'
import { useRequestSheet } from './-use-request-sheet.ts'

interface RequestHostProps<T extends RequestTarget> {
  title: T
  open: boolean
  onClose: () => void
}

/** The request sheet with the title's status, its libraries and the users to request for. */
export function RequestHost({ title, ...rest }: RequestHostProps<RequestTarget>) {
  return isScreen(title) ? <ScreenHost title={title} {...rest} /> : <ShelfHost title={title} {...rest} />
}

/** The libraries of the title's kind, and the selected one. */
function useLibraryChoice({ media_type, instance_id }: RequestTarget) {
  const { data: config } = useQuery(configQuery())
  const own = librariesFor(config, media_type)
  const [chosen, setChosen] = useState(instance_id)
  const usual = own.find(library => library.is_default) ?? own[0]
  return { own, instance_id: chosen ?? (own.length > 1 ? usual?.id : undefined), onLibrary: setChosen }
}

function ScreenHost({ title, open, onClose }: RequestHostProps<ScreenTarget>) {
  const { own, instance_id, onLibrary } = useLibraryChoice(title)
  const { media_type, tmdb_id } = title
  const status = useQuery(titleStatusQuery({ media_type, tmdb_id, instance_id }))
  const is_show = media_type === 'tv'
  const show = useQuery({ ...showQuery(String(tmdb_id)), enabled: is_show })
  return (
    <RequestSheet
      {...useRequestSheet(title, onClose)}
      open={open}
      title={title}
      seasons={is_show && show.data ? (show.data.seasons ?? []) : undefined}
      seasons_read={is_show ? show : undefined}
      answer={status.data}
      libraries={own.map(library => ({
        ...library,
        status: status.data?.instance_statuses?.[library.id],
      }))}
      instance_id={instance_id}
      onLibrary={onLibrary}
    />
  )
}

function ShelfHost({ title, open, onClose }: RequestHostProps<ShelfTarget>) {
  const { own, instance_id, onLibrary } = useLibraryChoice(title)
  const { media_type, foreign_id, name, search_term } = title
  const is_book = media_type === 'book'
  const book = useQuery({
    ...bookStatusQuery({ foreign_id, title: name, q: search_term }, instance_id),
    enabled: is_book,
  })
  const album = useQuery({ ...albumStatusQuery(foreign_id, instance_id), enabled: !is_book })
  return (
    <RequestSheet
      {...useRequestSheet(title, onClose)}
      open={open}
      title={title}
      seasons={undefined}
      answer={is_book ? book.data : album.data}
      libraries={own}
      instance_id={instance_id}
      onLibrary={onLibrary}
    />
  )
}
