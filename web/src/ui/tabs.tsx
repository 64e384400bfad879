import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import { useSwipeSide } from './use-swipe-side.ts'

export interface Tab {
  value: string
  label: string
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const swipe = useSwipeSide(by => {
    const next = tabs[tabs.findIndex(tab => tab.value === value) + by]
    if (next) onChange(next.value)
  })
  return (
    <Radix.Root value={value} onValueChange={onChange} className="flex min-w-0 flex-col gap-4">
      <Radix.List aria-label={label} className="no-scrollbar flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(tab => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="relative h-11 shrink-0 rounded-t-control px-4 text-sm font-medium text-muted transition-colors -outline-offset-2 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent hover:text-text data-[state=active]:text-text data-[state=active]:after:bg-accent"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(tab => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className="animate-fade-in rounded-control"
          {...swipe}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
