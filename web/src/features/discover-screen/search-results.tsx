import { useInfiniteQuery } from '@tanstack/react-query'
import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { PosterGrid } from '#ui/poster-grid.tsx'
import { Section } from '#ui/section.tsx'
import { PosterSkeleton } from '#ui/skeleton.tsx'
import { searchPagesQuery } from './api.ts'
import { FeedFailure } from './feed-failure.tsx'
import { TitleCard } from './title-card.tsx'
import { keyOf, titlesOf } from './title.ts'
import { useTotal } from './use-total.ts'

const GROUPS = ['movie', 'tv', 'person'] as const
const WAITING = 12

interface SearchResultsProps {
  query: string
  /** A result was opened, so the search is remembered. */
  onOpen: () => void
}

/** Movies, shows and people under separate headings. */
export function SearchResults({ query, onOpen }: SearchResultsProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(searchPagesQuery(query))
  const total = useTotal(data?.pages[0]?.total_results)
  if (!data) {
    if (error)
      return (
        <FeedFailure
          title={t('discover.search.failed')}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )
    return (
      <div aria-busy>
        <PosterGrid>
          {Array.from({ length: WAITING }, (_, at) => (
            <PosterSkeleton key={at} />
          ))}
        </PosterGrid>
      </div>
    )
  }
  const titles = titlesOf(data.pages.flatMap(page => page.results))
  if (titles.length === 0 && !hasNextPage)
    return (
      <EmptyState icon={<SearchX />} title={t('discover.search.empty_title', { query })}>
        {t('discover.search.empty_text')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-8">
      {GROUPS.map(type => {
        const found = titles.filter(title => title.type === type)
        if (found.length === 0) return null
        return (
          <Section key={type} title={t(`discover.search.${type}`)}>
            <PosterGrid>
              {found.map(title => (
                <span key={keyOf(title)} onClickCapture={onOpen} className="contents">
                  <TitleCard title={title} slot="grid" />
                </span>
              ))}
            </PosterGrid>
          </Section>
        )
      })}
      {error ? (
        <FeedFailure compact error={error} retrying={isFetching} onRetry={() => void fetchNextPage()} />
      ) : (
        <LoadMore
          shown={titles.length}
          total={hasNextPage ? total && Math.max(total, titles.length + 1) : titles.length}
          loading={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
      )}
    </div>
  )
}
