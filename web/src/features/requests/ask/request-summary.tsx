import type { MediaType } from '@foyer/contract/instances/instance-types'
import Clock from 'lucide-react/icons/clock'
import Send from 'lucide-react/icons/send'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '#ui/skeleton.tsx'
import { AllowanceLine } from './allowance-line.tsx'
import { PreviewRefusal } from './preview-refusal.tsx'
import type { useRequestDraft } from './use-request-draft.ts'

interface RequestSummaryProps {
  sheet: ReturnType<typeof useRequestDraft>
  media_type: MediaType
}

/** The consequences: the limit, the approval, or why it cannot be requested. */
export function RequestSummary({ sheet, media_type }: RequestSummaryProps) {
  const { t } = useTranslation()
  const { options, preview, draft, nothing } = sheet
  if (nothing)
    return (
      <p className="text-sm text-muted">
        {media_type !== 'book'
          ? t('requests.choose_season')
          : sheet.settled.length > 1
            ? t('requests.both_settled')
            : t('requests.choose_format')}
      </p>
    )
  if (preview.error) return <PreviewRefusal preview={preview} />
  if (!preview.data) return <Skeleton className="h-12" />
  // A request for someone else follows that person's rules, which only the server knows.
  const known = draft.on_behalf_of === undefined
  const Icon = options.data?.requires_approval ? Clock : Send
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      <AllowanceLine preview={preview.data} media_type={media_type} />
      {known && preview.data.fits && (
        <p className="flex items-start gap-2 text-sm text-muted">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
          {options.data?.requires_approval ? t('requests.needs_approval') : t('requests.at_once')}
        </p>
      )}
    </div>
  )
}
