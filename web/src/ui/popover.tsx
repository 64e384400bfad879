import * as Radix from 'radix-ui/popover'
import type { ReactNode } from 'react'

interface PopoverProps {
  trigger: ReactNode
  /** The panel's accessible name. */
  label: string
  children: ReactNode
}

export function Popover({ trigger, label, children }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 w-80 max-w-[calc(100vw-1.5rem)] rounded-card border border-line bg-surface p-4 shadow-float data-[state=open]:animate-pop-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
