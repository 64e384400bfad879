import CalendarOff from 'lucide-react/icons/calendar-off'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { ButtonLink } from '#lib/link.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'

interface CalendarEmptyProps {
  why: 'nothing' | 'unconnected'
  filtered: boolean
  /** Shows the releases of every type again. */
  onClear: () => void
  onNextMonth: () => void
  /** Shown above a month grid. */
  above: boolean
}

/** The empty state: nothing is connected, or nothing is released. */
export function CalendarEmpty({ why, filtered, above, onClear, onNextMonth }: CalendarEmptyProps) {
  const { t } = useTranslation()
  const may = useSession()?.user.permissions.includes('instances:manage') ?? false
  if (why === 'nothing') {
    const title = t('calendar.empty_title')
    const text = filtered ? t('calendar.empty_filtered') : t('calendar.empty_text')
    if (above) return <Notice title={title}>{text}</Notice>
    return (
      <EmptyState
        icon={<CalendarOff />}
        title={title}
        action={
          filtered ? (
            <Button onClick={onClear}>{t('discover.filter.clear')}</Button>
          ) : (
            <Button onClick={onNextMonth}>{t('calendar.on')}</Button>
          )
        }
      >
        {text}
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
