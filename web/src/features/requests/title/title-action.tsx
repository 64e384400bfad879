import type { StatusResponse } from '@foyer/contract/title-statuses'
import { Link } from '@tanstack/react-router'
import Inbox from 'lucide-react/icons/inbox'
import Link2 from 'lucide-react/icons/link-2'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { hasPermission } from '#lib/guard.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { type Action, ActionRow } from '#ui/action-row.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusButton } from '#ui/status-button.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import type { Status } from '#ui/status.ts'
import {
  isScreen,
  type ScreenTarget,
  type ShelfTarget,
  useOpenRequestSheet,
} from '../ask/request-sheet-context.ts'
import { DeliveryText } from '../follow/delivery-text.tsx'
import type { Season } from '../ask/season-choice.ts'
import { titleState } from './title-state.ts'

type RequestableTitle = ScreenTarget | (ShelfTarget & { media_type: 'music' })

interface TitleActionProps {
  /** Books have one button per format instead. */
  title: RequestableTitle
  seasons?: readonly Season[] | undefined
  /** Undefined while loading. */
  answer: StatusResponse | undefined
  error: unknown
  retrying: boolean
  onRetry: () => void
  /** Whether this account has a library for this media type. */
  has_library: boolean
  /** The status in the account's other libraries. */
  others: readonly { id: string; name: string; status: Status }[]
  /** In the same row: downloads, provided by another slice. */
  beside?: ReactNode
  /** Opens the title on a media server; undefined if the account has none. */
  watch?: Watch | undefined
}

export interface Watch {
  /** The servers have not answered yet. */
  is_loading: boolean
  /** A server answered that it has the title. */
  is_found: boolean
  button: (place: WatchPlace) => ReactNode
}

/** Where the watch button stands: as the primary button of an available title, or beside another one. */
interface WatchPlace {
  is_primary: boolean
  in_library: boolean
}

const COLUMN = 'flex min-w-0 flex-col gap-2'

/** The primary button of a title, with related information. */
export function TitleAction(props: TitleActionProps) {
  const { title, seasons, answer, error, retrying, onRetry, has_library, others, beside, watch } = props
  const { t } = useTranslation()
  const openSheet = useOpenRequestSheet()
  const format = useFormat()
  const now = useNow(60_000)
  if (!has_library)
    return (
      <ActionRow
        lead={watch?.button({ is_primary: false, in_library: false })}
        primary={
          <StatusButton status="unknown" blocked={t(`requests.blocked.no_library_${title.media_type}`)} />
        }
        beside={beside}
      />
    )
  if (!answer)
    return (
      <div className={COLUMN}>
        {Boolean(error) && (
          <ErrorState compact title={t('status.unknown')} retrying={retrying} onRetry={onRetry}>
            {errorText(t, error)}
          </ErrorState>
        )}
        {/* The same row as with an answer. What is beside it may read what has failed, and would at once read it again. */}
        <ActionRow
          key="row"
          lead={Boolean(error) && watch?.button({ is_primary: false, in_library: false })}
          primary={!error && <Skeleton className="h-12 w-40" />}
          beside={beside}
        />
      </div>
    )
  const state = titleState({ answer, seasons })
  const label = state.ask && t(`requests.ask.${state.ask}`, { season: state.season })
  const begin = (more: Pick<ScreenTarget, 'seasons' | 'instance_id'> = {}) => openSheet({ ...title, ...more })
  // If nothing was requested yet, the sheet offers the library choice.
  const elsewhere = state.ask === 'first' ? [] : others.filter(({ status }) => status === 'unavailable')
  const is_show = isScreen(title) && title.media_type === 'tv'
  const { digital } = answer.releases ?? {}
  const comes = digital && Date.parse(digital) > now ? digital : undefined
  const in_library = state.status === 'available' || state.status === 'partial'
  // What is there is played first; before a server said so, only where there is nothing left to request.
  const is_watched = watch !== undefined && in_library && (watch.is_found || !state.ask)
  const shows_status =
    is_watched || (state.ask && state.status !== 'unavailable' && state.status !== 'unknown')
  const request = () => begin(state.season ? { seasons: [state.season] } : {})
  const actions: Action[] = [
    ...(is_watched && label
      ? [{ id: 'request', icon: <Plus aria-hidden />, label, shown: 'always' as const, onPress: request }]
      : []),
    ...(state.more
      ? [{ id: 'more', icon: <Plus aria-hidden />, label: t('requests.ask.more'), onPress: () => begin() }]
      : []),
    ...elsewhere.map(library => ({
      id: library.id,
      icon: <Plus aria-hidden />,
      label: t('requests.ask_elsewhere', { library: library.name }),
      onPress: () => begin({ instance_id: library.id }),
    })),
    ...(state.blocked === 'identity_ambiguous' && is_show && hasPermission('requests:manage')
      ? [
          {
            id: 'match',
            icon: <Link2 aria-hidden />,
            label: t('approvals.see_match'),
            link: <Link to="/settings/tv-matches/$tmdb_id" params={{ tmdb_id: String(title.tmdb_id) }} />,
          },
        ]
      : []),
    ...(answer.request_id === undefined
      ? []
      : [
          {
            id: 'see',
            icon: <Inbox aria-hidden />,
            label: t('requests.see'),
            link: <Link to="/requests" search={{ open: answer.request_id }} />,
          },
        ]),
  ]
  return (
    <div className={COLUMN}>
      <ActionRow
        key="row"
        lead={!is_watched && watch?.button({ is_primary: false, in_library })}
        primary={
          is_watched ? (
            watch.button({ is_primary: true, in_library })
          ) : (
            <StatusButton
              status={state.ask ? 'unavailable' : state.status}
              {...state.facts}
              {...(label ? { label } : {})}
              {...(state.blocked
                ? { blocked: t(`requests.blocked.${state.blocked}_${title.media_type}`) }
                : {})}
              {...(state.ask ? { onPress: request } : {})}
            />
          )
        }
        state={
          shows_status &&
          state.status !== 'unavailable' && <StatusLabel status={state.status} {...state.facts} />
        }
        actions={actions}
        beside={beside}
      />
      {others.map(
        ({ id, name, status }) =>
          status !== 'unavailable' && (
            <p key={id} className="flex flex-wrap items-center gap-x-2 text-sm">
              <span className="text-muted">{t('requests.in_library', { library: name })}</span>
              <StatusLabel status={status} />
            </p>
          ),
      )}
      {comes && state.status !== 'available' && (
        <p className="text-sm text-muted">{t('requests.comes', { date: format.date(comes) })}</p>
      )}
      {state.delivery && (
        <DeliveryText
          delivery={state.delivery}
          media_type={title.media_type}
          className="text-sm text-muted"
        />
      )}
    </div>
  )
}
