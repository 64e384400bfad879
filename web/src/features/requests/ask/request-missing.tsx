import type { BookFormat } from '@foyer/contract/requests/requests'
import { useQuery } from '@tanstack/react-query'
import ListChecks from 'lucide-react/icons/list-checks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFocusSwap } from '#ui/use-focus-swap.ts'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { allOwnRequestsQuery, previewQuery, useCreateRequest } from '../api.ts'
import { shelfSelection } from './format-choice.ts'
import { FormatFields } from './format-fields.tsx'
import {
  fits,
  inFormats,
  type MissingTitle,
  offeredFormats,
  pricesOf,
  usualFormats,
  withoutRequested,
} from './missing-rules.ts'
import { PreviewRefusal } from './preview-refusal.tsx'
import type { ShelfTarget } from './request-sheet-context.ts'

/** The part of a list that was not read yet. */
interface UnreadRest {
  loading: boolean
  error: Error | null
  /** Reads on, also after an error. */
  onRead: () => void
}

interface RequestMissingProps {
  titles: readonly MissingTitle[]
  /** The library that lacks them. */
  library: string | undefined
  /** Read while the dialog is open; until then nobody knows how many are missing. */
  rest?: UnreadRest | undefined
}

/** Opens the selection of everything that the library lacks and the reader has not requested; nothing if there is none. */
export function RequestMissing({ titles, library, rest: more }: RequestMissingProps) {
  const { t } = useTranslation()
  const [is_open, setOpen] = useState(false)
  // Kept while the dialog is open: what was just requested is no longer missing, but its result is shown.
  const [sent, setSent] = useState<readonly MissingTitle[]>([])
  // The list of requests has them some seconds later.
  const [requested, setRequested] = useState<ReadonlySet<string>>(new Set())
  // Unknown is not missing: without them nobody can say what is left to request.
  const is_asked = titles.length > 0 || more !== undefined
  const own = useQuery({
    ...allOwnRequestsQuery(),
    // Not again after each title of a selection that is being sent.
    enabled: is_asked && sent.length === 0,
  })
  const rest =
    is_asked && !own.data
      ? { loading: own.fetchStatus !== 'idle', error: own.error, onRead: () => void own.refetch() }
      : more
  const left = withoutRequested(own.data ? titles : [], own.data ?? [], library).filter(
    ({ foreign_id }) => !requested.has(foreign_id),
  )
  const shown = [...sent, ...left.filter(one => !sent.some(other => other.foreign_id === one.foreign_id))]
  // Most likely some are left: the place of the button is kept until that is known, so that nothing moves below it.
  if (own.isLoading && !is_open) return <Skeleton className="h-control w-44" />
  if (left.length === 0 && !rest && !is_open) return null
  return (
    <>
      <Button icon={<ListChecks aria-hidden />} onClick={() => setOpen(true)}>
        {/* None are left behind an open dialog that has just requested them. */}
        {rest || left.length === 0
          ? t('shelf.missing.title')
          : t('shelf.missing.open', { count: left.length })}
      </Button>
      {is_open && (
        <MissingDialog
          titles={shown}
          rest={rest}
          onSubmit={() => setSent(shown)}
          onRequested={foreign_id => setRequested(before => new Set(before).add(foreign_id))}
          onClose={() => {
            setOpen(false)
            setSent([])
          }}
        />
      )}
    </>
  )
}

/** Reads on for as long as it is shown, and says how far it is. */
function RestOfList({ rest, found }: { rest: UnreadRest; found: number }) {
  const { t } = useTranslation()
  const { loading, error, onRead } = rest
  useEffect(() => {
    if (!loading && !error) onRead()
  }, [loading, error, onRead])
  if (error)
    return (
      <ErrorState compact title={t('shelf.missing.incomplete')} retrying={loading} onRetry={onRead}>
        {errorText(t, error)}
      </ErrorState>
    )
  return <WaitingLine>{t('shelf.missing.reading', { found })}</WaitingLine>
}

const selectionOf = (title: ShelfTarget) =>
  shelfSelection(title, {
    instance_id: title.instance_id,
    on_behalf_of: undefined,
    formats: title.formats ?? [],
  })

interface MissingDialogProps extends Omit<RequestMissingProps, 'library'> {
  onSubmit: () => void
  onRequested: (foreign_id: string) => void
  onClose: () => void
}

