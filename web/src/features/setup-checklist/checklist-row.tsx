import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Circle from 'lucide-react/icons/circle'
import Minus from 'lucide-react/icons/minus'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { toast } from '#ui/toast-store.ts'
import { useSkip } from './api.ts'
import { placeOf } from './checklist-places.ts'
import type { ChecklistItem } from './checklist.ts'

const MARKS = {
  done: { icon: Check, look: 'border-ok bg-ok text-on-solid' },
  open: { icon: Circle, look: 'border-edge text-transparent' },
  skipped: { icon: Minus, look: 'border-line bg-raised text-muted' },
} as const

interface ChecklistRowProps {
  item: ChecklistItem
  /** A library manager, if one is connected: folders are mapped on its page. */
  library_id: string | undefined
}

/** One setup step: its state, a link to its page, and a skip button. */
export function ChecklistRow({ item, library_id }: ChecklistRowProps) {
  const { t } = useTranslation()
  const skip = useSkip()
  const { key, state } = item
  const { icon: Icon, look } = MARKS[state]
  const place = placeOf(item, library_id)
  const name = t(`checklist.item.${key}`)
  const turn = () =>
    // The row may stand in another list by then, and its callbacks are gone with the first one.
    void skip
      .mutateAsync({ key, skipped: state === 'open' })
      .catch((error: unknown) => toast(errorText(t, error), { tone: 'danger' }))
  return (
    <li className="relative flex min-h-16 items-center gap-4 px-4 py-2 transition-colors hover:bg-raised/60 sm:px-5">
      <span aria-hidden className={cx('grid size-6 shrink-0 place-items-center rounded-full border', look)}>
        <Icon className="size-3.5" strokeWidth={3} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className={cx('font-medium', state === 'skipped' && 'text-muted')}>
          {place ? (
            <Link
              {...place}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {name}
            </Link>
          ) : (
            name
          )}
          <span className="sr-only">, {t(`checklist.state.${state}`)}</span>
        </span>
        {state === 'open' && <span className="text-sm text-muted">{t(`checklist.why.${key}`)}</span>}
      </span>
      {state !== 'done' && (
        <Button
          size="sm"
          variant="ghost"
          className="z-1"
          aria-label={t(state === 'open' ? 'checklist.skip_what' : 'checklist.unskip_what', { what: name })}
          onClick={turn}
        >
          {state === 'open' ? t('checklist.skip') : t('checklist.unskip')}
        </Button>
      )}
      {place && <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:-scale-x-100" />}
    </li>
  )
}
