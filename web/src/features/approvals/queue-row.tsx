import type { QueueRow as Row } from '@foyer/contract/requests/admin-requests'
import Check from 'lucide-react/icons/check'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { codeText, errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { RowFacts, type RowParts } from './row-facts.tsx'

interface QueueRowProps extends RowParts {
  row: Row
  /** The row that keyboard shortcuts act on. */
  current: boolean
  /** Moves the focus here, because a key made this the current row. */
  called: boolean
  chosen: boolean
  busy: boolean
  /** Why the last decision on it failed. */
  error: unknown
  onCurrent: () => void
  onChoose: () => void
  onApprove: () => void
  onDeny: () => void
  onEdit: () => void
}

export function QueueRow(props: QueueRowProps) {
  const { row, current, called, chosen, busy, error, onCurrent, onChoose, ...words } = props
  const { t } = useTranslation()
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (called) line.current?.focus({ preventScroll: false })
  }, [called])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- follows the focus of what is inside
    <li
      ref={line}
      tabIndex={-1}
      aria-current={current ? 'true' : undefined}
      aria-busy={busy}
      onFocus={onCurrent}
      className={cx(
        'flex scroll-mb-40 flex-col gap-3 rounded-card border bg-surface p-4 transition-colors outline-none sm:px-5',
        current ? 'border-accent' : 'border-line',
        chosen && 'bg-accent-soft',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Checkbox
          label={<span className="sr-only">{t('approvals.choose', { title: row.title })}</span>}
          checked={chosen}
          onChange={onChoose}
        />
        <RowFacts row={row} cover={words.cover} part={words.part} libraryOf={words.libraryOf} />
        <div className="flex w-full items-center gap-2 sm:w-auto">
          <Button
            variant="primary"
            className="flex-1 sm:flex-none"
            icon={<Check aria-hidden />}
            loading={busy}
            onClick={words.onApprove}
          >
            {t('approvals.approve')}
            <span className="sr-only"> {row.title}</span>
          </Button>
          <Button
            className="flex-1 sm:flex-none"
            icon={<X aria-hidden />}
            disabled={busy}
            onClick={words.onDeny}
          >
            {t('approvals.deny')}
            <span className="sr-only"> {row.title}</span>
          </Button>
          <IconButton
            label={t('approvals.edit_of', { title: row.title })}
            icon={<Pencil />}
            disabled={busy}
            onClick={words.onEdit}
          />
        </div>
      </div>
      {error !== undefined && <Notice tone="danger">{errorText(t, error)}</Notice>}
      {error === undefined && row.decision_failed !== undefined && (
        <Notice tone="danger">{failedText(t, row.decision_failed)}</Notice>
      )}
    </li>
  )
}

/** Why a decision was not carried out in time. */
function failedText(t: TFunction, code: string): string {
  return t('approvals.failed', { reason: codeText(t, code) ?? t('errors.unknown') })
}
