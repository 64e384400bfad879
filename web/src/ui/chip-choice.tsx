import { useId } from 'react'
import { cx } from './cx.ts'
import type { Choice } from './select.tsx'

interface ChipChoiceProps<T extends string> {
  label: string
  value: T
  /** A count that is null is not known yet; it has its place already, so that no chip moves. */
  choices: readonly (Choice<T> & { count?: number | null })[]
  onChange: (value: T) => void
  /** Hides the label visually where the page already says it. */
  quiet?: boolean
}

/** One of several short choices in a wrapping row, for presets and filters. */
export function ChipChoice<T extends string>({ label, value, choices, onChange, quiet }: ChipChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={quiet ? 'sr-only' : 'mb-2 text-sm font-medium'}>{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(choice => (
          <label
            key={choice.value}
            className={cx(
              'inline-flex min-h-control-sm items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 text-sm text-muted transition-colors has-checked:border-accent has-checked:bg-accent-soft has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              choice.disabled ? 'opacity-50' : 'cursor-pointer hover:border-edge hover:text-text',
            )}
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
            {choice.label}
            {choice.count !== undefined && (
              <span className="min-w-[1ch] text-xs text-muted tabular-nums">{choice.count}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
