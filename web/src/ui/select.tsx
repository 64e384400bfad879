import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { CONTROL } from './control-style.ts'
import { cx } from './cx.ts'

export interface Choice<T extends string = string> {
  value: T
  label: string
  disabled?: boolean
}

interface SelectProps<T extends string> extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  value: T
  choices: readonly Choice<T>[]
  onChange: (value: T) => void
}

/** The platform's own picker: a wheel on a phone, a list with type-ahead on a desktop. */
export function Select<T extends string>({ value, choices, onChange, className, ...rest }: SelectProps<T>) {
  return (
    <span className="relative block">
      <select
        {...rest}
        value={value}
        onChange={event => {
          const chosen = choices.find(choice => choice.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
        className={cx(CONTROL, 'h-11 appearance-none pe-10', className)}
      >
        {choices.map(choice => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-muted"
      />
    </span>
  )
}
