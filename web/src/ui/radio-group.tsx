import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface RadioChoice<T extends string> {
  value: T
  label: string
  hint?: ReactNode
  disabled?: boolean
}

interface RadioGroupProps<T extends string> {
  label: string
  value: T
  choices: readonly RadioChoice<T>[]
  onChange: (value: T) => void
}

export function RadioGroup<T extends string>({ label, value, choices, onChange }: RadioGroupProps<T>) {
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {choices.map(choice => (
        <label
          key={choice.value}
          className={cx(
            'flex min-h-11 items-start gap-3 rounded-control border border-line bg-surface px-3 py-2.5 transition-colors',
            'has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            choice.disabled ? 'opacity-50' : 'cursor-pointer hover:border-edge',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
            className="mt-0.5 size-5 shrink-0 appearance-none rounded-full border border-edge outline-none checked:border-[6px] checked:border-accent"
          />
          <span className="flex min-w-0 flex-col wrap-anywhere">
            {choice.label}
            {choice.hint && <span className="text-sm text-muted">{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
