import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { type SiteLink, SiteLinks } from '#lib/site-links.tsx'
import { tintOf } from '#lib/tint.ts'
import { Picture } from '#ui/picture.tsx'
import { Section } from '#ui/section.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import type { KnownBook } from './known-book.ts'

const LINK =
  'rounded-control font-medium underline decoration-line underline-offset-4 hover:decoration-current'

interface BookViewProps {
  id: string
  book: KnownBook
  isbn: string | undefined
  /** The book's pages elsewhere. */
  links: readonly SiteLink[]
  /** The library or its search has this series, so it has a page. */
  has_series: boolean
  /** The manager's search is still running and may add details. */
  searching: boolean
  /** Both formats, each with its own status. */
  formats: ReactNode
  /** Other books of its series and author. */
  more?: ReactNode
}

export function BookView({ id, book, isbn, links, has_series, searching, formats, more }: BookViewProps) {
  const { t } = useTranslation()
  const format = useFormat()
  usePageTitle(book.title)
  const { pages, rating, genres } = book.facts
  const marks = [
    pages && t('books.pages', { count: pages }),
    rating &&
      t('books.rating', {
        rating: format.number(Math.round(rating.value * 10) / 10),
        source: rating.source ?? t('books.library_catalogue'),
      }),
    genres.slice(0, 3).join(', '),
    isbn && t('books.isbn', { isbn }),
  ].filter(Boolean)
  return (
    <article className="flex flex-col gap-8 lg:gap-10">
      <header className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-6 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-x-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <Picture
          eager
          alt=""
          fit="contain"
          src={book.cover}
          tint={tintOf(id)}
          className="aspect-2/3 self-start rounded-card shadow-float ring-1 ring-line ring-inset sm:row-span-2"
          fallback={<span className="line-clamp-5 text-sm font-medium">{book.title}</span>}
        />
        <div className="flex min-w-0 flex-col gap-2 sm:gap-3">
          <h1 className="text-xl font-semibold wrap-anywhere sm:text-2xl">
            {book.title}
            {book.year && <span className="font-normal text-muted"> {book.year}</span>}
          </h1>
          <Authors authors={book.authors} />
          {book.series && (
            <SeriesLine series={book.series} author={book.authors[0]?.name} has_page={has_series} />
          )}
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            {marks.map(mark => (
              <span key={mark}>{mark}</span>
            ))}
          </p>
          <SiteLinks links={links} />
        </div>
        <div className="col-span-full sm:col-span-1 sm:col-start-2">{formats}</div>
      </header>
      {(book.overview || searching) && (
        <Section title={t('discover.overview')}>
          {book.overview ? (
            <p className="max-w-prose text-pretty whitespace-pre-line">{book.overview}</p>
          ) : (
            <div aria-busy className="max-w-prose">
              <TextSkeleton lines={4} />
            </div>
          )}
        </Section>
      )}
      {more}
    </article>
  )
}

function Authors({ authors }: Pick<KnownBook, 'authors'>) {
  const { t } = useTranslation()
  if (authors.length === 0) return null
  return (
    <ul aria-label={t('books.by')} className="flex flex-wrap gap-x-4">
      {authors.map(({ name, foreign_id }) => (
        <li key={name} className="min-h-6">
          {foreign_id ? (
            <Link to="/books/authors/$id" params={{ id: foreign_id }} search={{ name }} className={LINK}>
              {name}
            </Link>
          ) : (
            name
          )}
        </li>
      ))}
    </ul>
  )
}

interface SeriesLineProps {
  series: NonNullable<KnownBook['series']>
  author: string | undefined
  has_page: boolean
}

function SeriesLine({ series: { name, position }, author, has_page }: SeriesLineProps) {
  const { t } = useTranslation()
  const words = position ? t('books.in_series', { name, position }) : name
  return (
    <p className="text-sm">
      {has_page ? (
        <Link to="/books/series/$name" params={{ name }} search={author ? { author } : {}} className={LINK}>
          {words}
        </Link>
      ) : (
        <span className="text-muted">{words}</span>
      )}
    </p>
  )
}
