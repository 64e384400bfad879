import { useFormat } from '#lib/i18n.ts'
import { Modal } from '#ui/modal.tsx'
import type { Day } from './calendar-days.ts'
import type { CalendarItem } from './calendar-items.ts'
import { ItemRow } from './item-row.tsx'
import { useDayLabels } from './use-day-labels.ts'

interface DayDialogProps {
  day: Day | null
  items: readonly CalendarItem[]
  onClose: () => void
}

/** All items of a day that do not fit its cell. */
export function DayDialog({ day, items, onClose }: DayDialogProps) {
  const format = useFormat()
  const words = useDayLabels(format.language)
  return (
    <Modal open={day !== null} onOpenChange={onClose} title={day === null ? '' : words.full(day)}>
      <ul className="-mx-2 flex flex-col">
        {items.map(item => (
          <li key={item.key}>
            <ItemRow item={item} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
