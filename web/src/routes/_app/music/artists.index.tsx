import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ArtistGrid } from '#features/music/artist-grid.tsx'
import { ARTIST_SORTS, type ArtistSort } from '#features/music/artist-sort.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/music/artists/')({
  validateSearch: ({ sort }: Record<string, unknown>): { sort?: ArtistSort } => {
    const known = ARTIST_SORTS.find(one => one === sort)
    return known ? { sort: known } : {}
  },
  component: Artists,
})

function Artists() {
  const { t } = useTranslation()
  const { sort = 'albums' } = Route.useSearch()
  const navigate = Route.useNavigate()
  usePageTitle(t('music.artists'))
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={<BackLink to="/music">{t('discover.music')}</BackLink>}
        title={t('music.artists')}
        text={t('music.artists_text')}
      />
      <ChipChoice
        quiet
        label={t('music.sort')}
        value={sort}
        choices={ARTIST_SORTS.map(value => ({ value, label: t(`music.sort_by.${value}`) }))}
        onChange={next => void navigate({ search: { sort: next }, replace: true, viewTransition: false })}
      />
      <ArtistGrid sort={sort} />
    </div>
  )
}
