import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { type Read, ReadFailure } from '#lib/read-failure.tsx'
import { Notice } from '#ui/notice.tsx'

/** Why nobody knows what a request would cost, or that it cannot be made. */
export function PreviewRefusal({ preview }: { preview: Read }) {
  const { t } = useTranslation()
  const { error } = preview
  // Retrying does not change a refusal; a service that did not answer may recover, and too many questions pass.
  if (error instanceof ApiError && error.status < 500 && error.status !== 429)
    return <Notice tone="danger">{errorText(t, error)}</Notice>
  return <ReadFailure of={preview} compact title={t('requests.cannot_check')} />
}
