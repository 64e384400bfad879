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

/** Something else that may be done: a press, or a link, given as an element that still wants its look and words. */
export type Action = ActionBase & ({ onPress: () => void } | { link: ReactElement<LinkProps> })

interface LinkProps {
  className?: string
  children?: ReactNode
}

/** Actions that others add to the row within, such as the trailer of a title. */
export const MoreActions = createContext<readonly Action[]>([])

interface ActionRowProps {
  /** The one button that counts. */
  primary?: ReactNode
  /** Beside it, where there is room. */
  state?: ReactNode
  actions?: readonly Action[]
  /** Stays in sight on a phone too; an icon there. */
  beside?: ReactNode
}

/** One row on a phone: the button that counts, and all else behind one more. At a desk everything is in sight. */
export function ActionRow({ primary, state, actions: own = [], beside }: ActionRowProps) {
  const is_wide = useMediaQuery('(min-width: 40rem)')
  const actions = [...own, ...useContext(MoreActions)]
  if (is_wide) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
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
