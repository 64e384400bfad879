import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import Clapperboard from 'lucide-react/icons/clapperboard'
import { useTranslation } from 'react-i18next'
import { feedPagesQuery } from '#features/discover-screen/api.ts'
import { type FeedName, feedType, isFeed } from '#features/discover-screen/feeds/feeds.ts'
import { TitleGrid } from '#features/discover-screen/cards/title-grid.tsx'
import { requirePermission } from '#lib/guard.ts'
import { BackLink, ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { ScreenFrame } from './-screen-frame.tsx'

export const Route = createFileRoute('/_app/browse/$feed')({
  loader({ params }): FeedName {
    requirePermission('media:discover')
    if (!isFeed(params.feed)) throw notFound()
    return params.feed
  },
  component: FeedPage,
})

const UP = { movie: '/movies', tv: '/tv' } as const

function FeedPage() {
  const { t } = useTranslation()
  const name = Route.useLoaderData()
  const type = feedType(name)
  const list = useInfiniteQuery(feedPagesQuery(name))
  const title = t(`discover.feed.${name}`)
  usePageTitle(title)
  const up = type === 'movie' ? t('discover.movies') : type === 'tv' ? t('discover.tv') : t('shell.home')
  return (
    <ScreenFrame>
      <div className="flex flex-col gap-6">
        <PageHeader back={<BackLink to={type ? UP[type] : '/'}>{up}</BackLink>} title={title} />
        <TitleGrid
          list={list}
          type={type}
          empty={
            <EmptyState
              icon={<Clapperboard />}
              title={t('discover.feed_empty_title')}
              action={
                <ButtonLink to={type === 'tv' ? '/tv/browse' : '/movies/browse'}>
                  {t('discover.browse')}
                </ButtonLink>
              }
            >
              {t('discover.feed_empty_text')}
            </EmptyState>
          }
        />
      </div>
    </ScreenFrame>
  )
}
