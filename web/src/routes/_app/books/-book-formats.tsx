import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormatColumns, Wait } from '#features/books/title/format-columns.tsx'
import { formatStates, type Hold, type OneFormat, sharedHold } from '#features/books/title/format-states.ts'
import { bookStatusQuery } from '#features/books/shelf/library-api.ts'
import { type BookRef, useBookShelf } from '#features/books/shelf/shelf.ts'
import { type ShelfTarget, useOpenRequestSheet } from '#features/requests/ask/request-sheet-context.ts'
import { DeliveryText } from '#features/requests/follow/delivery-text.tsx'
import { hasPermission } from '#lib/guard.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { type Action, ActionRow } from '#ui/action-row.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ReportButton, useMayReport, useShownLibrary } from '../-report.tsx'
import { useListen } from '../-watch.tsx'
import { useFormatDownloads } from './-format-downloads.tsx'

const COLUMN = 'flex flex-col gap-4'

interface BookFormatsProps {
  book: BookRef
  /** Its id in the library, if the page was opened with another one. */
  owned_id: string | undefined
  /** Beside the button for both formats. */
  heart: ReactNode
}

/** Both formats of a book: the status of each, why it waits, and the request buttons. */
export function BookFormats({ book, owned_id, heart }: BookFormatsProps) {
  const { t } = useTranslation()
  const openSheet = useOpenRequestSheet()
  const { instance_id, usual_id } = useBookShelf()
  const { foreign_id, name, search_term } = book
  const can_request = hasPermission('media:request')
  const read = useQuery({
    ...bookStatusQuery({ foreign_id, title: name, q: search_term }, instance_id),
    enabled: can_request,
  })
  const { data, error } = read
  const states = data ? formatStates(data) : []
  const shared = sharedHold(states)
  const download = useFormatDownloads({ foreign_id: owned_id ?? foreign_id, name }, states)
  const library_id = instance_id ?? usual_id
  const libraries = useShownLibrary('book', library_id)
  const may_report = useMayReport()
  const can_listen = states.some(({ format, status }) => format === 'audiobook' && status === 'available')
  const listen = useListen(
    { instance_id: library_id ?? '', foreign_book_id: owned_id ?? foreign_id },
    name,
    can_listen && library_id !== undefined,
  )
  if (!can_request) return <ActionRow beside={heart} />
  if (!data)
    return (
      <div className={COLUMN}>
        <ActionRow beside={heart} />
        {error ? (
          <ReadFailure of={read} compact title={t('books.status_failed')} />
        ) : (
          <div aria-busy className="grid max-w-3xl gap-3 sm:grid-cols-2">
            <Skeleton className="h-40 rounded-card" />
            <Skeleton className="h-40 rounded-card" />
          </div>
        )}
      </div>
    )
  const begin = (formats: ShelfTarget['formats']) =>
    openSheet({ media_type: 'book', foreign_id, name, search_term, instance_id, formats })
  const open = states.filter(state => state.ask)
  const has_primary = open.length > 1 || listen?.is_primary
  const action = ({ format, ask: how }: OneFormat) =>
    how && (
      <Button variant={has_primary ? 'secondary' : 'primary'} onClick={() => begin([format])}>
        {how === 'first' ? t(`books.ask.${format}`) : t(`books.ask_again.${format}`)}
      </Button>
    )
  /** What can be done with a format that is there, or may be. */
  const usesOf = ({ format, status }: OneFormat) => {
    const files = download(format)
    const play = format === 'audiobook' && listen?.button
    const can_report = may_report && (status === 'available' || status === 'unknown')
    if (!files && !play && !can_report) return null
    return (
      <div className="flex flex-wrap items-start gap-2">
        {play}
        {files}
        {can_report && (
          <ReportButton
            place="section"
            what={t(`requests.format.${format}`)}
            target={{
              media_type: 'book',
              name,
              foreign_id: owned_id ?? foreign_id,
              book_format: format,
              libraries,
            }}
          />
        )}
      </div>
    )
  }
  const see: Action[] =
    data.request_id === undefined
      ? []
      : [
          {
            id: 'see',
            icon: <Inbox aria-hidden />,
            label: t('requests.see'),
            link: <Link to="/requests" search={{ open: data.request_id }} />,
          },
        ]
  return (
    <div className={COLUMN}>
      <ActionRow
        primary={
          open.length > 1 && (
            <Button variant="primary" size="lg" onClick={() => begin(open.map(({ format }) => format))}>
              {t('books.ask.both')}
            </Button>
          )
        }
        actions={see}
        beside={heart}
      />
      <FormatColumns
        states={states.map(state => ({
          ...state,
          held: !shared && <HoldText hold={state} />,
          action: action(state) ?? usesOf(state),
        }))}
        held={shared && <HoldText hold={shared} />}
      />
      {!data.status_known && (
        <p className="max-w-prose text-sm text-muted">
          {t(`books.unknown.${data.status_unknown_reason ?? 'library_unavailable'}`)}
        </p>
      )}
    </div>
  )
}

/** Why a format is delayed, if it is. */
function HoldText({ hold: { delivery, wait } }: { hold: Hold }) {
  if (delivery) return <DeliveryText delivery={delivery} media_type="book" className="text-sm text-muted" />
  return wait && <Wait wait={wait} />
}
