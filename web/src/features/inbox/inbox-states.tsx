import Bell from 'lucide-react/icons/bell'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'

const ROWS = 6

export function NoNotifications() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<Bell />}
      title={t('inbox.empty_title')}
      action={<ButtonLink to="/account">{t('inbox.choose')}</ButtonLink>}
    >
      {t('inbox.empty_text')}
    </EmptyState>
  )
}

export function InboxSkeleton() {
  return (
    <div
      aria-busy
      className="mt-7 divide-y divide-line rounded-card border border-line bg-surface px-4 sm:px-5"
    >
      {Array.from({ length: ROWS }, (_, row) => (
        <RowSkeleton key={row} />
      ))}
    </div>
  )
}
