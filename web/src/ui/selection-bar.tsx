import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { PassingButtons } from './passing-buttons.tsx'

interface SelectionBarProps {
  count: number
  total: number
  /** How many are selected, or else how many there are. */
  text: string
  allLabel: string
  noneLabel: string
  onAll: () => void
  onNone: () => void
  /** What can be done with those that are selected. */
  children: ReactNode
}

/** What is selected in a list, and what can be done with it. Always rendered, so that nothing jumps with the first selection. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, total, text, allLabel, noneLabel, onAll, onNone, children } = props
  const bar = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className="sticky top-2 z-10 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-2 outline-none"
    >
      <p aria-live="polite" className="w-full text-sm text-muted tabular-nums sm:w-auto sm:flex-1">
        {text}
      </p>
      {count < total && (
        <PassingButtons to={bar}>
          <Button size="sm" variant="ghost" onClick={onAll}>
            {allLabel}
          </Button>
        </PassingButtons>
      )}
      {count > 0 && (
        <PassingButtons to={bar}>
          <Button size="sm" variant="ghost" onClick={onNone}>
            {noneLabel}
          </Button>
          {children}
        </PassingButtons>
      )}
    </div>
  )
}
