import { useQuery } from '@tanstack/react-query'
import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { GridSkeleton } from '#lib/query-grid.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SiteLinks } from '#lib/site-links.tsx'
import { ShelfFailure } from '#lib/shelf-state.tsx'
import { tintOf } from '#lib/tint.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LongText } from '#ui/long-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Portrait } from '#ui/portrait.tsx'
import { PosterGrid } from '#ui/poster-grid.tsx'
import { Section } from '#ui/section.tsx'
import { foundAuthorQuery, lookupQuery } from '../api.ts'
import { FoundShelfBook } from '../cards/book-card.tsx'
import { authorLinks } from '../title/book-links.ts'
import { AuthorMissing, SeriesMissing } from '../title/book-missing.tsx'
import { portraitUrl } from '../cards/cover.ts'
import type { FoundBook } from './found-book.ts'
import { type MissingFound, missingFound } from './missing-found.ts'
import { byPlace, seriesOf } from '../title/known-book.ts'
import { digestQuery } from '../shelf/library-api.ts'
import { useBookShelf } from '../shelf/shelf.ts'

interface FoundPageProps {
  back: ReactNode
  /** What can be done with the author or the series, and with those of its books that the library lacks. */
  tools: (missing: MissingFound, name: string) => ReactNode
}

interface FoundAuthorProps extends FoundPageProps {
  id: string
  /** From the link. */
  name: string | undefined
}

/** An author of whom the library has no books: what its manager's search knows, and what can be requested. */
export function FoundAuthorPage({ id, name, back, tools }: FoundAuthorProps) {
  const { t } = useTranslation()
  const { instance_id, usual_id } = useBookShelf()
  const library = instance_id ?? usual_id
  const { data, error, isFetching, refetch } = useQuery(foundAuthorQuery({ id, name }, library))
  const pick = (books: readonly FoundBook[]) => books.filter(book => book.author_foreign_id === id)
  const missing = useMissing(data?.name, pick)
  usePageTitle(data?.name ?? name ?? t('books.authors'))
  if (data === null || library === undefined) return <AuthorMissing name={name} />
  if (!data)
    return error ? (
      <ShelfFailure
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        missing={<AuthorMissing name={name} />}
        head={<PageHeader back={back} title={name ?? t('books.authors')} />}
      />
    ) : (
      <div className="flex flex-col gap-6">
        <PageHeader back={back} title={name ?? t('books.authors')} />
        <GridSkeleton shape="poster" />
      </div>
    )
  const picture = portraitUrl(data.picture)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={back}
        title={data.name}
        picture={picture && <Portrait src={picture} tint={tintOf(id)} name={data.name} />}
        action={tools(missing, data.name)}
        links={<SiteLinks links={authorLinks(id)} />}
        text={t('books.found_author')}
      />
      {data.overview && <LongText text={data.overview} />}
      <FoundBooks
        term={data.name}
        label={t('books.titles')}
        pick={pick}
        detailOf={book => book.year}
        empty={
          <EmptyState
            icon={<SearchX />}
            title={t('books.found_none_title')}
            action={
              <ButtonLink to="/books/search" search={{ q: data.name }}>
                {t('books.find_books')}
              </ButtonLink>
            }
          >
            {t('books.found_none_text')}
          </EmptyState>
        }
      />
    </div>
  )
}

interface FoundSeriesProps extends FoundPageProps {
  name: string
  /** From the link: searches know books by their author better than by their series. */
  author: string | undefined
}

/** A series of which the library has no books. */
export function FoundSeriesPage({ name, author, back, tools }: FoundSeriesProps) {
  const { t } = useTranslation()
  const { instance_id, usual_id } = useBookShelf()
  const library = instance_id ?? usual_id
  const pick = (books: readonly FoundBook[]) => booksOfSeries(books, name)
  const { data } = useQuery(lookupQuery(author ?? name, library))
  const missing = useMissing(author ?? name, pick)
  usePageTitle(name)
  if (library === undefined || (data && pick(data).length === 0)) return <SeriesMissing />
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={back}
        title={name}
        action={data && tools(missing, name)}
        text={data && t('books.found_series')}
      />
      <FoundBooks
        term={author ?? name}
        label={t('books.reading_order')}
        pick={pick}
        detailOf={book => seriesOf(book.series)?.position}
        empty={null}
      />
    </div>
  )
}

function booksOfSeries(books: readonly FoundBook[], name: string): FoundBook[] {
  return books.filter(book => seriesOf(book.series)?.name === name).toSorted(byPlace)
}

/** Those of the found books that the library lacks; none until both are known. */
function useMissing(term: string | undefined, pick: FoundBooksProps['pick']): MissingFound {
  const { instance_id, usual_id } = useBookShelf()
  const { data: found } = useQuery(lookupQuery(term ?? '', instance_id ?? usual_id))
  const { data: shelf } = useQuery(digestQuery(instance_id))
  return term && found && shelf ? missingFound(pick(found), shelf, { term, instance_id }) : []
}

interface FoundBooksProps {
  /** What the manager is asked for. */
  term: string
  label: string
  pick: (books: readonly FoundBook[]) => readonly FoundBook[]
  detailOf: (book: FoundBook) => string | undefined
  empty: ReactNode
}

/** Books that the manager's search found, each with its page and its request. */
function FoundBooks({ term, label, pick, detailOf, empty }: FoundBooksProps) {
  const { t } = useTranslation()
  const { instance_id, usual_id } = useBookShelf()
  const read = useQuery(lookupQuery(term, instance_id ?? usual_id))
  const { data, error } = read
  if (!data)
    return error ? (
      <ReadFailure of={read} title={t('books.search.failed')} />
    ) : (
      <GridSkeleton shape="poster" />
    )
  const books = pick(data)
  if (books.length === 0) return empty
  return (
    <Section title={label}>
      <PosterGrid>
        {books.map(book => (
          <FoundShelfBook key={book.foreign_id} book={book} detail={detailOf(book)} q={term} />
        ))}
      </PosterGrid>
    </Section>
  )
}
