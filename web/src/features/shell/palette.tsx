import { Command } from 'cmdk'
import Search from 'lucide-react/icons/search'
import * as Dialog from 'radix-ui/dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '#ui/kbd.tsx'
import { SCRIM } from '#ui/modal-parts.tsx'
import type { PaletteSource } from './palette-source.ts'

interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  sources: readonly PaletteSource[]
}

/** Type to find, Enter to go. Loaded when first opened. */
export function Palette({ open, onOpenChange, sources }: PaletteProps) {
  const { t } = useTranslation()
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={SCRIM} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[max(0.75rem,env(safe-area-inset-top))] z-50 mx-auto max-w-xl overflow-hidden rounded-card border border-line bg-surface shadow-float data-[state=open]:animate-pop-in sm:top-[14vh]"
        >
          <Dialog.Title className="sr-only">{t('shell.palette.title')}</Dialog.Title>
          <PaletteList sources={sources} onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteList({ sources, onDone }: { sources: readonly PaletteSource[]; onDone: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  return (
    <Command label={t('shell.palette.title')} loop>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder={t('shell.palette.placeholder')}
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Kbd>Esc</Kbd>
      </div>
      <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain p-2">
        <Command.Empty className="px-3 py-10 text-center text-sm text-muted">
          {t('shell.palette.empty', { query: typed })}
        </Command.Empty>
        {sources.map(source => (
          <SourceGroup key={source.id} source={source} typed={typed} onDone={onDone} />
        ))}
      </Command.List>
    </Command>
  )
}

interface SourceGroupProps {
  source: PaletteSource
  typed: string
  onDone: () => void
}

function SourceGroup({ source, typed, onDone }: SourceGroupProps) {
  const heading = source.useHeading()
  const items = source.useItems(typed)
  if (items.length === 0) return null
  return (
    <Command.Group
      heading={heading}
      forceMount={source.matched ?? false}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {items.map(item => (
        <Command.Item
          key={item.id}
          value={`${source.id} ${item.id} ${item.label}`}
          keywords={[item.label, ...(item.keywords ?? [])]}
          forceMount={source.matched ?? false}
          onSelect={() => {
            onDone()
            item.run()
          }}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm data-[selected=true]:bg-raised"
        >
          <item.icon aria-hidden className="size-4.5 shrink-0 text-muted" />
          <span className="min-w-0 flex-1 truncate">{item.label}</span>
          {item.hint && <span className="shrink-0 text-xs text-muted">{item.hint}</span>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
