import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { pendingQuery, waitingQuery } from '#features/approvals/api.ts'
import { ApprovalTabs, Loaded } from '#features/approvals/approval-tabs.tsx'
import { type ApprovalsSearch, readApprovalsSearch } from '#features/approvals/approvals-search.ts'
import { HistoryView } from '#features/approvals/history-view.tsx'
import { QueueView } from '#features/approvals/queue-view.tsx'
import { WaitingView } from '#features/approvals/waiting-view.tsx'
import { sourcesOf } from '#features/discover-screen/images.ts'
import { DeliveryWords } from '#features/requests/delivery-words.tsx'
import { partWords } from '#features/requests/request-words.ts'
import { fromServer } from '#lib/base-url.ts'
import { requirePermission } from '#lib/guard.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { ApprovalEditor } from './-approval-editor.tsx'

export const Route = createFileRoute('/_app/approvals')({
  validateSearch: readApprovalsSearch,
  loader({ context }) {
    requirePermission('requests:manage')
    void context.queries.prefetchQuery(pendingQuery())
  },
  component: Approvals,
})

function Approvals() {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/approvals' })
  const { tab = 'queue', ...filter } = Route.useSearch()
  const { data: config } = useQuery(configQuery())
  const pending = useQuery(pendingQuery())
  const waiting = useQuery(waitingQuery())
  usePageTitle(t('approvals.title'))
  const base = config && fromServer(config.image_base_url)
  const words = {
    artwork: (path: string) => sourcesOf(base, path, 'poster', 'season')?.src,
    part: (row: Parameters<typeof partWords>[1]) => partWords(t, row),
  }
  const patch = (change: { [K in keyof ApprovalsSearch]?: ApprovalsSearch[K] | undefined }) =>
    void navigate({
      search: before => ({ ...before, ...change }),
      replace: true,
      viewTransition: false,
      resetScroll: false,
    })
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6">
      <PageHeader title={t('approvals.title')} text={t('approvals.text')} />
      <ApprovalTabs
        tab={tab}
        onTab={next =>
          patch({ tab: next, q: undefined, type: undefined, user: undefined, decision: undefined })
        }
        counts={{ queue: pending.data?.length, waiting: waiting.data?.length }}
        contents={{
          queue: (
            <Loaded list={pending}>
              {rows => (
                <QueueView {...words} rows={rows} filter={filter} onFilter={patch} editor={ApprovalEditor} />
              )}
            </Loaded>
          ),
          waiting: (
            <Loaded list={waiting}>
              {rows => <WaitingView {...words} rows={rows} why={DeliveryWords} />}
            </Loaded>
          ),
          history: <HistoryView {...words} filter={filter} onFilter={patch} />,
        }}
      />
    </div>
  )
}
