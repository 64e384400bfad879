import { ISSUE_SOURCES } from '@foyer/contract/issues/issue'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { Chips } from '#ui/chips.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import type { IssuesBoardProps } from './issues-board.tsx'
import { SHOWN, type Shown } from './issues-search.ts'

interface FilterBarProps extends Pick<IssuesBoardProps, 'filter' | 'onFilter'> {
  counts: Record<Shown, number> | undefined
}

/** Which issues; all stored in the address. */
export function FilterBar({ filter, counts, onFilter }: FilterBarProps) {
  const { t } = useTranslation()
  // The address is updated afterwards, so that typing is never delayed.
  const [typed, setTyped] = useState(filter.q ?? '')
  return (
    <div className="flex flex-col gap-3">
      <ChipChoice
        quiet
        label={t('admin_issues.filter.label')}
        value={filter.show ?? 'open'}
        onChange={show => onFilter({ show: show === 'open' ? undefined : show })}
        choices={SHOWN.map(show => ({
          value: show,
          label: t(`admin_issues.filter.${show}`),
          count: counts ? counts[show] : null,
        }))}
      />
      <Input
        type="search"
        icon={<Search />}
        aria-label={t('admin_issues.filter.search')}
        placeholder={t('admin_issues.filter.search')}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          onFilter({ q: event.target.value || undefined })
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Select
          aria-label={t('admin_issues.filter.source')}
          value={filter.source ?? ''}
          onChange={source => onFilter({ source: source || undefined })}
          choices={[
            { value: '' as const, label: t('admin_issues.filter.any_source') },
            ...ISSUE_SOURCES.map(source => ({ value: source, label: t(`admin_issues.source.${source}`) })),
          ]}
        />
        <Chips
          hideLabel
          label={t('admin_issues.filter.unread')}
          chips={[{ value: 'unread', label: t('admin_issues.filter.unread') }]}
          chosen={filter.unread ? ['unread'] : []}
          onChange={chosen => onFilter({ unread: chosen.length > 0 ? true : undefined })}
        />
      </div>
    </div>
  )
}
