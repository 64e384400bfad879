import type { BookTitle } from '@foyer/contract/book-library'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#lib/page-title.ts'
import { type SiteLink, SiteLinks } from '#lib/site-links.tsx'
import { ShelfFailure } from '#lib/shelf-state.tsx'
import { LongText } from '#ui/long-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { TitleList } from './title-list.tsx'

interface TitlesPageProps<T> {
  name: string
  back: ReactNode
  /** What can be done with the author or the series. */
  tools?: ReactNode
  /** Of the author; with its place from the start. */
  picture?: ReactNode
  about?: string | undefined
  /** The author's pages elsewhere. */
  links?: readonly SiteLink[]
  list: UseQueryResult<T>
  /** The total, and how many of them the library has. */
  countsOf: (data: T) => { title_count: number; available_count: number }
  /** The heading of the list. */
  label: string
  /** Shown if the library has nothing with that name. */
  missing: ReactNode
}

/** All titles of an author or a series. */
export function TitlesPage<T extends { titles: readonly BookTitle[] }>(props: TitlesPageProps<T>) {
  const { name, back, tools, picture, about, links, list, countsOf, label, missing } = props
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = list
  usePageTitle(name)
  if (error && !data)
    return (
      <ShelfFailure
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        missing={missing}
        head={<PageHeader back={back} title={name} />}
      />
    )
  const counts = data && countsOf(data)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={back}
        title={name}
        picture={picture}
        action={data && tools}
        links={data && links && <SiteLinks links={links} />}
        text={counts && t('books.titles_there', { have: counts.available_count, count: counts.title_count })}
      />
      {about && <LongText text={about} />}
      {data ? <TitleList label={label} titles={data.titles} /> : <RowSkeleton />}
    </div>
  )
}
