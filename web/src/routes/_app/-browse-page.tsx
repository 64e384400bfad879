import { useTranslation } from 'react-i18next'
import { BrowseView } from '#features/discover-screen/browse/browse-view.tsx'
import type { FilterProps } from '#features/discover-screen/browse/filter-panel.tsx'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { ScreenFrame } from './-screen-frame.tsx'
import { useHasLibrary, WithoutOwned } from './-without-owned.tsx'

/** Movies or shows, filtered by what the address contains. */
export function BrowsePage({ type, filters, onChange }: FilterProps) {
  const { t } = useTranslation()
  const is_movie = type === 'movie'
  const has_library = useHasLibrary(type)
  const title = is_movie ? t('discover.browse_movies') : t('discover.browse_tv')
  usePageTitle(title)
  return (
    <ScreenFrame>
      <div className="flex flex-col gap-6">
        <PageHeader
          back={
            <BackLink to={is_movie ? '/movies' : '/tv'}>
              {is_movie ? t('discover.movies') : t('discover.tv')}
            </BackLink>
          }
          title={title}
        />
        <BrowseView
          type={type}
          filters={filters}
          withoutOwned={has_library ? WithoutOwned : undefined}
          onChange={onChange}
        />
      </div>
    </ScreenFrame>
  )
}
