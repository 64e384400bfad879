import type { AppConfig } from '@foyer/contract/app-config'
import { type ComponentType, Fragment, lazy, memo, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FeaturedHero } from '#features/discover-screen/hero/featured-hero.tsx'
import { MetadataMissing } from '#features/discover-screen/feeds/feed-failure.tsx'
import { FeedRow } from '#features/discover-screen/feeds/feed-row.tsx'
import { type FeedName, shownFeeds } from '#features/discover-screen/feeds/feeds.ts'
import type { NextStep } from '#features/setup-checklist/next-step.ts'
import { ButtonLink } from '#lib/link.tsx'
import { homeTexts } from '#lib/texts/home-texts.ts'
import { HeroActions } from './-hero-actions.ts'
import { OwnRowsWaiting, readRowCount } from './-own-rows-waiting.tsx'
import { TitleFrame } from './-screen-frame.tsx'

const ROWS: readonly FeedName[] = [
  'trending',
  'popular_movies',
  'popular_tv',
  'on_the_air',
  'upcoming_movies',
  'top_movies',
  'top_tv',
]

const OwnRows = lazy(async () => {
  const [{ OwnRows: rows }] = await Promise.all([import('./-own-rows.tsx'), homeTexts()])
  return { default: rows }
})

interface DiscoverHomeProps {
  config: AppConfig
  /** Nothing above it, so that the page opens with the hero. */
  opens: boolean
  /** What the primary button of the page does. */
  next: NextStep
  /** Between the hero and the rows. */
  BelowHero?: ComponentType<{ next: NextStep }> | undefined
}

/** Of movies and TV, those that this account sees. */
export function screenTypesOf({ hidden_discover_tabs }: Pick<AppConfig, 'hidden_discover_tabs'>) {
  return (['movie', 'tv'] as const).filter(type => !hidden_discover_tabs.includes(type))
}

/** The hero and poster rows of the home page. Rendered again only if the configuration changes. */
export const DiscoverHome = memo(function DiscoverHome({
  config,
  opens,
  next,
  BelowHero,
}: DiscoverHomeProps) {
  const { t } = useTranslation()
  const [waiting] = useState(readRowCount)
  const [count, setCount] = useState(waiting)
  const shown = screenTypesOf(config)
  // Without movies and TV, or the key for them, the rows of books, music and media servers are still the reader's.
  const types = config.services.metadata ? shown : []
  const has_libraries = config.instances.length > 0
  return (
    <TitleFrame>
      {types.length > 0 && (
        <>
          <FeaturedHero
            types={types}
            savedForServer={opens ? config.server_name : undefined}
            actions={HeroActions}
          />
          <div className="flex gap-3 lg:hidden">
            {types.includes('movie') && (
              <ButtonLink to="/movies" className="flex-1">
                {t('discover.movies')}
              </ButtonLink>
            )}
            {types.includes('tv') && (
              <ButtonLink to="/tv" className="flex-1">
                {t('discover.tv')}
              </ButtonLink>
            )}
          </div>
        </>
      )}
      {BelowHero && <BelowHero next={next} />}
      {has_libraries && (
        <Suspense fallback={<OwnRowsWaiting count={waiting} />}>
          <OwnRows types={types} waiting={waiting} onKnown={setCount} />
        </Suspense>
      )}
      {/* If there are more or fewer rows than at the last visit, these are others, not moved ones. */}
      <Fragment key={count === waiting ? 'expected' : 'other'}>
        {types.length > 0
          ? shownFeeds(ROWS, config.hidden_discover_tabs).map(name => <FeedRow key={name} name={name} />)
          : shown.length > 0 && <MetadataMissing is_primary={next === 'metadata'} />}
      </Fragment>
    </TitleFrame>
  )
})
