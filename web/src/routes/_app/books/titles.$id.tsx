import { createFileRoute } from '@tanstack/react-router'
import { BookMissing } from '#features/books/title/book-missing.tsx'
import { BookView } from '#features/books/title/book-view.tsx'
import { MoreBooks } from '#features/books/shelf/more-rows.tsx'
import { useBookShelf } from '#features/books/shelf/shelf.ts'
import { bookLinks, isbnOf } from '#features/books/title/book-links.ts'
import { useKnownBook } from '#features/books/title/use-known-book.ts'
import { searchText } from '#lib/library-search.ts'
import { CoverSkeleton, ShelfFailure } from '#lib/shelf-state.tsx'
import { TitleHeart } from '../-heart.tsx'
import { TitleBack } from '../-title-back.tsx'
import { WithHiding } from '../-title-hiding.tsx'
import { WithTitleTools } from '../-title-tools.tsx'
import { BookFormats } from './-book-formats.tsx'

interface BookParams {
  /** The title and search text from the link, to find the same record again (1:4.6). */
  title?: string
  q?: string
}

export const Route = createFileRoute('/_app/books/titles/$id')({
  validateSearch: (raw: Record<string, unknown>): BookParams => {
    const [title, q] = [searchText(raw['title']), searchText(raw['q'])]
    return { ...(title && { title }), ...(q && { q }) }
  },
  component: BookPage,
})

function BookPage() {
  const { id } = Route.useParams()
  const { title, q } = Route.useSearch()
  const { instance_id } = useBookShelf()
  const known = useKnownBook({ foreign_id: id, title, q })
  const { book, owned, searching, waiting, error } = known
  return (
    <div className="flex flex-col gap-2">
      <TitleBack kind="book" />
      {book ? (
        <BookView
          key={id}
          id={id}
          book={book}
          isbn={isbnOf(known.keys)}
          links={bookLinks(known.ids, known.keys)}
          has_series={known.has_series}
          searching={searching}
          more={<MoreBooks book={book} except={known.ids} />}
          formats={
            <WithTitleTools
              title={{
                media_type: 'book',
                foreign_id: id,
                library_id: owned?.foreign_book_id,
                name: book.title,
              }}
            >
              <WithHiding title={{ media_type: 'book', foreign_id: id, name: book.title }}>
                <BookFormats
                  book={{ foreign_id: id, name: book.title, search_term: q }}
                  owned_id={owned?.foreign_book_id}
                  heart={<TitleHeart watched={{ kind: 'book', id, instance_id }} name={book.title} />}
                />
              </WithHiding>
            </WithTitleTools>
          }
        />
      ) : waiting ? (
        <CoverSkeleton shape="aspect-2/3" />
      ) : error ? (
        <ShelfFailure
          error={error}
          retrying={known.retrying}
          onRetry={known.retry}
          missing={<BookMissing />}
        />
      ) : (
        <BookMissing />
      )}
    </div>
  )
}
