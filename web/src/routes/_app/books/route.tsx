import { createFileRoute, Outlet, retainSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type AskedBook, BookShelf } from '#features/books/shelf.ts'
import { QuickAsk } from '#features/requests/quick-ask.tsx'
import { holds, requirePermission } from '#lib/guard.ts'
import { readLibrarySearch } from '#lib/library-search.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { shelfWords } from '#lib/shelf-words.ts'
import { ShelfFrame, type ShelfPlace } from '../-shelf-frame.tsx'

export const Route = createFileRoute('/_app/books')({
  validateSearch: readLibrarySearch,
  search: { middlewares: [retainSearchParams(['library'])] },
  beforeLoad: () => requirePermission('media:discover'),
  loader: shelfWords,
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
  const can_ask = holds('media:request')
  const cardAction = useCallback(
    (book: AskedBook) => (can_ask ? <QuickAsk title={{ ...book, media_type: 'book', instance_id }} /> : null),
    [can_ask, instance_id],
  )
  return (
    <BookShelf value={{ instance_id, usual_id, cardAction }}>
      <Outlet />
    </BookShelf>
  )
}
