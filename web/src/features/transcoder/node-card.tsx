import type { TranscoderNode } from '@foyer/contract/transcoder'
import Pause from 'lucide-react/icons/pause'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { JobRow } from './job-row.tsx'

/** A node with the jobs it is doing. */
export function NodeCard({ node: { name, paused, workers } }: { node: TranscoderNode }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface px-5 sm:px-6">
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <h3 id={id} className="min-w-0 font-semibold wrap-anywhere">
          {name}
        </h3>
        <div className="flex flex-wrap gap-2">
          {paused && (
            <Badge tone="warn" icon={<Pause aria-hidden />}>
              {t('transcoder.activity.paused')}
            </Badge>
          )}
          <Badge>
            {workers.length > 0
              ? t('transcoder.activity.jobs', { count: workers.length })
              : t('transcoder.activity.idle')}
          </Badge>
        </div>
      </div>
      {workers.length > 0 && (
        <ul
          aria-label={t('transcoder.activity.jobs_of', { name })}
          className="divide-y divide-line border-t border-line"
        >
          {workers.map(job => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
    </section>
  )
}
