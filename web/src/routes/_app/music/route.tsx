import { createFileRoute, Outlet, retainSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlbumRef, MusicShelf } from '#features/music/shelf.ts'
import { QuickRequest } from '#features/requests/ask/quick-request.tsx'
import { hasPermission, requirePermission } from '#lib/guard.ts'
import { libraryAccessTexts } from '#lib/texts/library-access-texts.ts'
import { readLibrarySearch } from '#lib/library-search.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { shelfTexts } from '#lib/texts/shelf-texts.ts'
import { ShelfFrame, type ShelfPlace } from '../-shelf-frame.tsx'

export const Route = createFileRoute('/_app/music')({
  validateSearch: readLibrarySearch,
  search: { middlewares: [retainSearchParams(['library'])] },
  beforeLoad: () => requirePermission('media:discover'),
  loader: () => Promise.all([shelfTexts(), libraryAccessTexts()]),
  component: MusicFrame,
})

function MusicFrame() {
  const { t } = useTranslation()
  const { library } = Route.useSearch()
  const navigate = Route.useNavigate()
  usePageTitle(t('discover.music'))
  return (
    <ShelfFrame
      media="music"
      library={library}
      onLibrary={next => void navigate({ to: '.', search: before => ({ ...before, library: next }) })}
    >
      {place => <Music {...place} />}
    </ShelfFrame>
  )
}

function Music({ instance_id, usual_id }: ShelfPlace) {
  const can_request = hasPermission('media:request') && usual_id !== undefined
  const cardAction = useCallback(
    (album: AlbumRef) =>
      can_request ? <QuickRequest title={{ ...album, media_type: 'music', instance_id }} /> : null,
    [can_request, instance_id],
  )
  return (
    <MusicShelf value={{ instance_id, usual_id, cardAction }}>
      <Outlet />
    </MusicShelf>
  )
}
