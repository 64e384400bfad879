import { createFileRoute } from '@tanstack/react-router'
import { LOG_LEVELS } from '#features/operations/log-levels.ts'
import { LogPage } from '#features/operations/log-page.tsx'
import { searchText } from '#lib/library-search.ts'
import { OperationsPage } from './-operations-page.tsx'

export const Route = createFileRoute('/_app/settings/operations/log')({
  validateSearch(raw: Record<string, unknown>): { level?: string; text?: string } {
    const level = searchText(raw['level'])
    const text = searchText(raw['text'])
    return { ...(level && { level }), ...(text && { text }) }
  },
  component: Log,
})

function Log() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const level = LOG_LEVELS.find(one => one === search.level)
  const { text } = search
  return (
    <OperationsPage id="log">
      <LogPage
        filter={{ ...(level && { level }), ...(text && { text }) }}
        onFilter={next =>
          void navigate({
            search: {
              ...(next.level && next.level !== 'debug' && { level: next.level }),
              ...(next.text && { text: next.text }),
            },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </OperationsPage>
  )
}
