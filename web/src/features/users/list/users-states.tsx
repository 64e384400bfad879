import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'

/** The typical number of users. */
export function UsersWaiting() {
  return (
    <div aria-busy className="divide-y divide-line rounded-card border border-line bg-surface px-4 sm:px-5">
      {Array.from({ length: 4 }, (_, row) => (
        <RowSkeleton key={row} />
      ))}
    </div>
  )
}

interface UsersUnreadableProps {
  error: unknown
  retrying: boolean
  onRetry: () => void
  /** 1 if it stands for the whole page. */
  level?: 1
}

export function UsersUnreadable({ error, retrying, onRetry, ...look }: UsersUnreadableProps) {
  const { t } = useTranslation()
  return (
    <ErrorState {...look} title={t('users.unreadable')} retrying={retrying} onRetry={onRetry}>
      {errorText(t, error)}
    </ErrorState>
  )
}
