import { useTranslation } from 'react-i18next'
import { upstreamText } from '#lib/upstream-sentence.ts'
import { useFormat } from '#lib/i18n.ts'
import { Notice } from '#ui/notice.tsx'

/** When the transcoder gave what is shown. */
export function ObservedAt({ at }: { at: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <time dateTime={at} title={format.dateTime(at)} className="shrink-0 text-sm text-muted tabular-nums">
      {t('transcoder.updated', { time: format.time(at) })}
    </time>
  )
}

/** What was read before stays, and says so, while it cannot be read again. */
export function OutdatedNotice({ at, error }: { at: string; error: Error | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!error) return null
  return (
    <Notice tone="warn">
      {t('transcoder.outdated', { time: format.time(at), reason: upstreamText(t, error) })}
    </Notice>
  )
}
