import { createFileRoute } from '@tanstack/react-router'
import type { MusicPeriod } from '@foyer/contract/discover-music'
import { useTranslation } from 'react-i18next'
import { isPeriod, PERIODS } from '#features/music/album.ts'
import { FeedGrid } from '#features/music/feed-grid.tsx'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Segmented } from '#ui/segmented.tsx'

interface PopularSearch {
  period?: MusicPeriod
}

export const Route = createFileRoute('/_app/music/popular')({
  validateSearch: ({ period }: Record<string, unknown>): PopularSearch =>
    isPeriod(period) ? { period } : {},
  component: Popular,
})

function Popular() {
  const { t } = useTranslation()
  const { period = 'this_week' } = Route.useSearch()
  const navigate = Route.useNavigate()
  usePageTitle(t('music.popular'))
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={<BackLink to="/music">{t('discover.music')}</BackLink>}
        title={t('music.popular')}
        action={
          <Segmented
            label={t('music.period')}
            value={period}
            choices={PERIODS.map(value => ({ value, label: t(`music.periods.${value}`) }))}
            onChange={next =>
              void navigate({
                search: { period: next },
                replace: true,
                viewTransition: false,
                resetScroll: false,
              })
            }
          />
        }
      />
      <FeedGrid key={period} feed={{ name: 'popular', period }} />
    </div>
  )
}
