import Clapperboard from 'lucide-react/icons/clapperboard'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { errorWords } from '#lib/error-words.ts'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'

/** 1/4.5: without a metadata key there is nothing to show. Who can change that is led there. */
export function MetadataMissing({ level = 2 }: { level?: 1 | 2 }) {
  const { t } = useTranslation()
  const may = useSession()?.user.permissions.includes('credentials:manage') ?? false
  return (
    <EmptyState
      level={level}
      icon={<Clapperboard />}
      title={t('discover.unconfigured.title')}
      action={
        may && (
          <ButtonLink to="/settings/provider-keys" variant="primary">
            {t('discover.unconfigured.action')}
          </ButtonLink>
        )
      }
    >
      {may ? t('discover.unconfigured.admin') : t('discover.unconfigured.user')}
    </EmptyState>
  )
}

interface FeedFailureProps {
  /** What could not be read, where "this list" does not say it. */
  title?: string
  error: unknown
  retrying: boolean
  onRetry: () => void
  compact?: boolean
}

/** One list that could not be read; the rest of the page goes on. */
export function FeedFailure({ title, error, retrying, onRetry, compact = false }: FeedFailureProps) {
  const { t } = useTranslation()
  // The frame says it once for the whole page, as soon as it has read the configuration.
  if (error instanceof ApiError && error.code === 'metadata_unconfigured') return null
  const is_upstream = error instanceof ApiError && error.status === 502
  return (
    <ErrorState compact={compact} title={title ?? t('discover.failed')} retrying={retrying} onRetry={onRetry}>
      {is_upstream ? t('discover.upstream') : errorWords(t, error)}
    </ErrorState>
  )
}
