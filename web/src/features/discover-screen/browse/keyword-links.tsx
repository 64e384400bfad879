import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SectionCard } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { BrowseLink } from './browse-link.tsx'
import { keywordsQuery } from '../title/title-parts-api.ts'
import type { ScreenType } from '../title.ts'

const SHOWN = 12

/** What a title is about; each keyword leads to everything else about it. Left out where it cannot be read. */
export function KeywordLinks({ type, id }: { type: ScreenType; id: number }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(keywordsQuery(type, id))
  const keywords = data?.keywords.slice(0, SHOWN) ?? []
  if (error || (data && keywords.length === 0)) return null
  return (
    <SectionCard title={t('discover.keywords')}>
      {data ? (
        <ul className="flex flex-wrap gap-2">
          {keywords.map(keyword => (
            <li key={keyword.id}>
              <BrowseLink type={type} filters={{ keywords: [keyword] }} look="chip">
                {keyword.name}
              </BrowseLink>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="h-20" />
      )}
    </SectionCard>
  )
}
