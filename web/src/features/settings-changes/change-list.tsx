import type { SettingsChange } from '@foyer/contract/tool-access/settings-changes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import FilePlus from 'lucide-react/icons/file-plus-2'
import History from 'lucide-react/icons/history'
import Pencil from 'lucide-react/icons/pencil'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { ButtonLink } from '#lib/link.tsx'
import { MoreRows } from '#lib/more-rows.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useNow } from '#lib/use-now.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink, RowList } from '#ui/row-link.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { changesQuery } from './api.ts'
import { ChangeBadge } from './change-badge.tsx'

const Row = createLink(RowLink)
const ICONS = { create: FilePlus, update: Pencil, revert: RotateCcw } as const

/** What assistants changed, newest first. */
export function ChangeList() {
  const { t } = useTranslation()
  const list = useInfiniteQuery(changesQuery())
  const changes = list.data?.pages.flatMap(page => page.changes) ?? []
  if (list.isPending) return <Waiting />
  if (!list.data) return <ReadFailure of={list} title={t('settings_changes.unreadable')} />
  if (changes.length === 0)
    return (
      <EmptyState
        icon={<History />}
        title={t('settings_changes.empty_title')}
        action={<ButtonLink to="/settings/tools">{t('settings.tools.title')}</ButtonLink>}
      >
        {t('settings_changes.empty_text')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-4">
      <RowList aria-label={t('settings_changes.list')}>
        {changes.map(change => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </RowList>
      <MoreRows list={list} shown={changes.length} />
    </div>
  )
}

function ChangeRow({ change }: { change: SettingsChange }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { id, operation, resource_name, instance_name, actor_name, source, summary, created_at } = change
  const Icon = ICONS[operation]
  return (
    <li>
      <Row
        to="/settings/configuration-history/$id"
        params={{ id: String(id) }}
        mark={
          <IconTile tone="neutral">
            <Icon />
          </IconTile>
        }
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere">{resource_name}</span>
            <ChangeBadge status={change.status} />
          </span>
        }
        text={
          <span className="flex flex-col wrap-anywhere">
            <span className="line-clamp-2">{summary}</span>
            <span>
              {[
                instance_name,
                actor_name,
                t(`settings_changes.source.${source}`),
                format.relative(created_at, now),
              ].join(' · ')}
            </span>
          </span>
        }
      />
    </li>
  )
}

function Waiting() {
  return (
    <div aria-busy className="divide-y divide-line rounded-card border border-line bg-surface px-4 sm:px-5">
      {Array.from({ length: 5 }, (_, row) => (
        <RowSkeleton key={row} />
      ))}
    </div>
  )
}
