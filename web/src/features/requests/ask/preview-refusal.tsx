import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'

interface PreviewRefusalProps {
  preview: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Why nobody knows what a request would cost, or that it cannot be made. */
export function PreviewRefusal({ preview: { error, isFetching, refetch } }: PreviewRefusalProps) {
  const { t } = useTranslation()
  // Retrying does not change a refusal; a service that did not answer may recover, and too many questions pass.
  if (error instanceof ApiError && error.status < 500 && error.status !== 429)
    return <Notice tone="danger">{errorText(t, error)}</Notice>
  return (
    <ErrorState
      compact
      title={t('requests.cannot_check')}
      retrying={isFetching}
      onRetry={() => void refetch()}
    >
      {errorText(t, error)}
    </ErrorState>
  )
}
