import type { BookTitle } from '@foyer/contract/book-library'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryRow } from '#lib/query-row.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Section } from '#ui/section.tsx'
import { lookupQuery } from '../api.ts'
import { FoundShelfBook, ShelfBook } from '../cards/book-card.tsx'
import { coverUrl } from '../cards/cover.ts'
import type { FoundBook } from '../search/found-book.ts'
import { type KnownBook, seriesOf } from '../title/known-book.ts'
import { authorQuery, digestQuery, seriesDetailQuery } from './library-api.ts'
import { useBookShelf } from './shelf.ts'

interface MoreBooksProps {
  book: KnownBook
  /** The ids of the book itself. */
  except: readonly string[]
}

/** Other books of the same series and author: those the library knows, or else those its search finds. */
export function MoreBooks({ book: { series, authors }, except }: MoreBooksProps) {
  const { t } = useTranslation()
  const { instance_id, usual_id } = useBookShelf()
  const read = useQuery(digestQuery(instance_id))
  const { data: shelf, error } = read
  const [author] = authors
  const in_series = series && t('books.more_in_series', { name: series.name })
  const of_author = author?.foreign_id && t('books.more_of', { name: author.name })
  if (!shelf) {
    const heading = in_series || of_author
    // Which source serves the rows is not known.
    return error && heading ? (
      <Section title={heading}>
        <ReadFailure of={read} compact title={t('discover.failed')} />
      </Section>
    ) : null
  }
  // One search serves both rows.
  const search = author && { term: author.name, instance_id: instance_id ?? usual_id }
  const owned = (titles: readonly BookTitle[], detailOf: (title: BookTitle) => string | number | null) =>
    titles
      .filter(({ foreign_book_id: id }) => id !== '' && !except.includes(id))
      .map(title => (
        <ShelfBook
          key={title.foreign_book_id}
          foreign_id={title.foreign_book_id}
          title={title.title}
          detail={detailOf(title)?.toString()}
          cover={coverUrl(title.cover)}
        />
      ))
  return (
    <>
      {series &&
        in_series &&
        (shelf.series.has(series.name) ? (
          <QueryRow
            heading={in_series}
            shape="poster"
            query={seriesDetailQuery(series.name, instance_id)}
            cards={({ titles }) => owned(titles, title => title.series_position)}
          />
        ) : (
          search && (
            <FoundRow
              heading={in_series}
              search={search}
              except={except}
              isOne={book => seriesOf(book.series)?.name === series.name}
              detailOf={book => seriesOf(book.series)?.position}
            />
          )
        ))}
      {author?.foreign_id &&
        of_author &&
        (shelf.authors.has(author.foreign_id) ? (
          <QueryRow
            heading={of_author}
            shape="poster"
            query={authorQuery(author.foreign_id, instance_id)}
            cards={({ titles }) => owned(titles, title => title.year)}
          />
        ) : (
          search && (
            <FoundRow
              heading={of_author}
              search={search}
              except={except}
              isOne={book => book.author_foreign_id === author.foreign_id}
              detailOf={book => book.year}
            />
          )
        ))}
    </>
  )
}

interface FoundRowProps {
  heading: string
  search: { term: string; instance_id: string | undefined }
  except: readonly string[]
  isOne: (book: FoundBook) => boolean
  detailOf: (book: FoundBook) => string | undefined
}

/** Books that the library does not know yet, from the manager's search. */
function FoundRow({ heading, search: { term, instance_id }, except, isOne, detailOf }: FoundRowProps) {
  if (instance_id === undefined) return null
  return (
    <QueryRow
      heading={heading}
      shape="poster"
      query={lookupQuery(term, instance_id)}
      cards={books =>
        books
          .filter(book => isOne(book) && !except.includes(book.foreign_id))
          .map(book => <FoundShelfBook key={book.foreign_id} book={book} detail={detailOf(book)} q={term} />)
      }
    />
  )
}
