import type { RecentAddition } from '@foyer/contract/recently-added'
import type { RequestRow } from '@foyer/contract/requests/requests'
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useDeferredValue, useLayoutEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { relatedQuery } from '#features/discover-screen/api.ts'
import { useSources } from '#features/discover-screen/cards/image-base.ts'
import type { ScreenType } from '#features/discover-screen/title.ts'
import { PosterLink } from '#features/discover-screen/cards/title-card.tsx'
import { TitleRow } from '#features/discover-screen/cards/title-row.tsx'
import { recentlyAddedQuery } from '#features/recently-added/api.ts'
import { ownRequestsQuery } from '#features/requests/api.ts'
import { groupOf } from '#features/requests/follow/timeline.ts'
import { errorText } from '#lib/error-text.ts'
import { hasPermission } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { shownStatus } from '#lib/request-status.ts'
import { useLocalTitles } from '#lib/title-names.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { PosterCard } from '#ui/poster-card.tsx'
import { RowScroller } from '#ui/row-scroller.tsx'
import { Section } from '#ui/section.tsx'
import { useStatusText } from '#ui/use-status-text.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { LatestRow } from './-latest-row.tsx'
import { OwnRowsWaiting, saveRowCount } from './-own-rows-waiting.tsx'
import { useSource } from './-row-cover.tsx'
import { WithShare } from './-row-share.tsx'

interface OwnRowsProps {
  /** Those that are not hidden. */
  types: readonly ScreenType[]
  /** How many rows are kept free until it is known how many there are. */
  waiting: number
  /** Called before they are painted. */
  onKnown: (count: number) => void
}

/** Requests under way, what arrived lately, and what goes with the newest request; each only if there is any. */
export function OwnRows({ types, waiting, onKnown }: OwnRowsProps) {
  const { t } = useTranslation()
  const requests = useInfiniteQuery({ ...ownRequestsQuery(), enabled: hasPermission('media:request') })
  const added = useQuery(recentlyAddedQuery())
  // Rendered as a transition, so that input is not blocked. They come together, so that nothing moves twice.
  const is_known = useDeferredValue(!requests.isLoading && !added.isLoading)
  const own = useDeferredValue(requests.data)
  const arrived = useDeferredValue(added.data)
  const { open, newest } = useOwnRequests(own, types)
  const has_requests = open.length > 0 || (requests.error !== null && !own)
  const has_added = arrived ? arrived.items.length > 0 : true
  const count = [has_requests, has_added, newest].filter(Boolean).length
  useLayoutEffect(() => {
    if (!is_known) return
    saveRowCount(count)
    onKnown(count)
  }, [is_known, count, onKnown])
  if (!is_known) return <OwnRowsWaiting count={waiting} />
  return (
    <>
      <OwnRow
        heading={t('home_rows.requests')}
        failed={own ? undefined : requests.error}
        retrying={requests.isError && requests.isFetching}
        onRetry={() => void requests.refetch()}
        action={
          <ButtonLink to="/requests" variant="ghost" size="sm">
            {t('home_rows.all_requests')}
          </ButtonLink>
        }
        cards={open.map(row => (
          <RequestPoster key={`${row.request_id}-${row.book_format ?? ''}`} row={row} />
        ))}
      />
      <OwnRow
        heading={t('home_rows.added')}
        failed={arrived ? undefined : added.error}
        retrying={added.isError && added.isFetching}
        onRetry={() => void added.refetch()}
        cards={(arrived?.items ?? []).map(one => (
          <AddedPoster
            key={`${one.instance_id} ${one.media_type} ${one.tmdb_id ?? one.foreign_id}`}
            of={one}
          />
        ))}
      />
      {newest && (
        <TitleRow
          heading={t('home_rows.because', { title: newest.title })}
          query={relatedQuery(
            newest.media_type === 'tv' ? 'tv' : 'movie',
            String(newest.tmdb_id),
            'recommended',
          )}
          type={newest.media_type === 'tv' ? 'tv' : 'movie'}
        />
      )}
      <LatestRow />
    </>
  )
}

