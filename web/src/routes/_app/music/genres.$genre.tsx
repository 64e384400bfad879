import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { genresQuery } from '#features/music/api.ts'
import { FeedGrid } from '#features/music/feed-grid.tsx'
import { useMusicShelf } from '#features/music/shelf.ts'
import { NotFound } from '#features/shell/states/not-found.tsx'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/music/genres/$genre')({ component: Genre })

function Genre() {
  const { t } = useTranslation()
  const { genre } = Route.useParams()
  const { instance_id } = useMusicShelf()
  const { data } = useQuery(genresQuery(instance_id))
  const name = data?.genres.find(({ id }) => id === genre)?.name
  usePageTitle(name ?? t('music.genres'))
  if (data && !name) return <NotFound />
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={<BackLink to="/music">{t('discover.music')}</BackLink>}
        title={name ?? t('music.genres')}
      />
      <FeedGrid key={genre} feed={{ name: 'genre', genre }} />
    </div>
  )
}
