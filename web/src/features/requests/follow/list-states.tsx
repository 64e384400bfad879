import Compass from 'lucide-react/icons/compass'
import Inbox from 'lucide-react/icons/inbox'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** No requests yet: what this page is for, and where to start. */
export function NoRequests() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<Inbox />}
      title={t('requests.empty_title')}
      action={
        <ButtonLink to="/" variant="primary" icon={<Compass aria-hidden />}>
          {t('requests.empty_action')}
        </ButtonLink>
      }
    >
      {t('requests.empty_text')}
    </EmptyState>
  )
}

export function RequestsSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      {Array.from({ length: 4 }, (_, at) => (
        <Skeleton key={at} className="h-26 w-full rounded-card" />
      ))}
    </div>
  )
}
