import type { getTranscoderStats, TranscoderCount } from '@foyer/contract/transcoder'
import type { RouteAnswer } from '@foyer/contract/route'
import Info from 'lucide-react/icons/info'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { countLabel } from './count-labels.ts'
import { ObservedAt } from './observed-at.tsx'
import { Unknown } from './unknown.tsx'

export function CountsCard({ counts }: { counts: RouteAnswer<typeof getTranscoderStats> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { total_files, library_id, observed_at } = counts
  const notes = [
    library_id === null ? t('transcoder.counts.note_all') : t('transcoder.counts.note_library'),
    t('transcoder.counts.note_idle'),
  ]
  return (
    <Card className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <dl className="flex flex-col-reverse">
          <dt className="text-sm text-muted">{t('transcoder.counts.total')}</dt>
          <dd className="text-2xl font-semibold tabular-nums">
            {total_files === null ? <Unknown /> : format.number(total_files)}
          </dd>
        </dl>
        <ObservedAt at={observed_at} />
      </div>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <CountList title={t('transcoder.counts.transcodes')} counts={counts.transcodes} />
        <CountList title={t('transcoder.counts.health_checks')} counts={counts.health_checks} />
      </div>
      <p className="flex items-start gap-2 text-sm text-muted">
        <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{notes.join(' ')}</span>
      </p>
    </Card>
  )
}

function CountList({ title, counts }: { title: string; counts: readonly TranscoderCount[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm font-semibold">{title}</h3>
      {counts.length === 0 ? (
        <p className="py-2 text-sm text-muted">{t('transcoder.counts.none')}</p>
      ) : (
        <Facts
          facts={counts.map(({ label, value }) => [
            countLabel(t, label),
            <span key={label} className="tabular-nums">
              {value === null ? <Unknown /> : format.number(value)}
            </span>,
          ])}
        />
      )}
    </div>
  )
}
