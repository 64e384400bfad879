import type { InboxEntry } from '@foyer/contract/inbox'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { RowList } from '#ui/row-link.tsx'
import { byDay, type Day } from './days.ts'
import { InboxRow } from './inbox-row.tsx'

interface InboxListProps {
  entries: readonly InboxEntry[]
  onRead: (id: number) => void
}

export function InboxList({ entries, onRead }: InboxListProps) {
  const now = useNow()
  return byDay(entries, now).map(day => <DayOf key={day.ago} day={day} onRead={onRead} />)
}

interface DayProps {
  day: Day<InboxEntry>
  onRead: (id: number) => void
}

function DayOf({ day, onRead }: DayProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const near = day.ago === 0 ? t('inbox.today') : day.ago === 1 ? t('inbox.yesterday') : undefined
  return (
    <section className="flex flex-col gap-2">
      <h2 id={id} className="px-1 text-sm font-semibold text-muted">
        {near ?? format.date(day.at)}
      </h2>
      <RowList aria-labelledby={id}>
        {day.entries.map(entry => (
          <InboxRow key={entry.id} entry={entry} onRead={onRead} />
        ))}
      </RowList>
    </section>
  )
}
