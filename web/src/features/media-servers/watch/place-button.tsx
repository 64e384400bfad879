import ChevronDown from 'lucide-react/icons/chevron-down'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { GAP_ICONS, linkProps, PlaceMenu, type Use, USE_ICONS } from './place-menu.tsx'
import type { Places } from './places.ts'
import type { Look } from './slot-skeleton.tsx'

interface PlaceButtonProps {
  use: Use
  /** The title's name. */
  heading: string
  places: Places
  look: Look
  size?: 'md' | 'lg'
  onAgain: () => void
}

/** Opens the title at once if one server has it; otherwise a menu says what each server knows. */
export function PlaceButton({ use, heading, places, look, size = 'lg', onAgain }: PlaceButtonProps) {
  const { t } = useTranslation()
  const { targets, gaps } = places
  const menu = { use, heading, places, onAgain }
  const [only] = targets.length === 1 ? targets : []
  const Icon = USE_ICONS[use]
  if (!only) return <MenuButton {...menu} look={look} size={size} />
  const [opening, ...others] = only.openings
  const label = t(`media_servers.${use}.on`, { server: only.server })
  const has_more = others.length > 0 || gaps.length > 0
  if (look === 'icon')
    return has_more ? (
      <MenuButton {...menu} look={look} size={size} />
    ) : (
      <a
        {...linkProps(opening)}
        aria-label={label}
        className="grid size-12 shrink-0 place-items-center rounded-control border border-line bg-surface text-muted [&_svg]:size-5"
      >
        <Icon aria-hidden />
      </a>
    )
  return (
    <span className="inline-flex max-w-full gap-px">
      <LinkButton
        {...linkProps(opening)}
        variant={look}
        size={size}
        icon={<Icon aria-hidden />}
        className={cx('min-w-0 flex-1', has_more && 'rounded-e-none')}
        title={label}
      >
        <span className="line-clamp-2 wrap-anywhere">{label}</span>
      </LinkButton>
      {has_more && (
        <PlaceMenu
          {...menu}
          trigger={
            <Button
              variant={look}
              size={size}
              aria-label={t('media_servers.places.more', { title: heading })}
              className="rounded-s-none px-3"
            >
              <ChevronDown aria-hidden />
            </Button>
          }
        />
      )}
    </span>
  )
}

/** Several servers have it, or none: the menu says what each one knows. */
function MenuButton({ use, heading, places, look, size, onAgain }: Required<PlaceButtonProps>) {
  const { t } = useTranslation()
  const { targets, gaps } = places
  const [gap] = targets.length === 0 && gaps.length === 1 ? gaps : []
  const Icon = gap ? GAP_ICONS[gap.state] : USE_ICONS[use]
  const label = gap
    ? t(`media_servers.places.one.${gap.state}`, { server: gap.server })
    : t(`media_servers.${use}.label`)
  const trigger =
    look === 'icon' ? (
      <IconButton variant="solid" className="size-12" label={label} icon={<Icon />} />
    ) : (
      <Button
        variant={targets.length > 0 ? look : 'secondary'}
        size={size}
        icon={<Icon aria-hidden />}
        title={label}
      >
        <span className="line-clamp-2 wrap-anywhere">{label}</span>
        <ChevronDown aria-hidden />
      </Button>
    )
  return <PlaceMenu use={use} heading={heading} places={places} onAgain={onAgain} trigger={trigger} />
}
