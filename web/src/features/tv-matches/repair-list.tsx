import type { RepairTarget, TvRepair } from '@foyer/contract/tv-matches/tv-repairs'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import { useRepair } from './changes.ts'
import { seasonsLabel } from './season-labels.ts'
import { repairState } from './repair-state.ts'

interface RepairListProps {
  tmdb_id: number
  repairs: readonly TvRepair[]
}

/** Requests for this show: where they were sent, and where they would go now. */
export function RepairList({ tmdb_id, repairs }: RepairListProps) {
  const { t } = useTranslation()
  const repair = useRepair(tmdb_id)
  return (
    <SectionCard
      title={t('tv_matches.repairs_title')}
      text={repairs.length > 0 ? t('tv_matches.repairs_text') : t('tv_matches.repairs_none')}
    >
      {repairs.length > 0 && (
        <div className="flex flex-col gap-3">
          {repair.error && <Notice tone="danger">{errorText(t, repair.error)}</Notice>}
          <ul className="divide-y divide-line border-t border-line">
            {repairs.map(row => (
              <RepairRow
                key={row.request_id}
                row={row}
                busy={repair.isPending && repair.variables.request_id === row.request_id}
                onRepair={() => repair.mutate(row)}
              />
            ))}
          </ul>
        </div>
      )}
    </SectionCard>
  )
}

interface RepairRowProps {
  row: TvRepair
  busy: boolean
  onRepair: () => void
}

function RepairRow({ row, busy, onRepair }: RepairRowProps) {
  const { t } = useTranslation()
  const { list } = useFormat()
  const seasons = (row.intended_target ?? row.recorded_target)?.source_seasons ?? []
  const state = repairState(row)
  const went = row.recorded_target ? targetText(t, row.recorded_target, list) : t('tv_matches.went_unknown')
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="wrap-anywhere">
            {t('tv_matches.requested_by', { who: row.username, seasons: seasonsLabel(t, seasons, list) })}
          </span>
          {row.status !== 'unavailable' && <StatusLabel status={row.status} />}
        </span>
        <span className="text-sm text-muted">{t('tv_matches.went', { place: went })}</span>
        {row.can_repair && row.intended_target && (
          <span className="text-sm text-muted">
            {t('tv_matches.belongs', { place: targetText(t, row.intended_target, list) })}
          </span>
        )}
        {state !== 'open' && (
          <span className="text-sm text-muted">{t(`tv_matches.repair_state.${state}`)}</span>
        )}
      </div>
      {row.can_repair ? (
        <Button
          size="sm"
          loading={busy}
          aria-label={t('tv_matches.repair_what', { who: row.username })}
          onClick={onRepair}
        >
          {t('tv_matches.repair')}
        </Button>
      ) : (
        state === 'repaired' && <Badge tone="ok">{t('tv_matches.repaired')}</Badge>
      )}
    </li>
  )
}

/** "The Weather Office, season 2". */
function targetText(
  t: TFunction,
  { match, target_seasons }: RepairTarget,
  list: (words: readonly string[]) => string,
): string {
  const series = match.target_title ?? t('tv_matches.tvdb', { id: match.tvdb_id })
  return t('tv_matches.target', { series, seasons: seasonsLabel(t, target_seasons, list) })
}
