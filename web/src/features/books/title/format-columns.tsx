import type { BookFormat, FormatWait } from '@foyer/contract/requests/requests'
import BookOpen from 'lucide-react/icons/book-open'
import Headphones from 'lucide-react/icons/headphones'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deliverySentence } from '#lib/delivery-sentence.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { StatusLabel } from '#ui/status-label.tsx'
import type { Status, StatusFacts } from '#ui/status.ts'

const ICONS = { ebook: BookOpen, audiobook: Headphones } as const

export interface FormatState {
  format: BookFormat
  status: Status
  facts: StatusFacts
  /** Why it is delayed, unless that is said once for both. */
  held: ReactNode
  /** Requests or downloads this format. */
  action: ReactNode
}

interface FormatColumnsProps {
  states: readonly FormatState[]
  /** Why both are delayed. */
  held: ReactNode
}

/** Ebook and audiobook side by side, each with its status, reason and button. */
export function FormatColumns({ states, held }: FormatColumnsProps) {
  return (
    <div className="flex max-w-3xl flex-col gap-3">
      <ul className="grid gap-3 sm:grid-cols-2">
        {states.map(state => (
          <Column key={state.format} {...state} />
        ))}
      </ul>
      {held}
    </div>
  )
}

function Column({ format, status, facts, held, action }: FormatState) {
  const { t } = useTranslation()
  const Icon = ICONS[format]
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon aria-hidden className="size-5 text-muted" />
        {t(`requests.format.${format}`)}
      </h2>
      <div className="flex min-h-6 flex-col gap-2">
        {status === 'unavailable' ? (
          <p className="text-sm text-muted">{t('books.not_there')}</p>
        ) : (
          <StatusLabel status={status} {...facts} />
        )}
        {held}
      </div>
      {action && <div className="mt-auto">{action}</div>}
    </li>
  )
}

/** What it is waiting for, and since when. */
export function Wait({ wait }: { wait: FormatWait }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(60_000)
  return (
    <p className="text-sm text-muted">
      {deliverySentence(t, wait.reason)}{' '}
      <time dateTime={wait.waiting_since} title={format.dateTime(wait.waiting_since)}>
        {t('books.waiting_since', { when: format.relative(wait.waiting_since, now) })}
      </time>
    </p>
  )
}
