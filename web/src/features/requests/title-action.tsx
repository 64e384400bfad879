import type { StatusResponse } from '@foyer/contract/title-statuses'
import { useTranslation } from 'react-i18next'
import { errorWords } from '#lib/error-words.ts'
import { holds } from '#lib/guard.ts'
import { useFormat } from '#lib/i18n.ts'
import { ButtonLink } from '#lib/link.tsx'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusButton } from '#ui/status-button.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import type { Status } from '#ui/status.ts'
import { isScreen, type ScreenAsked, type ShelfAsked, useAskFor } from './ask-for.ts'
import { DeliveryWords } from './delivery-words.tsx'
import type { Season } from './season-choice.ts'
import { titleState } from './title-state.ts'

type Askable = ScreenAsked | (ShelfAsked & { media_type: 'music' })

interface TitleActionProps {
  /** A book has a button for each format instead. */
  title: Askable
  seasons?: readonly Season[] | undefined
  /** Undefined while it is asked for. */
  answer: StatusResponse | undefined
  error: unknown
  retrying: boolean
  onRetry: () => void
  /** Whether this account has a library for titles of this kind. */
  has_library: boolean
  /** How it stands in the other libraries of this account. */
  others: readonly { id: string; name: string; status: Status }[]
}

/** The one primary button of a title, and what to know beside it. */
export function TitleAction(props: TitleActionProps) {
  const { title, seasons, answer, error, retrying, onRetry, has_library, others } = props
  const { t } = useTranslation()
  const ask = useAskFor()
  const format = useFormat()
  const now = useNow(60_000)
  if (!has_library)
    return <StatusButton status="unknown" blocked={t(`requests.blocked.no_library_${title.media_type}`)} />
  if (!answer) {
    if (!error) return <Skeleton className="h-12 w-40" />
    return (
      <ErrorState compact title={t('status.unknown')} retrying={retrying} onRetry={onRetry}>
        {errorWords(t, error)}
      </ErrorState>
    )
  }
  const state = titleState({ answer, seasons })
  const label = state.ask && t(`requests.ask.${state.ask}`, { season: state.season })
  const begin = (more: Pick<ScreenAsked, 'seasons' | 'instance_id'> = {}) => ask({ ...title, ...more })
  // Where nothing was asked for yet, the sheet lets one choose the library.
  const elsewhere = state.ask === 'first' ? [] : others.filter(({ status }) => status === 'unavailable')
  const is_show = isScreen(title) && title.media_type === 'tv'
  const { digital } = answer.releases ?? {}
  const comes = digital && Date.parse(digital) > now ? digital : undefined
  const tells = state.ask && state.status !== 'unavailable' && state.status !== 'unknown'
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StatusButton
          status={state.ask ? 'unavailable' : state.status}
          {...state.facts}
          {...(label ? { label } : {})}
          {...(state.blocked ? { blocked: t(`requests.blocked.${state.blocked}_${title.media_type}`) } : {})}
          {...(state.ask ? { onPress: () => begin(state.season ? { seasons: [state.season] } : {}) } : {})}
        />
        {tells && state.status !== 'unavailable' && <StatusLabel status={state.status} {...state.facts} />}
        {state.more && <Button onClick={() => begin()}>{t('requests.ask.more')}</Button>}
        {elsewhere.map(library => (
          <Button key={library.id} onClick={() => begin({ instance_id: library.id })}>
            {t('requests.ask_elsewhere', { library: library.name })}
          </Button>
        ))}
        {state.blocked === 'identity_ambiguous' && is_show && holds('requests:manage') && (
          <ButtonLink
            to="/settings/tv-matches/$tmdb_id"
            params={{ tmdb_id: String(is_show ? title.tmdb_id : '') }}
          >
            {t('approvals.see_match')}
          </ButtonLink>
        )}
        {answer.request_id !== undefined && (
          <ButtonLink to="/requests" search={{ open: answer.request_id }} variant="ghost">
            {t('requests.see')}
          </ButtonLink>
        )}
      </div>
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
      {state.delivery && <DeliveryWords delivery={state.delivery} className="text-sm text-muted" />}
    </div>
  )
}
