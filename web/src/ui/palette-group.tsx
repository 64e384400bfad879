import { Command } from 'cmdk'
import type { ComponentType, SVGProps } from 'react'

export interface PaletteItem {
  id: string
  label: string
  /** Other words people may type for it. */
  keywords?: readonly string[] | undefined
  /** At the end of the line: a year, a section. */
  hint?: string
  icon: ComponentType<SVGProps<SVGSVGElement>>
  run: () => void
}

interface PaletteGroupProps {
  heading: string
  items: readonly PaletteItem[]
  onRun: (item: PaletteItem) => void
}

/** The value that identifies a row in cmdk. */
export function paletteValue(heading: string, { id }: PaletteItem): string {
  return `${heading} ${id}`
}

export function PaletteGroup({ heading, items, onRun }: PaletteGroupProps) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {items.map(item => (
        <Command.Item
          key={item.id}
          value={paletteValue(heading, item)}
          onSelect={() => onRun(item)}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm data-[selected=true]:bg-raised"
        >
          <item.icon aria-hidden className="size-4.5 shrink-0 text-muted" />
          {/* On a phone the hint is below: beside it, long names would lose their width to it. */}
          <span className="flex min-w-0 flex-1 flex-col py-1 sm:flex-row sm:items-baseline sm:gap-3">
            <span className="min-w-0 truncate sm:flex-1">{item.label}</span>
            {item.hint && <span className="truncate text-xs text-muted sm:max-w-2/5">{item.hint}</span>}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
