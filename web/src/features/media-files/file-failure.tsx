import { useTranslation } from 'react-i18next'
import { errorWords } from '#lib/error-words.ts'
import { cx } from '#ui/cx.ts'

interface FileFailureProps {
  /** Why a press came to nothing; null when it did not. */
  error: unknown
  className?: string
}

/** Said beside the button that was pressed; pressing it again tries again. */
export function FileFailure({ error, className }: FileFailureProps) {
  const { t } = useTranslation()
  if (!error) return null
  return (
    <p role="alert" className={cx('text-sm text-danger', className)}>
      {errorWords(t, error)}
    </p>
  )
}
