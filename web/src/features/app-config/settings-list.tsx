import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { matchesWords } from '#lib/match-words.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import { Input } from '#ui/input.tsx'
import { RowList } from '#ui/row-link.tsx'
import { OperationRow, SettingsRow } from './settings-row.tsx'
import { operationPagesFor, type SettingsSection, settingsFor } from './settings-sections.ts'

interface SettingsListProps {
  /** What waits on a page. */
  counts: Partial<Record<SettingsSection['id'], number>>
}

/** The settings overview, searchable by any word. */
export function SettingsList({ counts }: SettingsListProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const permissions = useSession()?.user.permissions ?? []
  const found = settingsFor(permissions).filter(({ id }) =>
    matchesWords(query, [t(`settings.${id}.title`), t(`settings.${id}.text`), t(`settings.${id}.words`)]),
  )
  const found_pages = query.trim()
    ? operationPagesFor(permissions).filter(({ id }) =>
        matchesWords(query, [
          t(`operation_pages.${id}.title`),
          t(`operation_pages.${id}.text`),
          t(`operation_pages.${id}.words`),
        ]),
      )
    : []
  return (
    <div className="flex flex-col gap-4">
      <Input
        type="search"
        icon={<Search />}
        aria-label={t('settings.search')}
        placeholder={t('settings.search')}
        value={query}
        onChange={event => setQuery(event.target.value)}
      />
      {found.length + found_pages.length > 0 ? (
        <RowList>
          {found.map(({ id }) => (
            <SettingsRow
              key={id}
              id={id}
              end={
                <CountBadge count={counts[id] ?? 0} label={t('shell.waiting', { count: counts[id] ?? 0 })} />
              }
            />
          ))}
          {found_pages.map(page => (
            <OperationRow key={page.id} page={page} />
          ))}
        </RowList>
      ) : (
        <output className="px-1 py-8 text-center text-muted">{t('settings.nothing', { query })}</output>
      )}
    </div>
  )
}
