import { createFileRoute, Outlet, retainSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type BookRef, BookShelf } from '#features/books/shelf/shelf.ts'
import { QuickRequest } from '#features/requests/ask/quick-request.tsx'
import { hasPermission, requirePermission } from '#lib/guard.ts'
import { libraryAccessTexts } from '#lib/texts/library-access-texts.ts'
import { readLibrarySearch } from '#lib/library-search.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { shelfTexts } from '#lib/texts/shelf-texts.ts'
import { ShelfFrame, type ShelfPlace } from '../-shelf-frame.tsx'

export const Route = createFileRoute('/_app/books')({
  validateSearch: readLibrarySearch,
  search: { middlewares: [retainSearchParams(['library'])] },
  beforeLoad: () => requirePermission('media:discover'),
  loader: () => Promise.all([shelfTexts(), libraryAccessTexts()]),
  component: BooksFrame,
})

function BooksFrame() {
  const { t } = useTranslation()
  const { library } = Route.useSearch()
  const navigate = Route.useNavigate()
  usePageTitle(t('discover.books'))
  return (
    <ShelfFrame
      media="book"
      library={library}
      onLibrary={next => void navigate({ to: '.', search: before => ({ ...before, library: next }) })}
    >
      {place => <Books {...place} />}
    </ShelfFrame>
  )
}

function Books({ instance_id, usual_id }: ShelfPlace) {
  const can_request = hasPermission('media:request')
  const cardAction = useCallback(
    (book: BookRef) =>
      can_request ? <QuickRequest title={{ ...book, media_type: 'book', instance_id }} /> : null,
    [can_request, instance_id],
  )
  return (
    <BookShelf value={{ instance_id, usual_id, cardAction }}>
      <Outlet />
    </BookShelf>
  )
}
