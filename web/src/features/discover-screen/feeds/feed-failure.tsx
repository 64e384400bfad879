import Clapperboard from 'lucide-react/icons/clapperboard'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'

interface MetadataMissingProps {
  level?: 1 | 2
  /** Whether the page has no better button. */
  is_primary?: boolean
}

/** 1/4.5: without a metadata key there is nothing to show. Admins get a link to the setting. */
export function MetadataMissing({ level = 2, is_primary = true }: MetadataMissingProps) {
  const { t } = useTranslation()
  const may = useSession()?.user.permissions.includes('credentials:manage') ?? false
  return (
    <EmptyState
      level={level}
      icon={<Clapperboard />}
      title={t('discover.unconfigured.title')}
      action={
        may && (
          <ButtonLink to="/settings/provider-keys" variant={is_primary ? 'primary' : 'secondary'}>
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
  /** What could not be loaded, if it is not "this list". */
  title?: string
  error: unknown
  retrying: boolean
  onRetry: () => void
  compact?: boolean
  /** 1 if it stands for the whole page. */
  level?: 1
}

/** A list that could not be loaded; the rest of the page still works. */
export function FeedFailure({ title, error, retrying, onRetry, ...look }: FeedFailureProps) {
  const { t } = useTranslation()
  // The frame shows this once for the whole page, as soon as the configuration is loaded.
  if (error instanceof ApiError && error.code === 'metadata_unconfigured') return null
  const is_upstream = error instanceof ApiError && error.status === 502
  return (
    <ErrorState {...look} title={title ?? t('discover.failed')} retrying={retrying} onRetry={onRetry}>
      {is_upstream ? t('discover.upstream') : error ? errorText(t, error) : undefined}
    </ErrorState>
  )
}
