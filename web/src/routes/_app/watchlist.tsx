import { WATCH_KINDS, type WatchKind, type WatchlistEntry } from '@foyer/contract/watchlist'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import Heart from 'lucide-react/icons/heart'
import { useTranslation } from 'react-i18next'
import { watchlistQuery } from '#features/watchlist/api.ts'
import { WatchRow } from '#features/watchlist/watch-row.tsx'
import { requirePermission } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { MoreRows } from '#lib/more-rows.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useLocalTitles } from '#lib/title-names.ts'
import { watchlistTexts } from '#lib/texts/watchlist-texts.ts'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { WatchPicture } from './-watch-picture.tsx'

const LIST = 'divide-y divide-line rounded-card border border-line bg-surface'
const ROWS = 6

export const Route = createFileRoute('/_app/watchlist')({
  validateSearch: ({ kind }: Record<string, unknown>): { kind?: WatchKind } => {
    const known = WATCH_KINDS.find(one => one === kind)
    return known ? { kind: known } : {}
  },
  loader() {
    requirePermission('media:discover')
    return watchlistTexts()
  },
  component: WatchlistPage,
})

function WatchlistPage() {
  const { t } = useTranslation()
  const { kind } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useInfiniteQuery(watchlistQuery(kind))
  usePageTitle(t('watchlist.title'))
  const stored = list.data?.pages.flatMap(page => page.entries) ?? []
  const named = useLocalTitles(
    stored.map(({ kind: media_type, id, title, title_unverified }) => ({
      media_type,
      tmdb_id: Number(id),
      title,
      title_unverified,
    })),
  )
  const entries = stored.map((entry, i) => ({ ...entry, title: named[i]?.title ?? entry.title }))
  const choices = [
    { value: 'all' as const, label: t('watchlist.all') },
    ...WATCH_KINDS.map(value => ({ value, label: t(`watchlist.filters.${value}`) })),
  ]
  return (
    <Page>
      <PageHeader title={t('watchlist.title')} text={t('watchlist.text')} />
      {(kind || entries.length > 0) && (
        <ChipChoice
          quiet
          label={t('watchlist.filter')}
          value={kind ?? 'all'}
          choices={choices}
          onChange={value => void navigate({ search: value === 'all' ? {} : { kind: value }, replace: true })}
        />
      )}
      {list.data ? (
        entries.length > 0 ? (
          <>
            <Entries
              entries={entries}
              next_seasons_allowed={list.data.pages[0]?.next_seasons_allowed ?? false}
            />
            <MoreRows automatic list={list} shown={entries.length} />
          </>
        ) : (
          <Empty has_filter={kind !== undefined} />
        )
      ) : list.error ? (
        <ReadFailure of={list} title={t('watchlist.unreadable')} />
      ) : (
        <div aria-busy className={LIST}>
          {Array.from({ length: ROWS }, (_, row) => (
            <RowSkeleton key={row} />
          ))}
        </div>
      )}
    </Page>
  )
}

interface EntriesProps {
  entries: readonly WatchlistEntry[]
  next_seasons_allowed: boolean
}

function Entries({ entries, next_seasons_allowed }: EntriesProps) {
  return (
    <ul className={LIST}>
      {entries.map(entry => (
        <WatchRow
          key={`${entry.kind}:${entry.id}`}
          entry={entry}
          picture={<WatchPicture entry={entry} />}
          next_seasons_allowed={next_seasons_allowed}
        />
      ))}
    </ul>
  )
}

function Empty({ has_filter }: { has_filter: boolean }) {
  const { t } = useTranslation()
  if (has_filter)
    return (
      <EmptyState
        icon={<Heart />}
        title={t('watchlist.empty_kind')}
        action={<ButtonLink to="/watchlist">{t('watchlist.show_all')}</ButtonLink>}
      >
        {t('watchlist.empty_text')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<Heart />}
      title={t('watchlist.empty_title')}
      action={<ButtonLink to="/">{t('watchlist.browse')}</ButtonLink>}
    >
      {t('watchlist.empty_text')}
    </EmptyState>
  )
}
