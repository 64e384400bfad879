import * as Radix from 'radix-ui/tabs'
import { type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'
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
  const id = useId()
  // The first panel comes with its page; only what takes its place fades in.
  const [has_changed, setHasChanged] = useState(false)
  const swipe = useSwipeSide(by => {
    const next = tabs[tabs.findIndex(tab => tab.value === value) + by]
    if (next) change(next.value)
  })

  function change(next: string) {
    setHasChanged(true)
    onChange(next)
  }

  return (
    <Radix.Root value={value} onValueChange={change} className="flex min-w-0 flex-col gap-4">
      <Radix.List aria-label={label} className="no-scrollbar flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(tab => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            id={`${id}-tab-${tab.value}`}
            aria-controls={`${id}-panel-${tab.value}`}
            className="relative h-11 shrink-0 rounded-t-control px-4 text-sm font-medium text-muted transition-colors -outline-offset-2 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent hover:text-text data-[state=active]:text-text data-[state=active]:after:bg-accent"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {/* Radix' own panel asks for its computed style when it is mounted, in the middle of drawing the page. */}
      {tabs.map(tab => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-panel-${tab.value}`}
          aria-labelledby={`${id}-tab-${tab.value}`}
          hidden={tab.value !== value}
          tabIndex={0}
          className={cx('rounded-control', has_changed && 'animate-fade-in')}
          {...swipe}
        >
          {tab.value === value && tab.content}
        </div>
      ))}
    </Radix.Root>
  )
}
