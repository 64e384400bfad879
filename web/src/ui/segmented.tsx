import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import type { Choice } from './select.tsx'

interface SegmentedProps<T extends string> {
  label: string
  value: T
  choices: readonly (Choice<T> & { icon?: ReactNode })[]
  onChange: (value: T) => void
}

/** Two to four short choices side by side, one selected. */
export function Segmented<T extends string>({ label, value, choices, onChange }: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset
      className={cx(
        'max-w-full rounded-control border border-line bg-raised p-1',
        // Of equal widths, the longest of four words would be cut on a phone.
        choices.length > 3 ? 'inline-flex' : 'inline-grid auto-cols-fr grid-flow-col',
      )}
    >
      <legend className="sr-only">{label}</legend>
      {choices.map(choice => (
        <label
          key={choice.value}
          className="flex h-9 min-w-0 flex-auto cursor-pointer items-center justify-center gap-2 rounded-[6px] px-2 sm:px-3 text-sm font-medium text-muted transition-colors hover:text-text has-checked:bg-surface has-checked:text-text has-checked:ring-1 has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0 max-[22rem]:[&_svg]:hidden"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
            className="sr-only"
          />
          {choice.icon}
          <span className="truncate">{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