function MissingDialog({ titles, rest, onSubmit, onRequested, onClose }: MissingDialogProps) {
  const { t } = useTranslation()
  const create = useCreateRequest()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [errors, setErrors] = useState<ReadonlyMap<string, unknown>>(new Map())
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const busy = progress !== undefined
  const { swap, ref } = useFocusSwap()
  useBackCloses(true, onClose, busy)
  const open = titles.filter(({ foreign_id }) => !done.has(foreign_id))
  const marked = open.filter(({ foreign_id }) => chosen.has(foreign_id))
  const offered = offeredFormats(titles)
  // With a choice, asked of one title from the start: its answer has the allowances, and with them what to propose.
  const asked = marked[0] ?? (offered.length > 1 ? open[0] : undefined)
  const preview = useQuery({
    ...previewQuery(asked ? selectionOf(asked) : { media_type: 'music' }),
    enabled: asked !== undefined && !busy,
  })
  const [named, setNamed] = useState<readonly BookFormat[]>()
  const formats = named ?? usualFormats(offered, preview.data)
  const has_no_format = offered.length > 0 && formats.length === 0
  const selected = inFormats(marked, formats)
  const [first] = selected
  const prices = preview.data && first && !has_no_format ? pricesOf(selected, preview.data) : undefined

  /** One after the other; what fails keeps its selection, so that pressing again repeats only that. */
  async function submit() {
    setProgress({ done: 0, total: selected.length })
    swap()
    onSubmit()
    // What is left of the allowance now changes, but not what was chosen.
    setNamed(formats)
    setErrors(new Map())
    for (const title of selected) {
      const { foreign_id } = title
      try {
        await create.mutateAsync(selectionOf(title))
        setDone(before => new Set(before).add(foreign_id))
        setProgress(before => before && { ...before, done: before.done + 1 })
        onRequested(foreign_id)
      } catch (error) {
        setErrors(before => new Map(before).set(foreign_id, error))
      }
    }
    setProgress(undefined)
  }

  function choose(id: string, on: boolean) {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  const is_all = selected.length === open.length
  const can_submit = prices !== undefined && fits(prices)
  const is_finished = open.length === 0 && done.size > 0 && !rest && !busy
  return (
    <Modal
      open
      busy={busy}
      onOpenChange={shown => !shown && onClose()}
      title={t('shelf.missing.title')}
      actions={
        is_finished ? (
          <Button key="close" ref={ref} variant="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        ) : (
          <>
            <Button variant="ghost" disabled={busy} onClick={onClose}>
              {done.size > 0 ? t('ui.close') : t('ui.cancel')}
            </Button>
            <Button
              variant="primary"
              // `disabled` would drop the focus as soon as a part of the list is requested.
              aria-disabled={!can_submit}
              loading={busy}
              onClick={() => can_submit && void submit()}
              className={cx(!can_submit && !busy && 'opacity-50')}
            >
              {first ? t('shelf.missing.submit', { count: selected.length }) : t('requests.submit')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <div aria-live="polite" className="flex flex-col gap-1 text-sm text-muted">
          {!first && (titles.length > 0 || !rest) && (
            <p>
              {done.size > 0
                ? t('shelf.missing.sent', { count: done.size })
                : t(titles.length > 0 ? 'shelf.missing.none' : 'shelf.missing.nothing')}
            </p>
          )}
          {prices?.map(({ unit, cost, left }) => (
            <p key={unit}>
              {t(`requests.costs_${unit}`, { count: cost })}{' '}
              {left !== null &&
                t('requests.left_only', { left: t(`requests.left_${unit}`, { count: left }) })}
            </p>
          ))}
        </div>
        {rest && <RestOfList rest={rest} found={open.length} />}
        {progress && <WaitingLine>{t('shelf.missing.progress', progress)}</WaitingLine>}
        {offered.length > 1 && open.length > 0 && !preview.isPending && (
          <FormatFields
            answer={undefined}
            settled={busy ? offered : []}
            chosen={formats}
            onChange={setNamed}
          />
        )}
        {has_no_format && <p className="text-sm text-muted">{t('requests.choose_format')}</p>}
        {prices && !fits(prices) && <Notice tone="warn">{t('shelf.missing.exceeds')}</Notice>}
        {asked && preview.error && <PreviewRefusal preview={preview} />}
        {open.length > 0 && (
          <Button
            size="sm"
            disabled={busy}
            onClick={() => setChosen(is_all ? new Set() : new Set(open.map(one => one.foreign_id)))}
          >
            {is_all ? t('shelf.missing.choose_none') : t('shelf.missing.choose_all')}
          </Button>
        )}
        <ul className="flex flex-col divide-y divide-line">
          {titles.map(({ foreign_id, name, year }) => {
            const error = errors.get(foreign_id)
            const is_done = done.has(foreign_id)
            return (
              <li key={foreign_id}>
                <Checkbox
                  label={year ? `${name} (${year})` : name}
                  hint={
                    is_done ? t('shelf.missing.done') : error !== undefined ? errorText(t, error) : undefined
                  }
                  checked={is_done || chosen.has(foreign_id)}
                  disabled={busy || is_done}
                  onChange={event => choose(foreign_id, event.target.checked)}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </Modal>
  )
}
