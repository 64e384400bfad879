import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { pendingQuery, waitingQuery } from '#features/approvals/api.ts'
import { ApprovalTabs, Loaded } from '#features/approvals/screens/approval-tabs.tsx'
import { type ApprovalsSearch, readApprovalsSearch } from '#features/approvals/screens/approvals-search.ts'
import { HistoryView } from '#features/approvals/screens/history-view.tsx'
import { QueueView } from '#features/approvals/queue/queue-view.tsx'
import { WaitingView } from '#features/approvals/screens/waiting-view.tsx'
import { DeliveryText } from '#features/requests/follow/delivery-text.tsx'
import { requestedPart } from '#features/requests/follow/requested-part.ts'
import { deliveryDefaultTexts } from '#lib/texts/delivery-default-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { libraryToName } from '#lib/libraries.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { useLocalTitles } from '#lib/title-names.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { ApprovalEditor } from './-approval-editor.tsx'
import { RowCover } from './-row-cover.tsx'

export const Route = createFileRoute('/_app/approvals')({
  validateSearch: readApprovalsSearch,
  loader({ context }) {
    requirePermission('requests:manage')
    void context.queries.prefetchQuery(pendingQuery())
    return deliveryDefaultTexts()
  },
  component: Approvals,
})

function Approvals() {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/approvals' })
  const { tab = 'queue', open, ...filter } = Route.useSearch()
  const pending = useQuery(pendingQuery())
  const waiting = useQuery(waitingQuery())
  const pending_rows = useLocalTitles(pending.data ?? [])
  const waiting_rows = useLocalTitles(waiting.data ?? [])
  const { data: config } = useQuery(configQuery())
  usePageTitle(t('approvals.title'))
  const words = {
    cover: RowCover,
    part: (row: Parameters<typeof requestedPart>[1]) => requestedPart(t, row),
    libraryOf: (row: Parameters<typeof libraryToName>[1]) => libraryToName(config, row),
  }
  const patch = (change: { [K in keyof ApprovalsSearch]?: ApprovalsSearch[K] | undefined }) =>
    void navigate({
      search: before => ({ ...before, ...change }),
      replace: true,
      viewTransition: false,
      resetScroll: false,
    })
  return (
    <Page>
      <PageHeader title={t('approvals.title')} text={t('approvals.text')} />
      <ApprovalTabs
        tab={tab}
        onTab={next =>
          patch({
            tab: next,
            q: undefined,
            type: undefined,
            user: undefined,
            decision: undefined,
            open: undefined,
          })
        }
        counts={{ queue: pending.data?.length, waiting: waiting.data?.length }}
        contents={{
          queue: (
            <Loaded list={pending}>
              {() => (
                <QueueView
                  {...words}
                  rows={pending_rows}
                  filter={filter}
                  onFilter={patch}
                  editor={ApprovalEditor}
                />
              )}
            </Loaded>
          ),
          waiting: (
            <Loaded list={waiting}>
              {() => <WaitingView {...words} rows={waiting_rows} arrived={open} why={DeliveryText} />}
            </Loaded>
          ),
          history: <HistoryView {...words} filter={filter} onFilter={patch} />,
        }}
      />
    </Page>
  )
}
