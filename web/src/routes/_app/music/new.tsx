import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FeedGrid } from '#features/music/feed-grid.tsx'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/music/new')({ component: NewMusic })

function NewMusic() {
  const { t } = useTranslation()
  usePageTitle(t('music.new'))
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={<BackLink to="/music">{t('discover.music')}</BackLink>}
        title={t('music.new')}
        text={t('music.new_text')}
      />
      <FeedGrid feed={{ name: 'new' }} />
    </div>
  )
}
