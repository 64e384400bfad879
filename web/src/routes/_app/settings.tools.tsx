import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { aiToolsQuery } from '#features/ai-tools/api.ts'
import { DebugCard } from '#features/ai-tools/debug-card.tsx'
import { readToolFilter, type ToolFilter } from '#features/ai-tools/tool-filter.ts'
import { ToolList } from '#features/ai-tools/tool-list.tsx'
import { assistantSettingsTexts } from '#lib/texts/assistant-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/tools')({
  validateSearch: readToolFilter,
  loader({ context }) {
    requirePermission('ai_tools:manage')
    void context.queries.prefetchQuery(aiToolsQuery())
    return assistantSettingsTexts()
  },
  component: ToolsPage,
})

function ToolsPage() {
  const { t } = useTranslation()
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  const read = useQuery(aiToolsQuery())
  const { data, error } = read
  const onFilter = useCallback(
    (search: ToolFilter) =>
      void navigate({ search, replace: true, viewTransition: false, resetScroll: false }),
    [navigate],
  )
  return (
    <SettingsPage title={t('settings.tools.title')} text={t('settings.tools.text')}>
      {data ? (
        <>
          <DebugCard debug={data.debug} />
          <ToolList tools={data.tools} filter={filter} onFilter={onFilter} />
        </>
      ) : error ? (
        <ReadFailure of={read} title={t('ai_tools.unreadable')} />
      ) : (
        <div aria-busy className="flex flex-col gap-6">
          <Skeleton className="h-52 w-full rounded-card" />
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-96 w-full rounded-card" />
        </div>
      )}
    </SettingsPage>
  )
}
