import CalendarOff from 'lucide-react/icons/calendar-off'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { ButtonLink } from '#lib/link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Nothing to show: because nothing is connected, or because nothing comes out. */
export function CalendarEmpty({ connected, filtered }: { connected: boolean; filtered: boolean }) {
  const { t } = useTranslation()
  const may = useSession()?.user.permissions.includes('instances:manage') ?? false
  if (connected) {
    return (
      <EmptyState icon={<CalendarOff />} title={t('calendar.empty_title')}>
        {filtered ? t('calendar.empty_filtered') : t('calendar.empty_text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<CalendarOff />}
      title={t('calendar.none_title')}
      action={
        may && (
          <ButtonLink to="/instances/new" variant="primary">
            {t('calendar.connect')}
          </ButtonLink>
        )
      }
    >
      {may ? t('calendar.none_admin') : t('calendar.none_user')}
    </EmptyState>
  )
}
