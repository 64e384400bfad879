import { useInfiniteQuery } from '@tanstack/react-query'
import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { QueryGrid } from '#lib/query-grid.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { searchPagesQuery } from '../api.ts'
import { TitleCard } from '../cards/title-card.tsx'
import { keyOf, type Title, titlesOf } from '../title.ts'

/** Everything of one type by name, loaded as one scrolls. */
export function FoundTitles({ type, query }: { type: Title['type']; query: string }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(searchPagesQuery(type, query))
  return (
    <QueryGrid
      list={list}
      shape="poster"
      cards={pages =>
        titlesOf(
          pages.flatMap(page => page.results),
          type,
        ).map(title => <TitleCard key={keyOf(title)} title={title} slot="grid" />)
      }
      empty={
        <EmptyState
          icon={<SearchX />}
          title={t('discover.search.empty_title', { query })}
          action={
            <ButtonLink to="/search" search={{ q: query }}>
              {t('search.label')}
            </ButtonLink>
          }
        >
          {t('search.empty_text')}
        </EmptyState>
      }
    />
  )
}
