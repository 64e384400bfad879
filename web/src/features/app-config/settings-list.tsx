import { createLink } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { matchesWords } from '#lib/match-words.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { Input } from '#ui/input.tsx'
import { RowLink, RowList } from '#ui/row-link.tsx'
import { type SettingsSection, settingsFor } from './settings-sections.ts'

const Row = createLink(RowLink)

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
      {found.length > 0 ? (
        <RowList>
          {found.map(({ id, to, icon: Icon }) => (
            <li key={id}>
              <Row
                to={to}
                mark={
                  <IconTile>
                    <Icon />
                  </IconTile>
                }
                title={t(`settings.${id}.title`)}
                text={t(`settings.${id}.text`)}
                end={
                  <CountBadge
                    count={counts[id] ?? 0}
                    label={t('shell.waiting', { count: counts[id] ?? 0 })}
                  />
                }
              />
            </li>
          ))}
        </RowList>
      ) : (
        <output className="px-1 py-8 text-center text-muted">{t('settings.nothing', { query })}</output>
      )}
    </div>
  )
}
