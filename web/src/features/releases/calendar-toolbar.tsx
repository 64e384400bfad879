import CalendarDays from 'lucide-react/icons/calendar-days'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import List from 'lucide-react/icons/list'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { addMonths, type Month } from './calendar-days.ts'
import type { View } from './calendar-state.ts'
import { useDayLabels } from './use-day-labels.ts'

interface CalendarToolbarProps {
  month: Month
  /** The current month. */
  present: Month
  view: View
  onMonth: (month: Month) => void
  onView: (view: View) => void
}

export function CalendarToolbar({ month, present, view, onMonth, onView }: CalendarToolbarProps) {
  const { t } = useTranslation()
  const words = useDayLabels(useFormat().language)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex items-center gap-1">
        <IconButton
          variant="solid"
          label={t('calendar.back')}
          icon={<ChevronLeft className="rtl:-scale-x-100" />}
          onClick={() => onMonth(addMonths(month, -1))}
        />
        <IconButton
          variant="solid"
          label={t('calendar.on')}
          icon={<ChevronRight className="rtl:-scale-x-100" />}
          onClick={() => onMonth(addMonths(month, 1))}
        />
        <p aria-live="polite" className="ms-2 text-lg font-semibold">
          {words.month(month)}
        </p>
        {month !== present && (
          <Button variant="ghost" size="sm" className="ms-2" onClick={() => onMonth(present)}>
            {t('calendar.today')}
          </Button>
        )}
      </div>
      <Segmented
        label={t('calendar.view')}
        value={view}
        onChange={onView}
        choices={[
          { value: 'agenda', label: t('calendar.agenda'), icon: <List aria-hidden /> },
          { value: 'month', label: t('calendar.month'), icon: <CalendarDays aria-hidden /> },
        ]}
      />
    </div>
  )
}
