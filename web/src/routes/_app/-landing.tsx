import { useQuery } from '@tanstack/react-query'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { FeaturedHero } from '#features/discover-screen/hero/featured-hero.tsx'
import { FeedRow } from '#features/discover-screen/feeds/feed-row.tsx'
import type { FeedName } from '#features/discover-screen/feeds/feeds.ts'
import type { ScreenType } from '#features/discover-screen/title.ts'
import { NotFound } from '#features/shell/states/not-found.tsx'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { HeroActions } from './-hero-actions.ts'
import { ScreenFrame } from './-screen-frame.tsx'

const ROWS: Record<ScreenType, readonly FeedName[]> = {
  movie: ['popular_movies', 'now_playing', 'upcoming_movies', 'top_movies'],
  tv: ['popular_tv', 'on_the_air', 'upcoming_tv', 'top_tv'],
}

/** R1: a hidden media type has no page. */
export function Landing({ type }: { type: ScreenType }) {
  const { t } = useTranslation()
  const { data: config } = useQuery(configQuery())
  const title = type === 'movie' ? t('discover.movies') : t('discover.tv')
  usePageTitle(title)
  if (config?.hidden_discover_tabs.includes(type)) return <NotFound />
  return (
    <ScreenFrame>
      <div className="flex flex-col gap-6 lg:gap-8">
        <PageHeader
          title={title}
          action={
            <ButtonLink
              to={type === 'movie' ? '/movies/browse' : '/tv/browse'}
              icon={<SlidersHorizontal aria-hidden />}
            >
              {t('discover.browse')}
            </ButtonLink>
          }
        />
        <FeaturedHero types={[type]} actions={HeroActions} />
        {ROWS[type].map(name => (
          <FeedRow key={name} name={name} />
        ))}
      </div>
    </ScreenFrame>
  )
}
