import type { Permission } from '@foyer/contract/permissions'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink, RowList } from '#ui/row-link.tsx'
import { CountBadge } from '#ui/count-badge.tsx'
import { badgeLabelKey, type NavEntry, useBadge, useNav } from '../nav.ts'

const PageRow = createLink(RowLink)

/** On a phone: the pages that do not fit in the bottom bar. */
export function MorePages({ permissions }: { permissions: readonly Permission[] }) {
  const { t } = useTranslation()
  const entries = useNav(permissions).filter(entry => !entry.bar)
  if (entries.length === 0) return null
  return (
    <nav aria-label={t('shell.more')} className="lg:hidden">
      <RowList>
        {entries.map(entry => (
          <li key={entry.to}>
            <PageRow
              to={entry.to}
              mark={
                <IconTile>
                  <entry.icon />
                </IconTile>
              }
              title={t(entry.label)}
              end={<RowBadge to={entry.to} />}
            />
          </li>
        ))}
      </RowList>
    </nav>
  )
}

function RowBadge({ to }: { to: NavEntry['to'] }) {
  const { t } = useTranslation()
  const waiting = useBadge(to)
  return <CountBadge count={waiting} label={t(badgeLabelKey(to), { count: waiting })} />
}
