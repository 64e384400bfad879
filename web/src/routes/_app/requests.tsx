import type { RequestRow } from '@foyer/contract/requests'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { sourcesOf } from '#features/discover-screen/images.ts'
import { OwnAllowances } from '#features/quotas/own-allowances.tsx'
import { ownRequestsQuery } from '#features/requests/api.ts'
import { NothingAsked, RequestsWaiting } from '#features/requests/list-states.tsx'
import { RequestList } from '#features/requests/request-list.tsx'
import { readRequestsSearch, type RequestsSearch } from '#features/requests/requests-search.ts'
import { useTitleMark } from '#features/title-status/use-title-mark.ts'
import { errorWords } from '#lib/error-words.ts'
import { fromServer } from '#lib/base-url.ts'
import { holds, requirePermission } from '#lib/guard.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/requests')({
  validateSearch: readRequestsSearch,
  loader({ context }) {
    requirePermission('media:request')
    void context.queries.prefetchInfiniteQuery(ownRequestsQuery())
  },
  component: Requests,
})

/** How far a row is that downloads, or is there in part; nothing is asked for the others. */
function WithShare({ row, children }: { row: RequestRow; children: (share?: number) => ReactNode }) {
  const { media_type, tmdb_id, instance_id, status } = row
  const moves = status === 'downloading' || status === 'partial'
  const screen = media_type === 'movie' || media_type === 'tv'
  const asked = moves && screen && tmdb_id ? { media_type, tmdb_id, instance_id } : null
  return children(useTitleMark(asked)?.share)
}

function Requests() {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/requests' })
  const { show = 'all', open } = Route.useSearch()
  const { data: config } = useQuery(configQuery())
  const list = useInfiniteQuery(ownRequestsQuery())
  usePageTitle(t('requests.title'))
  const patch = (change: { [K in keyof RequestsSearch]: RequestsSearch[K] | undefined }) =>
    void navigate({
      search: before => ({ ...before, ...change }),
      replace: true,
      viewTransition: false,
      resetScroll: false,
    })
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <PageHeader title={t('requests.title')} text={t('requests.text')} />
      <OwnAllowances />
      {list.data ? (
        <RequestList
          rows={list.data.pages.flat()}
          show={show}
          onShow={group => patch({ show: group === 'all' ? undefined : group })}
          open={open}
          onOpen={request_id => patch({ open: request_id })}
          withShare={WithShare}
          artwork={path =>
            sourcesOf(config && fromServer(config.image_base_url), path, 'poster', 'season')?.src
          }
          is_admin={holds('requests:manage')}
          empty={<NothingAsked />}
          more={
            list.hasNextPage
              ? { loading: list.isFetchingNextPage, run: () => void list.fetchNextPage() }
              : undefined
          }
        />
      ) : list.error ? (
        <ErrorState retrying={list.isFetching} onRetry={() => void list.refetch()}>
          {errorWords(t, list.error)}
        </ErrorState>
      ) : (
        <RequestsWaiting />
      )}
    </div>
  )
}
