import * as Radix from 'radix-ui/dropdown-menu'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { cx } from './cx.ts'

interface MenuProps {
  /** The accessible name, if the trigger's is not enough. */
  label?: string
  /** The trigger button; it gets the menu's attributes. */
  trigger: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  children: ReactNode
}

export function Menu({ label, trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...(label === undefined ? {} : { 'aria-label': label, 'aria-labelledby': undefined })}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float data-[state=open]:animate-pop-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const ITEM =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-sm outline-none select-none data-disabled:pointer-events-none data-disabled:opacity-50 data-highlighted:bg-raised pointer-coarse:min-h-11 [&_svg]:size-4.5 [&_svg]:shrink-0'

interface MenuItemProps {
  icon?: ReactNode
  tone?: 'plain' | 'danger'
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, tone = 'plain', disabled, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled ?? false}
      onSelect={onSelect}
      className={cx(ITEM, tone === 'danger' ? 'text-danger' : '[&_svg]:text-muted')}
    >
      {icon}
      {children}
    </Radix.Item>
  )
}

interface MenuLinkProps {
  icon?: ReactNode
  /** A link element that gets its style and label here. */
  link: ReactElement<{ className?: string; children?: ReactNode }>
  children: ReactNode
}

export function MenuLink({ icon, link, children }: MenuLinkProps) {
  return (
    <Radix.Item asChild>
      {cloneElement(link, { className: cx(ITEM, '[&_svg]:text-muted') }, icon, children)}
    </Radix.Item>
  )
}

interface MenuNoteProps {
  icon?: ReactNode
  children: ReactNode
}

/** Explains why something cannot be chosen. Unlike a disabled item, the keyboard reaches it and it is read out. */
export function MenuNote({ icon, children }: MenuNoteProps) {
  return (
    <Radix.Item
      aria-disabled
      onSelect={event => event.preventDefault()}
      className={cx(ITEM, 'cursor-default text-muted')}
    >
      {icon}
      {children}
    </Radix.Item>
  )
}

export function MenuLine() {
  return <Radix.Separator className="mx-1.5 my-1.5 h-px bg-line" />
}
