import type { ReleaseSource } from '@foyer/contract/releases'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { useFormat } from '#lib/i18n.ts'
import { upstreamSentence } from '#lib/upstream-sentence.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'

interface SourceNoticeProps {
  sources: readonly ReleaseSource[]
  /** Nothing could be loaded: shown instead of the calendar. */
  all: boolean
  retrying: boolean
  onRetry: () => void
}

/** 1/I: libraries that could not be read are named, so that their days do not look empty. */
export function SourceNotice({ sources, all, retrying, onRetry }: SourceNoticeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const may = useSession()?.user.permissions.includes('instances:manage') ?? false
  const failed = sources.filter(source => !source.ok)
  if (failed.length === 0) return null
  const names = format.list(failed.map(source => source.name))
  const reasons =
    may &&
    failed.map(source => (
      <p key={source.instance_id} className="text-muted">
        {source.name}: {upstreamSentence(t, source.error ?? '')}
      </p>
    ))
  if (all) {
    return (
      <ErrorState title={t('calendar.failed_title', { names })} retrying={retrying} onRetry={onRetry}>
        {t('calendar.unread_text')}
        {reasons}
      </ErrorState>
    )
  }
  return (
    <Notice
      tone="warn"
      title={t('calendar.failed_title', { names })}
      action={
        <Button size="sm" loading={retrying} onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      }
    >
      {t('calendar.failed_text', { count: failed.length })}
      {reasons}
    </Notice>
  )
}
