import type { TvMatchDetail } from '@foyer/contract/tv-matches'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorWords } from '#lib/error-words.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { type ShowAt, useChangeMatch } from './api.ts'
import { MatchBadge } from './match-badge.tsx'

type Mode = 'paused' | 'default'

interface MatchSummaryProps {
  show: ShowAt
  detail: TvMatchDetail
}

/** How the show is matched now, and the two ways to take a hand off it. */
export function MatchSummary({ show, detail: { match, target_seasons } }: MatchSummaryProps) {
  const { t } = useTranslation()
  const change = useChangeMatch(show)
  const [asking, setAsking] = useState<Mode | null>(null)
  const isCustom = match.provenance === 'custom' && match.state === 'resolved'
  // Sonarr answered, and has nothing under the id that the show is matched to.
  const isLost = match.tvdb_id !== undefined && target_seasons.length === 0
  const isPaused = match.state === 'paused'
  const set = (mode: Mode) =>
    change.mutate({ mode, revision: match.revision }, { onSettled: () => setAsking(null) })
  // What an admin set is lost by either; everything else comes back by itself.
  const ask = (mode: Mode) => (isCustom ? setAsking(mode) : set(mode))
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
            <Button loading={change.isPending && asking === null} onClick={() => ask('paused')}>
              {t('tv_matches.pause')}
            </Button>
          )}
          {(isPaused || isCustom) && (
            <Button loading={change.isPending && asking === null} onClick={() => ask('default')}>
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
        {change.error && <Notice tone="danger">{errorWords(t, change.error)}</Notice>}
      </div>
      <Confirm
        open={asking !== null}
        onOpenChange={open => !open && setAsking(null)}
        title={asking === 'paused' ? t('tv_matches.pause_title') : t('tv_matches.restore_title')}
        confirmLabel={asking === 'paused' ? t('tv_matches.pause') : t('tv_matches.restore')}
        loading={change.isPending}
        onConfirm={() => asking && set(asking)}
      >
        {t('tv_matches.lost')}
      </Confirm>
    </SectionCard>
  )
}
