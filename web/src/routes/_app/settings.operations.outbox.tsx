import { SEND_STATES } from '@foyer/contract/operations/outbox'
import { createFileRoute } from '@tanstack/react-router'
import { OutboxList } from '#features/operations/outbox-list.tsx'
import { searchText } from '#lib/library-search.ts'
import { OperationsPage } from './-operations-page.tsx'

export const Route = createFileRoute('/_app/settings/operations/outbox')({
  validateSearch(raw: Record<string, unknown>): { state?: string } {
    const state = searchText(raw['state'])
    return state ? { state } : {}
  },
  component: Outbox,
})

function Outbox() {
  const navigate = Route.useNavigate()
  const { state } = Route.useSearch()
  return (
    <OperationsPage id="outbox">
      <OutboxList
        state={SEND_STATES.find(one => one === state)}
        onState={next =>
          void navigate({ search: next ? { state: next } : {}, replace: true, resetScroll: false })
        }
      />
    </OperationsPage>
  )
}
