import type { TvMatchDetail } from '@foyer/contract/tv-matches/tv-matches'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import type { ShowAt } from './api.ts'
import { useChangeMatch } from './changes.ts'
import { MatchBadge } from './match-badge.tsx'

type Mode = 'paused' | 'default'

interface MatchSummaryProps {
  show: ShowAt
  detail: TvMatchDetail
}

/** The current match, with buttons to pause or reset it. */
export function MatchSummary({ show, detail: { match, target_seasons } }: MatchSummaryProps) {
  const { t } = useTranslation()
  const change = useChangeMatch(show)
  const [confirming, setConfirming] = useState<Mode | null>(null)
  const isCustom = match.provenance === 'custom' && match.state === 'resolved'
  // Sonarr answered, but has no series with the matched id.
  const isLost = match.tvdb_id !== undefined && target_seasons.length === 0
  const isPaused = match.state === 'paused'
  const set = (mode: Mode) =>
    change.mutate({ mode, revision: match.revision }, { onSettled: () => setConfirming(null) })
  // Both discard an admin's custom match; everything else can be restored.
  const ask = (mode: Mode) => (isCustom ? setConfirming(mode) : set(mode))
  const how = isPaused
    ? t('tv_matches.how.paused')
    : match.state === 'unresolved'
      ? t('tv_matches.how.unresolved')
      : t(`tv_matches.how.${match.provenance}`)
  return (
    <SectionCard
      title={t('tv_matches.now')}
      text={how}
      action={
        <div className="flex flex-wrap gap-3">
          {!isPaused && (
            <Button loading={change.isPending && confirming === null} onClick={() => ask('paused')}>
              {t('tv_matches.pause')}
            </Button>
          )}
          {(isPaused || isCustom) && (
            <Button loading={change.isPending && confirming === null} onClick={() => ask('default')}>
              {isPaused ? t('tv_matches.resume') : t('tv_matches.restore')}
            </Button>
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <MatchBadge match={match} />
          {match.tvdb_id !== undefined && (
            <span className="wrap-anywhere">
              <span className="font-medium">{match.target_title}</span>{' '}
              <span className="text-sm text-muted">{t('tv_matches.tvdb', { id: match.tvdb_id })}</span>
            </span>
          )}
        </div>
        {isLost && <Notice tone="warn">{t('tv_matches.lost_series')}</Notice>}
        {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
      </div>
      <Confirm
        open={confirming !== null}
        onOpenChange={open => !open && setConfirming(null)}
        title={confirming === 'paused' ? t('tv_matches.pause_title') : t('tv_matches.restore_title')}
        confirmLabel={confirming === 'paused' ? t('tv_matches.pause') : t('tv_matches.restore')}
        loading={change.isPending}
        onConfirm={() => confirming && set(confirming)}
      >
        {t('tv_matches.lost')}
      </Confirm>
    </SectionCard>
  )
}
