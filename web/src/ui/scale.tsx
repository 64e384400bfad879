import { useId } from 'react'
import { cx } from './cx.ts'

interface ScaleProps<T extends string> {
  label: string
  /** From lowest to highest. */
  steps: readonly T[]
  value: T | undefined
  onChange: (value: T) => void
  error?: string | undefined
}

/** An upper limit on an ordered scale: everything up to the selected step is included. */
export function Scale<T extends string>({ label, steps, value, onChange, error }: ScaleProps<T>) {
  const name = useId()
  const reach = value === undefined ? -1 : steps.indexOf(value)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="grid auto-rows-fr grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))] gap-1">
        {steps.map((step, at) => (
          <label
            key={step}
            className={cx(
              'flex min-h-11 cursor-pointer items-center justify-center rounded-control border px-1.5 py-1 text-center text-sm font-medium transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              at < reach && 'border-accent/50 bg-accent-soft text-text',
              at === reach && 'border-accent bg-accent text-on-solid',
              at > reach && 'border-line bg-surface text-muted hover:border-edge hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              value={step}
              checked={at === reach}
              onChange={() => onChange(step)}
              className="sr-only"
            />
            <span className="min-w-0 wrap-anywhere">{step}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