const isOpen = (row: RequestRow) => ['waiting', 'stuck', 'coming', 'unknown'].includes(groupOf(row))

/** Those under way, and the newest one that titles can be recommended for. */
function useOwnRequests(own: InfiniteData<readonly RequestRow[]> | undefined, types: readonly ScreenType[]) {
  const rows = useMemo(() => own?.pages.flat() ?? [], [own])
  const liked = rows.find(
    ({ media_type, tmdb_id, status }) =>
      tmdb_id !== undefined && types.some(type => type === media_type) && status !== 'denied',
  )
  const shown = useLocalTitles(useMemo(() => rows.filter(row => row === liked || isOpen(row)), [rows, liked]))
  return {
    open: shown.filter(isOpen),
    newest: shown.find(({ request_id }) => request_id === liked?.request_id),
  }
}

interface OwnRowProps {
  heading: string
  /** Undefined: it could be read. */
  failed: unknown
  retrying: boolean
  onRetry: () => void
  action?: ReactNode
  cards: readonly ReactNode[]
}

function OwnRow({ heading, failed, retrying, onRetry, action, cards }: OwnRowProps) {
  const { t } = useTranslation()
  if (!failed && cards.length === 0) return null
  return (
    <Section title={heading} action={!failed && action}>
      {failed ? (
        <ErrorState compact title={t('discover.failed')} retrying={retrying} onRetry={onRetry}>
          {errorText(t, failed)}
        </ErrorState>
      ) : (
        <RowScroller label={heading}>{cards}</RowScroller>
      )}
    </Section>
  )
}

type Covered = Pick<RequestRow, 'media_type' | 'foreign_id' | 'instance_id' | 'poster_path'>

/** Posters in every size; covers and album art as they are. */
function useCover(of: Covered) {
  const sources = useSources()
  const src = useSource(of)
  return sources(of.poster_path, 'poster', 'row') ?? { src }
}

const RequestPoster = memo(function RequestPoster({ row }: { row: RequestRow }) {
  const { t } = useTranslation()
  const word = useStatusText()
  const cover = useCover(row)
  const group = groupOf(row)
  const status = group === 'unknown' ? 'unknown' : shownStatus(row)
  return (
    <WithShare row={row}>
      {share => {
        const facts = status === 'downloading' && share !== undefined ? { share } : {}
        return (
          <PosterLink
            to="/requests"
            search={{ open: row.request_id }}
            title={row.title}
            wraps
            detail={group === 'stuck' ? t('requests.delayed') : word(status, facts)}
            status={status}
            facts={facts}
            {...cover}
          />
        )
      }}
    </WithShare>
  )
})

const AddedPoster = memo(function AddedPoster({ of }: { of: RecentAddition }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  // On a phone there is room for one of the two.
  const is_wide = useMediaQuery('(min-width: 40rem)')
  const { media_type, tmdb_id, foreign_id, instance_id, title, added_at } = of
  const when = format.shortRelative(added_at, now)
  const card = {
    title,
    detail: is_wide ? `${t(`home.media.${media_type}`)} · ${when}` : when,
    ...useCover(of),
  }
  if (tmdb_id !== undefined)
    return (
      <PosterLink
        to={media_type === 'tv' ? '/tv/$id' : '/movies/$id'}
        params={{ id: String(tmdb_id) }}
        {...card}
      />
    )
  // A show that no provider is known for has no page.
  if (foreign_id === undefined) return <PosterCard {...card} />
  const at = { params: { id: foreign_id } }
  return media_type === 'music' ? (
    <PosterLink to="/music/albums/$id" {...at} search={{ library: instance_id }} {...card} />
  ) : (
    <PosterLink to="/books/titles/$id" {...at} search={{ library: instance_id, title }} {...card} />
  )
})
