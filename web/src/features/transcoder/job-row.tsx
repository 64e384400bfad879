import type { TranscoderWorker } from '@foyer/contract/transcoder'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Unknown } from './unknown.tsx'

/** A job and its measurements. All have their place from the start, so that nothing moves when one arrives. */
export function JobRow({ job }: { job: TranscoderWorker }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { source_path, kind, compute, flow, progress_percent } = job
  const file = job.file || t('transcoder.job.unnamed')
  const share = progress_percent === null ? undefined : progress_percent / 100
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-col gap-2 sm:flex-row sm:items-start sm:justify-between sm:gap-6">
        <div className="flex min-w-0 flex-col gap-0.5">
          <h4 className="line-clamp-2 font-medium wrap-anywhere">{file}</h4>
          <p className="line-clamp-2 text-xs wrap-anywhere text-muted">{source_path}</p>
        </div>
        <div className="flex shrink-0 flex-wrap gap-2">
          <Badge tone="info">{t(`transcoder.job.${kind}`)}</Badge>
          {compute && <Badge>{t(`transcoder.job.${compute}`)}</Badge>}
          {flow && <Badge>{t('transcoder.job.flow')}</Badge>}
        </div>
      </div>
      <div className="flex items-center gap-3">
        <ProgressBar label={t('transcoder.job.progress', { file })} share={share} tone="info" />
        <span className="w-12 shrink-0 text-end text-sm tabular-nums">
          {share === undefined ? <Unknown /> : format.percent(share)}
        </span>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-4">
        <Measurement name={t('transcoder.job.status')}>{job.status || <Unknown />}</Measurement>
        <Measurement name={t('transcoder.job.step')}>{job.step || <Unknown />}</Measurement>
        <Measurement name={t('transcoder.job.fps')}>
          {job.fps === null ? <Unknown /> : t('transcoder.job.fps_value', { fps: format.number(job.fps) })}
        </Measurement>
        <Measurement name={t('transcoder.job.eta')}>{job.eta ?? <Unknown />}</Measurement>
      </dl>
    </li>
  )
}

function Measurement({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="line-clamp-3 wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}
