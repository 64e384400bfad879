import Clock from 'lucide-react/icons/clock'
import CloudOff from 'lucide-react/icons/cloud-off'
import ExternalLink from 'lucide-react/icons/external-link'
import Headphones from 'lucide-react/icons/headphones'
import Play from 'lucide-react/icons/play'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Menu, MenuItem, MenuLine, MenuLink, MenuNote } from '#ui/menu.tsx'
import type { Opening } from './app-links.ts'
import type { Gap, Places, Target } from './places.ts'

export type Use = 'watch' | 'listen'

export const USE_ICONS = { watch: Play, listen: Headphones } as const
export const GAP_ICONS = { missing: Clock, unreachable: CloudOff, unverified: ExternalLink } as const

/** An app takes over from the page; the browser gets a tab of its own. */
export function linkProps({ href, app }: Opening) {
  return app === null ? { href, target: '_blank', rel: 'noreferrer' } : { href }
}

interface PlaceMenuProps {
  use: Use
  heading: string
  places: Places
  trigger: ReactNode
  onAgain: () => void
}

/** Every server with its state in words, and every way to open the title. */
export function PlaceMenu({ use, heading, places, trigger, onAgain }: PlaceMenuProps) {
  const { t } = useTranslation()
  const { targets, gaps } = places
  const is_unsure = gaps.some(({ state }) => state !== 'missing')
  return (
    <Menu label={t('media_servers.places.menu', { title: heading })} trigger={trigger} align="start">
      {targets.flatMap(target =>
        target.openings.map(opening => (
          <TargetItem key={`${target.id} ${opening.href}`} use={use} target={target} opening={opening} />
        )),
      )}
      {gaps.map(gap => (
        <GapItem key={gap.id} gap={gap} />
      ))}
      {is_unsure && (
        <>
          <MenuLine />
          <MenuItem icon={<RefreshCw aria-hidden />} onSelect={onAgain}>
            {t('media_servers.places.again')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

interface TargetItemProps {
  use: Use
  target: Target
  opening: Opening
}

function TargetItem({ use, target, opening }: TargetItemProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const Icon = USE_ICONS[use]
  const { recording, server } = target
  const how = opening.app
    ? t('media_servers.places.in_app', { app: opening.app })
    : target.openings.length > 1
      ? t('media_servers.places.in_browser')
      : t('media_servers.places.exact')
  const name = recording
    ? recording.narrators.length > 0
      ? t('media_servers.places.narrated', {
          title: recording.title,
          narrators: format.list(recording.narrators),
        })
      : recording.title
    : server
  return (
    <MenuLink
      icon={<Icon aria-hidden />}
      // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the menu gives it its text
      link={<a {...linkProps(opening)} />}
    >
      <Lines name={name} note={recording ? `${server} · ${recording.library}` : how} />
    </MenuLink>
  )
}

function GapItem({ gap }: { gap: Gap }) {
  const { t } = useTranslation()
  const Icon = GAP_ICONS[gap.state]
  const state = t(`media_servers.places.${gap.state}`)
  if (gap.fallback_url === undefined)
    return (
      <MenuNote icon={<Icon aria-hidden />}>
        <Lines name={gap.server} note={state} />
      </MenuNote>
    )
  return (
    <MenuLink
      icon={<ExternalLink aria-hidden />}
      // oxlint-disable-next-line jsx-a11y/anchor-has-content -- as above
      link={<a {...linkProps({ href: gap.fallback_url, app: null })} />}
    >
      <Lines name={gap.server} note={t('media_servers.places.fallback', { state, product: gap.product })} />
    </MenuLink>
  )
}

function Lines({ name, note }: { name: string; note: string }) {
  return (
    <span className="flex min-w-0 max-w-72 flex-col">
      <span className="font-medium wrap-anywhere">{name}</span>
      <span className="text-xs text-muted">{note}</span>
    </span>
  )
}
