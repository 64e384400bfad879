import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { ownQuotasQuery } from '#features/quotas/api.ts'
import { OwnAllowances } from '#features/quotas/own-allowances.tsx'
import { ownRequestsQuery } from '#features/requests/api.ts'
import { NoRequests, RequestsSkeleton } from '#features/requests/follow/list-states.tsx'
import { RequestList } from '#features/requests/follow/request-list.tsx'
import { readRequestsSearch, type RequestsSearch } from '#features/requests/follow/requests-search.ts'
import { hasPermission, requirePermission } from '#lib/guard.ts'
import { libraryToName } from '#lib/libraries.ts'
import { MoreRows } from '#lib/more-rows.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useLocalTitles } from '#lib/title-names.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowCover } from './-row-cover.tsx'
import { WithShare } from './-row-share.tsx'

export const Route = createFileRoute('/_app/requests')({
  validateSearch: readRequestsSearch,
  loader({ context }) {
    requirePermission('media:request')
    void context.queries.prefetchInfiniteQuery(ownRequestsQuery())
    void context.queries.prefetchQuery(ownQuotasQuery())
  },
  component: Requests,
})

function Requests() {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/requests' })
  const { show = 'all', open } = Route.useSearch()
  const list = useInfiniteQuery(ownRequestsQuery())
  const rows = useLocalTitles(list.data?.pages.flat() ?? [])
  const { data: config } = useQuery(configQuery())
  // A request opened by hand is already in view; one opened by a link may not be.
  const [unfolded, setUnfolded] = useState<number>()
  usePageTitle(t('requests.title'))
  const patch = (change: { [K in keyof RequestsSearch]: RequestsSearch[K] | undefined }) =>
    void navigate({
      search: before => ({ ...before, ...change }),
      replace: true,
      viewTransition: false,
      resetScroll: false,
    })
  return (
    <Page>
      <PageHeader title={t('requests.title')} text={t('requests.text')} />
      <OwnAllowances />
      {list.data ? (
        <RequestList
          rows={rows}
          show={show}
          onShow={group => patch({ show: group === 'all' ? undefined : group })}
          open={open}
          arrived={open === unfolded ? undefined : open}
          onOpen={request_id => {
            setUnfolded(request_id)
            patch({ open: request_id })
          }}
          withShare={WithShare}
          cover={RowCover}
          libraryOf={row => libraryToName(config, row)}
          is_admin={hasPermission('requests:manage')}
          empty={<NoRequests />}
          more={<MoreRows list={list} shown={rows.length} />}
        />
      ) : list.error ? (
        <ReadFailure of={list} />
      ) : (
        <RequestsSkeleton />
      )}
    </Page>
  )
}
