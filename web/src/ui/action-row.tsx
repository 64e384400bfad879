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
  /** Next to the primary button, if there is room. */
  state?: ReactNode
  actions?: readonly Action[]
  /** Stays visible on a phone, as an icon. */
  beside?: ReactNode
}

/** A row of actions. On a phone: the primary button, and everything else in an overflow menu. */
export function ActionRow({ lead, primary, state, actions: own = [], beside }: ActionRowProps) {
  const is_wide = useMediaQuery('(min-width: 40rem)')
  const actions = [...own, ...useContext(MoreActions)]
  if (is_wide) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {lead}
        {primary}
        {state}
        {actions.map(action => (
          <ActionButton key={action.id} action={action} />
        ))}
        {beside}
      </div>
    )
  }
  const [only] = actions.length === 1 && !primary ? actions : []
  return (
    <>
      <div className="flex items-start gap-2">
        {primary && <div className="min-w-0 flex-1 *:w-full">{primary}</div>}
        {lead}
        {beside}
        {only ? <ActionButton action={only} /> : <Overflow actions={actions} />}
      </div>
      {state}
    </>
  )
}

function ActionButton({ action }: { action: Action }) {
  const { icon, label } = action
  if ('onPress' in action)
    return (
      <Button icon={icon} onClick={action.onPress}>
        {label}
      </Button>
    )
  return cloneElement(action.link, { className: buttonStyle({}) }, icon, label)
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
