import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'
import { digitsOf, PIN_LENGTH } from './pin.ts'

interface PinInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string
  onChange: (pin: string) => void
}

/** One field that looks like four: typing, pasting, deleting and screen readers work as in any other field. */
export function PinInput({ value, onChange, ...rest }: PinInputProps) {
  return (
    <span className="group relative mx-auto block w-fit">
      <input
        {...rest}
        value={value}
        onChange={event => onChange(digitsOf(event.target.value))}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        // The cells below show what is typed.
        className="absolute inset-0 size-full cursor-pointer rounded-control text-center text-transparent caret-transparent opacity-0 outline-none"
      />
      <span aria-hidden className="pointer-events-none flex gap-3">
        {Array.from({ length: PIN_LENGTH }, (_, at) => (
          <span
            key={at}
            className={cx(
              'grid h-16 w-14 place-items-center rounded-control border border-edge bg-raised text-2xl font-semibold tabular-nums transition-colors',
              at === Math.min(value.length, PIN_LENGTH - 1) &&
                'group-focus-within:border-accent group-focus-within:ring-2 group-focus-within:ring-accent',
            )}
          >
            {value[at]}
          </span>
        ))}
      </span>
    </span>
  )
}
