import Ellipsis from 'lucide-react/icons/ellipsis'
import { cloneElement, createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { buttonStyle } from './button-style.ts'
import { IconButton } from './icon-button.tsx'
import { Menu, MenuItem, MenuLink } from './menu.tsx'
import { useMediaQuery } from './use-media-query.ts'

interface ActionBase {
  id: string
  label: ReactNode
  icon?: ReactNode
  /** Has a button of its own where there is room: on a desktop, or as an icon on a phone, too. Else it is in the menu. */
  shown?: 'desktop' | 'always'
}

/** A secondary action: a button, or a link given as an element that gets its style and label here. */
export type Action = ActionBase & ({ onPress: () => void } | { link: ReactElement<LinkProps> })

interface LinkProps {
  className?: string
  children?: ReactNode
}

/** Actions that a parent adds to the row, such as a title's trailer. */
export const MoreActions = createContext<readonly Action[]>([])

interface ActionRowProps {
  /** Before the primary button; on a phone after it, as an icon. */
  lead?: ReactNode
  /** The primary button. */
  primary?: ReactNode
  /** After the actions; on a phone below them. */
  state?: ReactNode
  actions?: readonly Action[]
  /** Icons as high as the row, before the menu. */
  beside?: ReactNode
}

/** One row of actions, all of one height: the primary button first, what is used less in a menu at the end. */
export function ActionRow({ lead, primary, state, actions: own = [], beside }: ActionRowProps) {
  const is_wide = useMediaQuery('(min-width: 40rem)')
  const actions = [...own, ...useContext(MoreActions)]
  const isShown = ({ shown }: Action) => shown === 'always' || (shown === 'desktop' && is_wide)
  const shown = actions.filter(isShown)
  const others = actions.filter(action => !isShown(action))
  if (is_wide) {
    return (
      <div className="flex min-h-12 flex-wrap items-center gap-2">
        {lead}
        {primary}
        {shown.map(action => (
          <ActionButton key={action.id} action={action} />
        ))}
        {beside}
        <Overflow actions={others} />
        {state && <div className="ms-2">{state}</div>}
      </div>
    )
  }
  const [only] = actions.length === 1 && !primary ? actions : []
  return (
    <>
      {/* A label too long to stand beside the icons has the whole row; they are below it then, together. */}
      <div className="flex min-h-12 flex-wrap items-start gap-2">
        {primary && <div className="max-w-full flex-auto *:w-full">{primary}</div>}
        <div className="flex items-start gap-2 empty:hidden">
          {lead}
          {only ? (
            <ActionButton action={only} />
          ) : (
            shown.map(action => <ActionIcon key={action.id} action={action} />)
          )}
          {beside}
          {!only && <Overflow actions={others} />}
        </div>
      </div>
      {state}
    </>
  )
}

function ActionButton({ action }: { action: Action }) {
  const { icon, label } = action
  if ('onPress' in action)
    return (
      <Button size="lg" className="px-5" icon={icon} onClick={action.onPress}>
        {label}
      </Button>
    )
  return cloneElement(action.link, { className: buttonStyle({ size: 'lg' }) }, icon, label)
}

const ICON =
  'grid size-12 shrink-0 place-items-center rounded-control border border-line bg-surface text-muted [&_svg]:size-5'

function ActionIcon({ action }: { action: Action }) {
  const { icon, label } = action
  const content = (
    <>
      {icon}
      <span className="sr-only">{label}</span>
    </>
  )
  if ('onPress' in action)
    return (
      <button type="button" className={ICON} onClick={action.onPress}>
        {content}
      </button>
    )
  return cloneElement(action.link, { className: ICON }, content)
}

function Overflow({ actions }: { actions: readonly Action[] }) {
  const { t } = useTranslation()
  if (actions.length === 0) return null
  return (
    <Menu
      trigger={
        <IconButton variant="solid" className="size-12" label={t('ui.more_actions')} icon={<Ellipsis />} />
      }
    >
      {actions.map(action =>
        'onPress' in action ? (
          <MenuItem key={action.id} icon={action.icon} onSelect={action.onPress}>
            {action.label}
          </MenuItem>
        ) : (
          <MenuLink key={action.id} icon={action.icon} link={action.link}>
            {action.label}
          </MenuLink>
        ),
      )}
    </Menu>
  )
}
