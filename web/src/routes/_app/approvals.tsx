import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pendingQuery, waitingQuery } from '#features/approvals/api.ts'
import { ApprovalTabs } from '#features/approvals/screens/approval-tabs.tsx'
import { readApprovalsSearch } from '#features/approvals/screens/approvals-search.ts'
import { deliveryDefaultTexts } from '#lib/texts/delivery-default-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { APPROVAL_LISTS, useApprovalsPatch } from './-approval-lists.tsx'

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
  const { tab = 'queue' } = Route.useSearch()
  const { data: pending } = useQuery(pendingQuery())
  const { data: waiting } = useQuery(waitingQuery())
  const patch = useApprovalsPatch()
  usePageTitle(t('approvals.title'))
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
        counts={{ queue: pending?.length, waiting: waiting?.length }}
        contents={APPROVAL_LISTS}
      />
    </Page>
  )
}
