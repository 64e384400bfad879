import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { cx } from '#ui/cx.ts'

interface FileFailureProps {
  /** Why the last press failed; null if it did not. */
  error: unknown
  className?: string
}

/** Shown beside the pressed button; pressing it again retries. */
export function FileFailure({ error, className }: FileFailureProps) {
  const { t } = useTranslation()
  if (!error) return null
  return (
    <p role="alert" className={cx('text-sm text-danger', className)}>
      {errorText(t, error)}
    </p>
  )
}
