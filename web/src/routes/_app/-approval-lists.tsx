import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { pendingQuery, waitingQuery } from '#features/approvals/api.ts'
import { QueueView } from '#features/approvals/queue/queue-view.tsx'
import type { RowParts } from '#features/approvals/queue/row-facts.tsx'
import { Loaded } from '#features/approvals/screens/approval-tabs.tsx'
import type { ApprovalsSearch } from '#features/approvals/screens/approvals-search.ts'
import { HistoryView } from '#features/approvals/screens/history-view.tsx'
import { WaitingView } from '#features/approvals/screens/waiting-view.tsx'
import { DeliveryText } from '#features/requests/follow/delivery-text.tsx'
import { requestedPart } from '#features/requests/follow/requested-part.ts'
import { libraryToName } from '#lib/libraries.ts'
import { useLocalTitles } from '#lib/title-names.ts'
import { ApprovalEditor } from './-approval-editor.tsx'
import { RowCover } from './-row-cover.tsx'

const route = getRouteApi('/_app/approvals')

/** Elements that stay the same: each list reads its own rows, and news of one draws no other again. */
export const APPROVAL_LISTS = { queue: <Queue />, waiting: <Waiting />, history: <History /> }

/** Changes the tab, the filter, or the request that is shown. */
export function useApprovalsPatch() {
  const navigate = useNavigate({ from: '/approvals' })
  return (change: { [K in keyof ApprovalsSearch]?: ApprovalsSearch[K] | undefined }) =>
    void navigate({
      search: before => ({ ...before, ...change }),
      replace: true,
      viewTransition: false,
      resetScroll: false,
    })
}

function Queue() {
  const list = useQuery(pendingQuery())
  const rows = useLocalTitles(list.data ?? [])
  const words = useRowParts()
  const filter = useFilter()
  const onFilter = useApprovalsPatch()
  return (
    <Loaded list={list}>
      {() => <QueueView {...words} rows={rows} filter={filter} onFilter={onFilter} editor={ApprovalEditor} />}
    </Loaded>
  )
}

function Waiting() {
  const list = useQuery(waitingQuery())
  const rows = useLocalTitles(list.data ?? [])
  const words = useRowParts()
  const { open } = route.useSearch()
  return (
    <Loaded list={list}>
      {() => <WaitingView {...words} rows={rows} arrived={open} why={DeliveryText} />}
    </Loaded>
  )
}

function History() {
  return <HistoryView {...useRowParts()} filter={useFilter()} onFilter={useApprovalsPatch()} />
}

function useFilter() {
  const { tab: _tab, open: _open, ...filter } = route.useSearch()
  return filter
}

function useRowParts(): RowParts {
  const { t } = useTranslation()
  const { data: config } = useQuery(configQuery())
  return {
    cover: RowCover,
    part: row => requestedPart(t, row),
    libraryOf: row => libraryToName(config, row),
  }
}
