import { Command } from 'cmdk'
import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Kbd } from './kbd.tsx'
import { PaletteGroup, type PaletteItem, paletteValue } from './palette-group.tsx'
import { type Group, isBestKnown, isTaken, keepOrder, rankSections, type Section } from './palette-order.ts'
import { Spinner } from './spinner.tsx'
import { useHasWaited } from './use-has-waited.ts'

/** How long Enter waits for a running search before it takes the best title so far, or opens all results. */
const WAIT_MS = 1500
const MOVES = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])
/** Keys that move together with Ctrl, as in cmdk. */
const CONTROL_MOVES = new Set(['n', 'j', 'p', 'k'])

interface PaletteListProps {
  label: string
  placeholder: string
  /** Shown when nothing matches. */
  empty: string
  typed: string
  onTyped: (typed: string) => void
  sections: readonly Section<PaletteItem>[]
  /** Read out when it changes: how much was found, what is still missing. */
  status: string
  /** Enter was pressed during the search: start it immediately and take its best result. */
  entered: boolean
  onEntered: (entered: boolean) => void
  /** Closes the palette before an item runs. */
  onDone: () => void
}

/** The row the person highlighted, and the list as it was then. */
interface Held {
  value: string
  shown: readonly Group<PaletteItem>[]
}

/**
 * The search field and its results. The best row is highlighted until the person moves; from then on, the highlight
 * only moves with them.
 */
export function PaletteList(props: PaletteListProps) {
  const { label, placeholder, empty, typed, onTyped, sections, status, entered, onEntered, onDone } = props
  const is_best_known = isBestKnown(typed, sections)
  const is_searching = sections.some(({ state }) => state === 'pending')
  const [held, setHeld] = useState<Held | null>(null)
  const by_hand = useRef(false)
  const ranked = rankSections(typed, sections)
  const groups = held ? keepOrder(held.shown, ranked) : ranked
  const best = groups[0]?.items[0]
  const best_value = groups[0] && best ? paletteValue(groups[0].heading, best) : ''
  const value = held?.value ?? best_value

  function run(item: PaletteItem | undefined) {
    if (!item) return
    onDone()
    item.run()
  }
  const takeBest = useEffectEvent(() => {
    onEntered(false)
    run(best)
  })
  const has_waited = useHasWaited(entered, WAIT_MS)
  const is_taken = entered && isTaken(typed, sections, best, has_waited)
  useEffect(() => {
    if (!is_taken) return undefined
    const timer = setTimeout(takeBest)
    return () => clearTimeout(timer)
  }, [is_taken])

  function type(next: string) {
    by_hand.current = false
    setHeld(null)
    onEntered(false)
    onTyped(next)
  }
  function hold(next: string) {
    onEntered(false)
    setHeld({ value: next, shown: groups })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !is_best_known && !held) {
      event.preventDefault()
      onEntered(true)
    } else if (MOVES.has(event.key) || (event.ctrlKey && CONTROL_MOVES.has(event.key))) {
      by_hand.current = true
      hold(value)
    }
  }

  return (
    <Command
      label={label}
      loop
      shouldFilter={false}
      value={value}
      // cmdk also highlights the first row by itself; only the person's own moves count.
      onValueChange={next => by_hand.current && hold(next)}
      onKeyDown={onKeyDown}
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        {entered || is_searching ? (
          <Spinner className="shrink-0 text-muted" />
        ) : (
          <Search aria-hidden className="size-5 shrink-0 text-muted" />
        )}
        <Command.Input
          value={typed}
          onValueChange={type}
          placeholder={placeholder}
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Kbd>Esc</Kbd>
      </div>
      <Command.List
        aria-busy={is_searching}
        // Rows that appear under a resting pointer are not chosen by hand.
        onPointerMoveCapture={({ movementX, movementY }) => {
          if (movementX !== 0 || movementY !== 0) by_hand.current = true
        }}
        className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain p-2"
      >
        {groups.length === 0 && !is_searching && (
          <p className="px-3 py-10 text-center text-sm text-muted">{empty}</p>
        )}
        {groups.map(({ heading, items }) => (
          <PaletteGroup key={heading} heading={heading} items={items} onRun={run} />
        ))}
      </Command.List>
      <output className="sr-only">{status}</output>
    </Command>
  )
}
