import type { QueueRow as Row } from '@foyer/contract/requests/admin-requests'
import Check from 'lucide-react/icons/check'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/cx.ts'
import { focusBeside } from '#ui/focus-beside.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { DecisionProblem } from '../decide/decision-problem.tsx'
import type { QueueGroup } from './queue-groups.ts'
import { RequesterList } from './requester-list.tsx'
import { RowFacts, type RowParts } from './row-facts.tsx'

interface QueueRowProps extends RowParts {
  group: QueueGroup
  /** The row that keyboard shortcuts act on. */
  current: boolean
  /** Its button is the primary one of the page: the current row's, until several are selected. */
  leads: boolean
  /** Moves the focus here, because a key made this the current row. */
  called: boolean
  chosen: boolean
  /** The requests that are being decided. */
  busy: ReadonlySet<number>
  /** Why the last decision on a request was refused. */
  refused: ReadonlyMap<number, unknown>
  onCurrent: () => void
  onChoose: () => void
  /** Decides for everybody, or for the one whose request this is. */
  onApprove: (rows: readonly Row[]) => Promise<boolean>
  onDeny: (rows: readonly Row[]) => void
  onEdit: (row: Row) => void
}

/** One title to decide about, for everybody who requested it. */
export function QueueRow(props: QueueRowProps) {
  const {
    group,
    current,
    leads,
    called,
    chosen,
    busy: deciding,
    refused,
    onCurrent,
    onChoose,
    ...words
  } = props
  const { first: row, rows } = group
  const is_busy = (one: Row) => deciding.has(one.request_id)
  const busy = rows.some(is_busy)
  const all_busy = rows.every(is_busy)
  const is_shared = rows.length > 1
  const { t } = useTranslation()
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (called) line.current?.focus({ preventScroll: false })
  }, [called])

  async function approveAll() {
    const moveOn = focusBeside(line.current)
    if (await words.onApprove(rows)) moveOn()
  }

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
        <RowFacts row={row} all={rows} cover={words.cover} part={words.part} libraryOf={words.libraryOf} />
        <div className="flex w-full items-center gap-2 sm:w-auto">
          <Button
            variant={leads ? 'primary' : 'secondary'}
            className="flex-1 sm:flex-none"
            icon={<Check aria-hidden />}
            loading={all_busy}
            disabled={busy && !all_busy}
            onClick={() => void approveAll()}
          >
            {is_shared ? t('approvals.approve_all') : t('approvals.approve')}
            <span className="sr-only"> {row.title}</span>
          </Button>
          <Button
            className="flex-1 sm:flex-none"
            icon={<X aria-hidden />}
            disabled={busy}
            onClick={() => words.onDeny(rows)}
          >
            {is_shared ? t('approvals.deny_all') : t('approvals.deny')}
            <span className="sr-only"> {row.title}</span>
          </Button>
          {!is_shared && (
            <IconButton
              label={t('approvals.edit_of', { title: row.title })}
              icon={<Pencil />}
              disabled={busy}
              onClick={() => words.onEdit(row)}
            />
          )}
        </div>
      </div>
      {is_shared ? (
        <RequesterList
          rows={rows}
          busy={deciding}
          refused={refused}
          onApprove={one => {
            void words.onApprove([one])
            // The pressed button goes with its row; the entry stays.
            line.current?.focus({ preventScroll: true })
          }}
          onDeny={one => words.onDeny([one])}
          onEdit={words.onEdit}
          part={words.part}
          libraryOf={words.libraryOf}
        />
      ) : (
        <DecisionProblem row={row} error={refused.get(row.request_id)} />
      )}
    </li>
  )
}
