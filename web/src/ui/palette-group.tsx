import { Command } from 'cmdk'
import type { ComponentType, SVGProps } from 'react'

export interface PaletteItem {
  id: string
  label: string
  /** Other words people type for it. */
  keywords?: readonly string[]
  /** At the end of the line: a year, a place. */
  hint?: string
  icon: ComponentType<SVGProps<SVGSVGElement>>
  run: () => void
}

interface PaletteGroupProps {
  heading: string
  items: readonly PaletteItem[]
  /** The items were found elsewhere (a search on the server) and are shown as they are. */
  matched?: boolean
  /** Closes the palette, before the item runs. */
  onDone: () => void
}

export function PaletteGroup({ heading, items, matched = false, onDone }: PaletteGroupProps) {
  if (items.length === 0) return null
  return (
    <Command.Group
      heading={heading}
      forceMount={matched}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {items.map(item => (
        <Command.Item
          key={item.id}
          value={`${heading} ${item.id}`}
          keywords={[item.label, ...(item.keywords ?? [])]}
          forceMount={matched}
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
