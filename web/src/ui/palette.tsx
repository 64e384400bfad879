import { Command } from 'cmdk'
import Search from 'lucide-react/icons/search'
import * as Dialog from 'radix-ui/dialog'
import { type ReactNode, useState } from 'react'
import { Kbd } from './kbd.tsx'
import { SCRIM } from './modal-parts.tsx'
import { useFocusReturn } from './use-focus-return.ts'

interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  placeholder: string
  /** What to say when nothing matches. */
  empty: (typed: string) => string
  /** The groups; they are told what was typed. */
  children: (typed: string) => ReactNode
}

/** Type to find, Enter to go. */
export function Palette({ open, onOpenChange, title, ...list }: PaletteProps) {
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
          <PaletteList label={title} {...list} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteList({
  label,
  placeholder,
  empty,
  children,
}: { label: string } & Pick<PaletteProps, 'placeholder' | 'empty' | 'children'>) {
  const [typed, setTyped] = useState('')
  return (
    <Command label={label} loop>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder={placeholder}
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Kbd>Esc</Kbd>
      </div>
      <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain p-2">
        <Command.Empty className="px-3 py-10 text-center text-sm text-muted">{empty(typed)}</Command.Empty>
        {children(typed)}
      </Command.List>
    </Command>
  )
}
