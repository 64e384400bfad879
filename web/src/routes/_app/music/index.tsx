import { createFileRoute } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { FeedRow } from '#features/music/feed-row.tsx'
import { GenreLinks } from '#features/music/genre-links.tsx'
import { ArtistsRow, RecentRow } from '#features/music/library-rows.tsx'
import { useMusicShelf } from '#features/music/shelf.ts'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/music/')({ component: MusicPage })

function MusicPage() {
  const { t } = useTranslation()
  const { usual_id } = useMusicShelf()
  usePageTitle(t('discover.music'))
  const all = (to: '/music/popular' | '/music/new', heading: string) => (
    <ButtonLink to={to} variant="ghost" size="sm" aria-label={t('discover.see_all_of', { heading })}>
      {t('discover.see_all')}
    </ButtonLink>
  )
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <PageHeader
        title={t('discover.music')}
        action={
          <ButtonLink to="/music/search" icon={<Search aria-hidden />}>
            {t('music.search_action')}
          </ButtonLink>
        }
      />
      {usual_id && <RecentRow />}
      <FeedRow
        feed={{ name: 'popular', period: 'this_week' }}
        heading={t('music.popular_this_week')}
        action={all('/music/popular', t('music.popular'))}
      />
      <FeedRow feed={{ name: 'new' }} heading={t('music.new')} action={all('/music/new', t('music.new'))} />
      <GenreLinks />
      {usual_id && <ArtistsRow />}
    </div>
  )
}
