import { type AiTool, TOOL_HINTS } from '@foyer/contract/tool-access/ai-tools'
import Search from 'lucide-react/icons/search'
import Wrench from 'lucide-react/icons/wrench'
import { useTranslation } from 'react-i18next'
import { toolWords } from '#lib/tool-words.ts'
import { useTypedSearch } from '#lib/use-typed-search.ts'
import { Button } from '#ui/button.tsx'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Input } from '#ui/input.tsx'
import { RowList } from '#ui/row-link.tsx'
import { Select } from '#ui/select.tsx'
import { filterTools, type ToolFilter, USERS } from './tool-filter.ts'
import { ToolRow } from './tool-row.tsx'

interface ToolListProps {
  tools: readonly AiTool[]
  filter: ToolFilter
  onFilter: (filter: ToolFilter) => void
}

/** Every tool with its switch, searchable and filtered by the address. */
export function ToolList({ tools, filter, onFilter }: ToolListProps) {
  const { t } = useTranslation()
  const found = filterTools(tools, filter, tool => {
    const { title, text } = toolWords(t, tool)
    return [title, text, tool.name, tool.description]
  })
  return (
    <div className="flex flex-col gap-4">
      <FilterBar filter={filter} onFilter={onFilter} />
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {t('ai_tools.on', { on: found.filter(tool => tool.enabled).length, count: found.length })}
      </p>
      {found.length > 0 ? (
        <RowList aria-label={t('ai_tools.list')}>
          {found.map(tool => (
            <ToolRow key={tool.name} tool={tool} />
          ))}
        </RowList>
      ) : (
        <EmptyState
          icon={<Wrench />}
          title={t('ai_tools.none_title')}
          action={<Button onClick={() => onFilter({})}>{t('ai_tools.clear')}</Button>}
        >
          {t('ai_tools.none_text')}
        </EmptyState>
      )}
    </div>
  )
}

function FilterBar({ filter, onFilter }: Omit<ToolListProps, 'tools'>) {
  const { t } = useTranslation()
  const { q = '', hint = 'all', for: users = 'anyone' } = filter
  const [typed, setTyped] = useTypedSearch(q, next => onFilter(changed(filter, { q: next || undefined })))
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_14rem]">
        <Input
          type="search"
          icon={<Search />}
          aria-label={t('ai_tools.search')}
          placeholder={t('ai_tools.search')}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <Select
          aria-label={t('ai_tools.for')}
          value={users}
          onChange={next => onFilter(changed(filter, { for: next === 'anyone' ? undefined : next }))}
          choices={(['anyone', ...USERS] as const).map(value => ({ value, label: t(`ai_tools.${value}`) }))}
        />
      </div>
      <ChipChoice
        quiet
        label={t('ai_tools.hint')}
        value={hint}
        onChange={next => onFilter(changed(filter, { hint: next === 'all' ? undefined : next }))}
        choices={(['all', ...TOOL_HINTS] as const).map(value => ({ value, label: t(`ai_tools.${value}`) }))}
      />
    </div>
  )
}

/** A filter of undefined is dropped from the address. */
function changed(
  filter: ToolFilter,
  change: { [K in keyof ToolFilter]?: ToolFilter[K] | undefined },
): ToolFilter {
  const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}
