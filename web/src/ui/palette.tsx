import * as Dialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { SCRIM } from './modal-parts.tsx'
import { useFocusReturn } from './use-focus-return.ts'

interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** A `PaletteList`; created anew each time the palette opens. */
  children: ReactNode
}

/** The command palette: type to find, Enter to go. */
export function Palette({ open, onOpenChange, title, children }: PaletteProps) {
  const focus = useFocusReturn()
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={SCRIM} />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[max(0.75rem,env(safe-area-inset-top))] z-50 mx-auto max-w-xl overflow-hidden rounded-card border border-line bg-surface shadow-float data-[state=open]:animate-pop-in sm:top-[14vh]"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
