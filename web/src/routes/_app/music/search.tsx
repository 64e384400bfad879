import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SearchView } from '#features/music/search-view.tsx'
import { searchText } from '#lib/library-search.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { PageHeader } from '#ui/page-header.tsx'

interface MusicSearchParams {
  q?: string
  kind?: 'artists'
  singles?: true
}

export const Route = createFileRoute('/_app/music/search')({
  validateSearch: readSearch,
  component: MusicSearchPage,
})

function readSearch(raw: Record<string, unknown>): MusicSearchParams {
  const q = searchText(raw['q'])
  return {
    ...(q && { q }),
    ...(raw['kind'] === 'artists' && { kind: 'artists' }),
    ...(raw['singles'] === true && { singles: true }),
  }
}

function MusicSearchPage() {
  const { t } = useTranslation()
  const { q = '', kind = 'albums', singles = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  usePageTitle(q ? `${q} · ${t('music.search.title')}` : t('music.search.title'))
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={<BackLink to="/music">{t('discover.music')}</BackLink>}
        title={t('music.search.title')}
      />
      <SearchView
        search={{ q, kind, singles }}
        onSearch={change =>
          void navigate({
            // From the newest address: the typed text arrives late and must not meet a kind chosen meanwhile.
            search: before => readSearch({ ...before, ...change }),
            replace: true,
            resetScroll: false,
            viewTransition: false,
          })
        }
      />
    </div>
  )
}
