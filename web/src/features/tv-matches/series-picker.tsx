import type { TvMatchCandidate } from '@foyer/contract/tv-matches/tv-matches'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Modal } from '#ui/modal.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { candidatesQuery } from './search-api.ts'
import { SearchLine } from './search-line.tsx'

interface SeriesPickerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The initial search. */
  title: string
  instance_id: string | undefined
  onPick: (series: TvMatchCandidate) => void
}

/** Sonarr's own search, by title or TVDB id. */
export function SeriesPicker({ open, onOpenChange, title, instance_id, onPick }: SeriesPickerProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(title)
  const [asked, setAsked] = useState(title)
  const { data, error, isFetching, refetch } = useQuery({
    ...candidatesQuery(asked.trim(), instance_id),
    enabled: open && asked.trim() !== '',
  })
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={t('tv_matches.pick_title')}
      text={t('tv_matches.pick_text')}
    >
      <div className="flex min-h-64 flex-col gap-4" aria-busy={isFetching}>
        <SearchLine
          label={t('tv_matches.find_series')}
          value={typed}
          onChange={setTyped}
          busy={isFetching}
          onSearch={() => (typed === asked ? void refetch() : setAsked(typed))}
        />
        {isFetching && !data && <RowSkeleton />}
        {error && !isFetching && (
          <ErrorState compact onRetry={() => void refetch()}>
            {errorText(t, error)}
          </ErrorState>
        )}
        {data?.length === 0 && <p className="text-sm text-muted">{t('tv_matches.no_series')}</p>}
        <ul className="divide-y divide-line">
          {data?.map(series => (
            <SeriesRow key={series.tvdb_id} series={series} onPick={() => onPick(series)} />
          ))}
        </ul>
      </div>
    </Modal>
  )
}

function SeriesRow({ series, onPick }: { series: TvMatchCandidate; onPick: () => void }) {
  const { t } = useTranslation()
  const count = series.seasons.filter(number => number > 0).length
  const facts = [
    series.year,
    t('tv_matches.season_count', { count }),
    t('tv_matches.tvdb', { id: series.tvdb_id }),
  ]
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{series.title}</span>
          {series.in_library && <Badge tone="ok">{t('tv_matches.in_library')}</Badge>}
        </span>
        <span className="text-sm text-muted">{facts.filter(Boolean).join(' · ')}</span>
        {series.overview && <span className="line-clamp-2 text-sm text-muted">{series.overview}</span>}
      </div>
      <Button size="sm" aria-label={t('tv_matches.pick_what', { title: series.title })} onClick={onPick}>
        {t('tv_matches.pick')}
      </Button>
    </li>
  )
}
